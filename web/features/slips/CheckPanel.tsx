import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { SLIP_HEADINGS, type SlipHeading } from '../../../domain/slips/slip.ts';
import type { SlipFinding } from '../../../domain/slips/terms.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { focusOnceThere } from '../../ui/focus-once-there.ts';
import { focusRing } from '../../ui/styles.ts';
import { partOf } from './slip-fields.ts';

type Props = {
  findings: readonly SlipFinding[];
  /** Brings a field of the form on this page into sight; left out, findings are text only. */
  onLead?: (finding: SlipFinding) => void;
  /** Where the field is, for users who may change it; left out, findings are text only. */
  hrefOf?: ((finding: SlipFinding) => string) | undefined;
  /** Whether it was submitted: what is still to be entered on a new form is no fault. */
  tried?: boolean;
};

export type Place = Pick<SlipFinding, 'field' | 'heading'>;

/** Brings what a finding is about into sight as soon as it is drawn: its field, else its section. Answers what stops it. */
export function leadTo(place: Place): () => void {
  const fieldOf = (id: string) => document.getElementById(id) ?? document.getElementById(`${id}-input`);
  // A section without the field has none; another view of it is drawn at once.
  return focusOnceThere((drawn) => fieldOf(place.field) ?? (drawn ? document.getElementById(partOf(place)) : null), {
    block: 'center',
  });
}

function countOf(findings: readonly SlipFinding[]): string {
  const gaps = findings.filter((finding) => finding.severity === 'refuse').length;
  if (findings.some((finding) => finding.fatal)) return 'It cannot be submitted as it is.';
  if (gaps === 0) return findings.length === 0 ? 'Complete: nothing to correct.' : 'Complete, with advice.';
  return gaps === 1 ? 'A checker would refuse it: one gap.' : `A checker would refuse it: ${gaps} gaps.`;
}

/** The completeness check: what a carrier's checker would refuse, by the headings of the contract, leading to the field. */
export function CheckPanel({ findings, onLead, hrefOf, tried = true }: Props) {
  const headings = Object.keys(SLIP_HEADINGS) as SlipHeading[];
  const clean = findings.every((finding) => finding.severity === 'advise');
  return (
    <Card title="Completeness check">
      <output className="flex items-start gap-2">
        {clean ? (
          <CircleCheck size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
        ) : (
          <CircleAlert size={15} aria-hidden="true" className={clsx('mt-0.5 shrink-0', toneOf(tried))} />
        )}
        {countOf(findings)}
      </output>
      {/* In a form the figures are below: a long list keeps to its own room. */}
      <div className={onLead === undefined ? '' : 'relative max-h-72 overflow-y-auto'}>
        {headings
          .map((heading) => ({ heading, own: findings.filter((finding) => finding.heading === heading) }))
          .filter(({ own }) => own.length > 0)
          .map(({ heading, own }) => (
            <div key={heading} className="mt-3">
              <h3 className="text-xs font-medium text-mute">{SLIP_HEADINGS[heading]}</h3>
              <ul className="mt-1 grid gap-1">
                {own.map((finding) => (
                  <li key={`${finding.field} ${finding.message}`} className="flex items-start gap-1.5">
                    <Mark {...{ finding, tried }} />
                    <Finding finding={finding} onLead={onLead} hrefOf={hrefOf} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
    </Card>
  );
}

const LEADS = `min-h-6 rounded text-left underline-offset-2 hover:underline ${focusRing}`;

/** A finding, leading to its field where there is a way. */
function Finding({ finding, onLead, hrefOf }: Pick<Props, 'onLead' | 'hrefOf'> & { finding: SlipFinding }) {
  if (onLead !== undefined)
    return (
      <button type="button" onClick={() => onLead(finding)} className={LEADS}>
        {finding.message}
      </button>
    );
  if (hrefOf !== undefined)
    return (
      <AppLink href={hrefOf(finding)} className={LEADS}>
        {finding.message}
      </AppLink>
    );
  return <span className="min-h-6">{finding.message}</span>;
}

const toneOf = (tried: boolean) => (tried ? 'text-bad' : 'text-mute');

function Mark({ finding: { severity, fatal }, tried }: { finding: SlipFinding; tried: boolean }) {
  return severity === 'refuse' ? (
    <>
      <CircleAlert size={13} aria-hidden="true" className={clsx('mt-1 shrink-0', toneOf(tried))} />
      <span className="sr-only">{fatal ? 'Stops Submit: ' : 'Gap: '}</span>
    </>
  ) : (
    <>
      <Info size={13} aria-hidden="true" className="mt-1 shrink-0 text-info" />
      <span className="sr-only">Advice: </span>
    </>
  );
}
