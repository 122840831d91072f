/** What a London slip is checked for besides what both markets have: the same on the form and on the server. §7. */
import type { FieldError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import type { CurrencyCode } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import { stageFaults, type StagedLine } from './line-stages.ts';
import type { SlipSections } from './contract.ts';
import { readSections } from './sections.ts';
import { signLines, type Signing, type WrittenBasis } from './signing.ts';

/** A line of a slip as entered; one without a size yet has quoted only. */
export type SlipLineBody = {
  security: number | null;
  written?: Rate | null | undefined;
  to_stand?: boolean | undefined;
  quoted_on: Day | null;
  written_on: Day | null;
  signed_on: Day | null;
};

/** The lines signed down to the order, or kept as written while they are short. §2 Signing down. */
export function signingOf(
  lines: readonly Pick<SlipLineBody, 'security' | 'written' | 'to_stand'>[],
  placement: { basis: WrittenBasis | undefined; order: Rate },
): Signing {
  return signLines(
    lines.map((line, index) => ({
      // Lines without a security yet are not the same one twice.
      securityId: line.security ?? -1 - index,
      written: line.written ?? 0n,
      toStand: line.to_stand ?? false,
    })),
    { basis: placement.basis ?? 'WHOLE', order: placement.order },
  );
}

/** How far each line has come. */
export function stagedLines(lines: readonly SlipLineBody[]): StagedLine[] {
  return lines.map((line) => ({
    written: line.written ?? 0n,
    quotedOn: line.quoted_on,
    writtenOn: line.written_on,
    signedOn: line.signed_on,
  }));
}

/** What is wrong with a slip's lines and sections. */
export function slipFaults(
  body: { slip: SlipSections; securities: readonly SlipLineBody[]; currency: CurrencyCode },
  signing: Signing,
  today: Day,
): FieldError[] {
  const { securities: lines, slip } = body;
  const { leader } = slip.subscription;
  const sections = readSections(slip.sections ?? [], body.currency);
  const led = leader === null || leader === undefined || lines.some((line) => line.security === leader);
  return [
    ...(signing.outcome === 'REFUSED' ? [{ field: 'securities', message: signing.summary.sentence }] : []),
    ...stagedLines(lines).flatMap((line, index) => stageFaults(line, index, today)),
    ...(led ? [] : [{ field: 'slip.subscription.leader', message: 'The slip leader has no line on this slip.' }]),
    ...sections.faults.map(({ field, message }) => ({ field: `slip.${field}`, message })),
  ];
}
