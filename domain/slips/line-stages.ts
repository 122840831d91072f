import type { FieldError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';

/** How far a security has come with a slip: from the offer to its signed line, each with a day and a reference. */
export const LINE_STAGES = ['OFFERED', 'QUOTED', 'WRITTEN', 'SIGNED'] as const;
export type LineStage = (typeof LINE_STAGES)[number];
export const LINE_STAGE_LABELS: Record<LineStage, string> = {
  OFFERED: 'Offered',
  QUOTED: 'Quoted',
  WRITTEN: 'Written',
  SIGNED: 'Signed',
};

type Dated = { quotedOn: Day | null; writtenOn: Day | null; signedOn: Day | null };
export type StagedLine = Dated & { written: Rate };

export function stageOf(line: StagedLine): LineStage {
  if (line.signedOn !== null) return 'SIGNED';
  if (line.written > 0n) return 'WRITTEN';
  return line.quotedOn === null ? 'OFFERED' : 'QUOTED';
}

/** How far a slip has come: as far as the furthest of its lines. */
export function slipStage(lines: readonly StagedLine[]): LineStage {
  const reached = lines.map((line) => LINE_STAGES.indexOf(stageOf(line)));
  return LINE_STAGES[Math.max(0, ...reached)] ?? 'OFFERED';
}

const STEPS = [
  { key: 'quotedOn', field: 'quoted_on', name: 'Day of the quote' },
  { key: 'writtenOn', field: 'written_on', name: 'Day on which it was written' },
  { key: 'signedOn', field: 'signed_on', name: 'Day on which it was signed' },
] as const;

/** Days of a line that cannot be: in the future, or a later step before an earlier one. `at` is the line's place, from 0. */
export function stageFaults(line: StagedLine, at: number, today: Day): FieldError[] {
  const faults: FieldError[] = [];
  let before: { name: string; day: Day } | null = null;
  for (const { key, field, name } of STEPS) {
    const day = line[key];
    if (day === null) continue;
    if (day > today) faults.push({ field: `securities.${at}.${field}`, message: `${name} cannot be in the future.` });
    else if (before !== null && day < before.day)
      faults.push({
        field: `securities.${at}.${field}`,
        message: `${name} is before the ${before.name.toLowerCase()}.`,
      });
    before = { name, day };
  }
  if (line.signedOn !== null && line.written === 0n)
    faults.push({ field: `securities.${at}.signed_on`, message: 'A line that is not written cannot be signed.' });
  return faults;
}
