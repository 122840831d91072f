import type { WireReply } from '../../../domain/endpoint.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import { IMPORT_STATES, ROW_OUTCOMES, type ImportState, type RowOutcome } from '../../../domain/imports/states.ts';
import type { ImportField, ImportTarget, Matching } from '../../../domain/imports/targets.ts';
import { partyHref, paths, placementHref, withQuery } from '../../paths.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';
import { showCount, wholeNumber } from '../../ui/fields/whole-number.ts';

export type Import = WireReply<typeof imports.one>;
export type ImportRow = WireReply<typeof imports.rows>['data'][number];

const TONES: Record<string, Tone> = { waiting: 'info', neutral: 'neutral', good: 'good', bad: 'bad', muted: 'neutral' };
const badge = ({ label, tone }: { label: string; tone: string }) => ({ label, tone: TONES[tone] ?? 'neutral' });
export const stateBadge = (state: ImportState) => badge(IMPORT_STATES[state]);
export const outcomeBadge = (outcome: RowOutcome) => badge(ROW_OUTCOMES[outcome]);

/** "1 reinsured", "188 reinsureds". */
export const countOf = (count: number, [one, many]: readonly [string, string]): string =>
  `${showCount(count)} ${count === 1 ? one : many}`;
const rows = (count: number) => countOf(count, ['row', 'rows']);

export function titleOf({ nouns, placements }: ImportTarget): string {
  if (placements === undefined) return `Import ${nouns[1]}`;
  return placements === 'LONDON' ? 'Import bordereau of London slips' : 'Import bordereau';
}

/** The fields to match: of securities numbered, one place more than is taken. */
export function shownFields({ fields }: ImportTarget, matching: Matching): readonly ImportField[] {
  const placeOf = (key: string) => wholeNumber(/^(?:security|share)_(\d+)$/.exec(key)?.[1], 0);
  const next = Math.max(1, ...Object.keys(matching).map((key) => placeOf(key) + 1));
  return fields.filter(({ key }) => placeOf(key) <= next);
}

const placementsHref = ({ placements }: ImportTarget, id?: number): string =>
  withQuery(paths.underwriting, { tab: placements === 'LONDON' ? 'london' : null, import: id });

/** The list that shows what was imported: a section of the settings, or the policies. */
export const registerHref = (target: ImportTarget): string =>
  target.key === 'budgets'
    ? paths.budgets
    : target.placements === undefined
      ? `${paths.setting}?section=${target.key}`
      : placementsHref(target);
const BORDEREAUX = { LOCAL: paths.bordereau, LONDON: paths.slipBordereau };
export function importHref({ key, placements }: ImportTarget, id?: number): string {
  const page = placements === undefined ? paths.importFile.replace('$target', key) : BORDEREAUX[placements];
  return id === undefined ? page : `${page}?id=${id}`;
}
/** The policies or slips that came of an import. */
export const draftsHref = (target: ImportTarget, id: number): string => placementsHref(target, id);

/** The page of a record that was imported. */
export function recordHref(target: ImportTarget, id: number): string {
  if (target.placements !== undefined) return placementHref({ id, market: target.placements });
  if (target.key === 'budgets') return paths.budgets;
  if (target.key === 'classes') return paths.coverType.replace('$id', String(id));
  if (target.key === 'clauses') return paths.clause.replace('$id', String(id));
  return partyHref(id);
}

/** "C" for 2, "AB" for 27: how a spreadsheet names its columns. */
export function columnLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** How a column of the file is called on the screen. */
export function columnName(columns: Import['columns'], index: number): string {
  const heading = columns[index]?.heading ?? '';
  return heading === '' ? `Column ${columnLetter(index)}` : heading;
}

/** What is wrong with a row, each fault after the column that it is in. */
export const faultsOf = (columns: Import['columns'], row: ImportRow): string[] =>
  row.errors.map(({ column, message }) =>
    column === null ? message : `${columnName(columns, column)} (${columnLetter(column)}): ${message}`,
  );

const isUpdating = ({ existing }: Import) => existing === 'update';
/** How many records the import would add and change. */
export const rowsToWrite = (file: Import): number => file.counts.new + (isUpdating(file) ? file.counts.exists : 0);

/** The act, by what it does: "Add 188 reinsureds". */
export function actionOf(file: Import, { nouns }: ImportTarget): string {
  const { counts } = file;
  if (counts.new === 0) return `Update ${countOf(counts.exists, nouns)}`;
  return `Add ${countOf(counts.new, nouns)}${isUpdating(file) && counts.exists > 0 ? `, update ${showCount(counts.exists)}` : ''}`;
}

/** What a confirmation does, in full. */
export function effectOf(file: Import, { nouns, placements }: ImportTarget): string {
  const { counts } = file;
  const effects = [
    counts.new > 0 ? `${countOf(counts.new, nouns)} will be added` : '',
    counts.exists > 0
      ? isUpdating(file)
        ? `${rows(counts.exists)} will update what exists`
        : `${rows(counts.exists)} will be skipped because ${counts.exists === 1 ? 'it exists' : 'they exist'}`
      : '',
    counts.faulty > 0
      ? `${rows(counts.faulty)} will be left out because ${counts.faulty === 1 ? 'it is' : 'they are'} faulty`
      : '',
  ].filter((part) => part !== '');
  const { count } = file.insureds;
  const added = file.common?.add_insureds === true && count > 0;
  const after =
    placements !== undefined
      ? `${added ? `${countOf(count, ['insured is', 'insureds are'])} added to the register. ` : ''}Drafts are not approved: each is submitted by itself.`
      : 'What is added can be made inactive later, not deleted.';
  return `${effects.join(', ')}. All of it is written, or nothing is. ${after}`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How a file writes its days. */
export const DAY_ORDER_OPTIONS = [
  { value: 'DAY_FIRST', label: 'Day first', detail: '02/03/2026 is March 2' },
  { value: 'MONTH_FIRST', label: 'Month first', detail: '02/03/2026 is February 3' },
] as const;
