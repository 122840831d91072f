import { fieldWords } from '../../../domain/reports/field-words.ts';

type Facts = Readonly<Record<string, unknown>>;

const LONGEST = 80;

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s*\n\s*/g, ', ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function changed(before: Facts, after: Facts): string[] {
  return Object.keys(after).flatMap((field) =>
    JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)
      ? []
      : [`${fieldWords(field).label}: from ${shown(before[field])} to ${shown(after[field])}`],
  );
}

/** The values that a row of the audit trail says were changed, each as "Field: from before to after". */
export function changesIn({ before, after }: Facts): string[] {
  if (isFacts(before) && isFacts(after)) return changed(before, after);
  if (isFacts(after) || isFacts(before) || after === undefined || before === undefined) return [];
  return [`from ${shown(before)} to ${shown(after)}`];
}
