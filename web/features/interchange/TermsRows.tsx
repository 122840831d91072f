import { paymentTermsLabel } from '../../../domain/placements/terms.ts';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';
import { coverOptions } from '../placements/form/RiskSections.tsx';
import type { Preview } from './use-placement-file.ts';

type Props = {
  preview: Preview;
  info: UnderwritingInfo | undefined;
  /** What was chosen already, by its place in the file. */
  chosen: ReadonlyMap<string, string>;
  onPick: (place: string, value: string | null) => void;
};

/** The class and the payment terms of a file: as they are called here, or to be chosen from what there is. */
export function TermsRows({
  preview: { class_of_business: cover, payment_terms: terms },
  info,
  chosen,
  onPick,
}: Props) {
  const again = (place: string) => (chosen.has(place) ? () => onPick(place, null) : undefined);
  return (
    <ul className="divide-y divide-line">
      <Row label="Class in the file" value={cover.name} here={cover.match?.name} onChange={again('class_of_business')}>
        <Select
          id="choose-class"
          label="Not in the register: choose the class"
          placeholder="Choose…"
          value=""
          options={info === undefined ? [] : coverOptions(info)}
          onChange={(value) => onPick('class_of_business', value)}
        />
      </Row>
      <Row
        label="Payment terms in the file"
        value={paymentTermsLabel(terms.code)}
        here={terms.match === null ? undefined : paymentTermsLabel(terms.match)}
        onChange={again('payment.terms')}
      >
        <Select
          id="choose-terms"
          label="Not offered by the firm: choose the terms"
          placeholder="Choose…"
          value=""
          options={(info?.paymentTerms ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(value) => onPick('payment.terms', value)}
        />
      </Row>
    </ul>
  );
}

type RowProps = {
  label: string;
  value: string;
  here: string | undefined;
  onChange: (() => void) | undefined;
  children: ReactNode;
};

function Row({ label, value, here, onChange, children }: RowProps) {
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-2.5 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="text-xs text-mute">{label}</p>
        <p className="wrap-anywhere">{value}</p>
      </div>
      {here === undefined ? (
        children
      ) : (
        <div className="flex min-w-0 items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="text-xs text-mute">Here</p>
            <p className="wrap-anywhere">{here}</p>
          </div>
          {onChange !== undefined && (
            <span className="flex shrink-0 items-center gap-2">
              <Badge tone="info">Chosen</Badge>
              <Button size="sm" onClick={onChange} aria-label={`Choose another for ${value}`}>
                Change
              </Button>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
