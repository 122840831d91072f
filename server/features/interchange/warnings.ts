import type { Reply } from '../../../domain/endpoint.ts';
import type { previewPlacement } from '../../../domain/interchange/contract.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { parseAmount, showMoney } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';

type Preview = Reply<typeof previewPlacement>;
/** What was worked out here of a file: its debit note in minor units, where it has one. */
type Seen = Pick<Preview, 'parties'> & { debitNote: bigint | null };

function minor(currency: string, text: string): bigint {
  const amount = parseAmount(text, currency);
  return typeof amount === 'bigint' ? amount : 0n;
}

/** What a local policy has no place for. */
function leftOut(file: PlacementFile): string[] {
  if (file.market === 'LONDON') return [];
  const { start_time, end_time, time_zone } = file.period;
  const timed = start_time !== null || end_time !== null || time_zone !== '';
  const dated = file.participations.some(
    (line) =>
      line.lead ||
      line.line_to_stand ||
      [line.stamp, line.quote_reference, line.signing_reference].some((text) => text !== '') ||
      [line.quoted_on, line.signed_on].some((day) => day !== null),
  );
  return [
    ...(timed ? ['A local policy has no time of day: the times of the period are left out.'] : []),
    ...(dated
      ? ['A local policy keeps no leader, stamps, quotes and signings of its lines: those of the file are left out.']
      : []),
  ];
}

function difference(file: PlacementFile, { debitNote: here, parties }: Seen): string[] {
  const warnings: string[] = [];
  const others = parties.filter(({ line }) => line !== null && line.signed !== null && line.signed !== line.sent);
  for (const { name, line } of others)
    warnings.push(
      `${name} is signed for ${formatRate(line?.sent ?? 0n)}% in the file; here its line is signed for ${formatRate(line?.signed ?? 0n)}%.`,
    );
  if (here === null) return warnings;
  const { currency } = file;
  const sent = minor(currency, file.figures.debit_note);
  if (sent !== here)
    warnings.push(
      `The sender’s debit note is ${showMoney({ amount: sent, currency })}; worked out here it is ${showMoney({ amount: here, currency })}.`,
    );
  return warnings;
}

/** What to know before a draft is made of a file, though none of it prevents the draft. */
export function warningsOf(file: PlacementFile, seen: Seen): string[] {
  const { endorsements, cancelled_from } = file.record;
  const count = endorsements.length === 1 ? '1 endorsement' : `${endorsements.length} endorsements`;
  return [
    ...(cancelled_from === null ? [] : [`The sender’s record is cancelled from ${cancelled_from}.`]),
    ...(endorsements.length === 0
      ? []
      : [`The file is as at ${file.as_at}, with ${count}: the draft has those terms as one placement.`]),
    ...(file.unique_market_reference === null
      ? []
      : [`The slip gets a UMR of its own; ${file.unique_market_reference} is kept with its history.`]),
    ...leftOut(file),
    ...difference(file, seen),
  ];
}
