import type { ExposureGroup } from '../../../../domain/reports/exposure.ts';
import { partyHref } from '../../../paths.ts';
import { NameLink } from '../../../ui/marks/NameLink.tsx';

type Props = { by: ExposureGroup; row: { id: string; name: string } };

/** What a row of the exposure is of: a party leads to its page. */
export function ExposedName({ by, row: { id, name } }: Props) {
  if (by === 'reinsured' || by === 'security') return <NameLink href={partyHref(id)}>{name}</NameLink>;
  return <span dir="auto">{name}</span>;
}
