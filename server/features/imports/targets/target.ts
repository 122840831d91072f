import type { FieldError } from '../../../../domain/errors.ts';
import type { BordereauCommon } from '../../../../domain/imports/bordereau.ts';
import type { ImportTarget } from '../../../../domain/imports/targets.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** The text of a row for each field that is matched, never empty. */
export type RowValues = Readonly<Record<string, string>>;

/** A fault of a field; one of a field left empty does not stop the update of a record that has it already. */
export type RowFault = FieldError & { absent?: boolean };

export type CheckedRow = {
  /** What it is called in the preview and the report. */
  label: string;
  /** What identifies it among others of its kind, in the file and in the register; null where that is faulty. */
  key: string | null;
  /** What the write takes, as it travels: decoded again by the same schema when it is written. */
  record: Readonly<Record<string, unknown>>;
  faults: readonly RowFault[];
  /** What to look at, though it can be written. */
  warnings?: readonly string[];
  /** What it comes to, in minor units. */
  money?: RowMoney;
  /** The insured that it names and that is not in the register. */
  insured?: string;
  /** It goes on with the record of the row above, which has all of it. */
  part?: boolean;
};

export type RowMoney = { currency: string; sumInsured: bigint; premium: bigint; facPremium: bigint };

export type ReadyRow = { row: number; record: Readonly<Record<string, unknown>>; exists: number | null };
export type WrittenRow = {
  row: number;
  outcome: 'written' | 'updated' | 'skipped' | 'error';
  id: number | null;
  /** What became wrong with it since it was checked. */
  message?: string;
};

/** Rows of the file, read and checked in their order. */
type RowsReader = (rows: readonly RowValues[]) => Promise<readonly CheckedRow[]>;

/** Reads each row for itself. */
export const eachRow =
  (read: (values: RowValues) => CheckedRow): RowsReader =>
  async (rows) =>
    rows.map(read);

export type WriteHow = { update: boolean; importId: number; common: BordereauCommon };

/**
 * What can be imported: how a row is read, what exists already, how rows are written. A row is checked by the schema of the
 * form through which one record is entered. The platform of imports does the rest, whatever the records are.
 */
export type Importer = {
  target: ImportTarget;
  /** The field of the key, which a duplicate is a fault of. */
  keyField: string;
  /** Loads what the rows refer to, once, and reads rows by it. */
  reader: (ctx: Ctx, common: BordereauCommon) => Promise<RowsReader>;
  /** Of records of several rows: which rows begin one, of rows that come one after the other. */
  begins?: (rows: readonly RowValues[]) => readonly boolean[];
  /** The records that have these keys. */
  existing: (ctx: Ctx, keys: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Rows that have this in their record are written after those that have not. */
  after?: string;
  /** Writes rows in the caller's transaction, with their audit rows. What exists is skipped, or updated. */
  write: (ctx: Ctx, rows: readonly ReadyRow[], how: WriteHow) => Promise<WrittenRow[]>;
};

const YES = new Set(['yes', 'y', 'true', '1', 'ja', 'oui', 'si', 'sí', 'ndiyo']);
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'hapana']);

/** Yes or no in the ways in which people write it; null for anything else. */
export function yesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** A percentage as a form takes it: with or without its sign. */
export const percentText = (text: string): string => text.trim().replace(/\s*%$/, '');
