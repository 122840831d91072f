import type { ExposureGroup } from '../../../../domain/reports/exposure.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

type Props = { by: ExposureGroup; row: { id: string; name: string } };

/** What a row of the exposure is of: a party leads to its page. */
export function ExposedName({ by, row: { id, name } }: Props) {
  if (by === 'reinsured' || by === 'security') return <PartyLink party={{ id, name }} />;
  return <span dir="auto">{name}</span>;
}
