/** The securities of a placement as its papers list them: their lines add up to the totals, which are what was booked. §2. */
import { offFrom, sharePremiumBase, type PremiumBase } from '../endorsements/premium-base.ts';
import { addDays, type Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import type { LineFigures } from './figures.ts';
import type { LineStages } from './line-stages.ts';
import type { PlacedLine, Placement, PlacedEndorsement } from './placement.ts';

/** A security with what it was booked with; `line` is null and `offFrom` its first day off for one that has left. */
type PaperLine = {
  securityId: number;
  name: string;
  line: PlacedLine | null;
  offFrom: Day | null;
  stages: LineStages | null;
  figures: LineFigures;
};

type Listed = Pick<Placement, 'original' | 'current' | 'endorsements' | 'securities'>;

/** Every security of the current terms: those in force in their order, then those that have left and keep earned premium. */
export function paperLines({ original, current, endorsements, securities }: Listed): PaperLine[] {
  const enteredStages = (id: number) => original.lines.find((line) => line.securityId === id)?.stages ?? null;
  const nameOf = (id: number) => securities.find((one) => one.securityId === id)?.name ?? '';
  return current.figures.lines.map((figures) => {
    const { securityId } = figures;
    const line = current.lines.find((one) => one.securityId === securityId) ?? null;
    return {
      securityId,
      name: line?.name ?? nameOf(securityId),
      line,
      offFrom: line === null ? offFrom(endorsements, securityId) : null,
      stages: line?.stages ?? enteredStages(securityId),
      figures: line?.figures ?? figures,
    };
  });
}

/** What the original or an endorsement brought to a security's premium (minor units), and on what it was worked out. */
type PremiumPart = {
  endorsement: Pick<PlacedEndorsement, 'number' | 'type' | 'date'> | null;
  base: PremiumBase | null;
  amount: bigint;
  share: Rate;
};

/** The parts of a security's premium in the order in which they were approved; they add up to it. §2 Endorsements. */
export function premiumParts({ original, endorsements }: Listed, securityId: number): PremiumPart[] {
  const first = original.lines.find((line) => line.securityId === securityId);
  const parts: PremiumPart[] = endorsements
    .filter((one) => one.counts)
    .flatMap((one) => {
      const figures = one.figures.lines.find((line) => line.securityId === securityId);
      if (figures === undefined || figures.sharePremium === 0n) return [];
      const { number, type, date } = one;
      return [
        {
          endorsement: { number, type, date },
          base: sharePremiumBase(one, figures),
          amount: figures.sharePremium,
          share: figures.share,
        },
      ];
    });
  if (first === undefined) return parts;
  const base = { share: first.share, premium: original.premium, unearned: false };
  return [{ endorsement: null, base, amount: first.figures.sharePremium, share: first.share }, ...parts];
}

/** The first day that is no longer covered, and the last that is: null where cover was cancelled from its first day. */
export type Cancelled = { from: Day; lastDay: Day | null };

/** When the cover of a cancelled placement ends; null for one that is not cancelled. §2: the day of a cancellation is not covered. */
export function cancelledOn({
  original,
  cancelledFrom: from,
}: Pick<Placement, 'original' | 'cancelledFrom'>): Cancelled | null {
  if (from === null) return null;
  return { from, lastDay: from > original.period.start ? addDays(from, -1) : null };
}
