import type { ExposureGroup } from '../../../../domain/reports/exposure.ts';
import { partyHref } from '../../../paths.ts';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';

type Props = { by: ExposureGroup; row: { id: string; name: string } };

/** What a row of the exposure is of: a party leads to its page. */
export function ExposedName({ by, row: { id, name } }: Props) {
  const shown = <LongName>{name}</LongName>;
  return by === 'reinsured' || by === 'security' ? <NameLink href={partyHref(id)}>{shown}</NameLink> : shown;
}
