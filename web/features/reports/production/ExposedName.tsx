import type { ExposureGroup } from '../../../../domain/reports/exposure.ts';
import { partyHref } from '../../../paths.ts';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';

type Props = {
  by: ExposureGroup;
  row: { id: string; name: string };
  /** On a telephone on as many lines as it takes; else as far as there is room. */
  whole?: boolean;
};

/** What a row of the exposure is of: a party leads to its page. */
export function ExposedName({ by, row: { id, name }, whole = false }: Props) {
  const shown = whole ? (
    <span dir="auto" title={name} className="block min-w-0 sm:truncate">
      {name}
    </span>
  ) : (
    <LongName>{name}</LongName>
  );
  return by === 'reinsured' || by === 'security' ? <NameLink href={partyHref(id)}>{shown}</NameLink> : shown;
}
