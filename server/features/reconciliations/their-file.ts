import { createHash } from 'node:crypto';
import type { DayOrder } from '../../../domain/banks/csv-columns.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import { matchHeadings, matchingFaults, type Matching } from '../../../domain/imports/targets.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { saveReconciliation, TheirChoices } from '../../../domain/reconciliations/contract.ts';
import { sheetOfText } from '../../../domain/reconciliations/pasted-text.ts';
import {
  readTheirStatement,
  THEIR_COLUMNS,
  type TheirStatement,
} from '../../../domain/reconciliations/their-statement.ts';
import { SIDES, type Side } from '../../../domain/statements/account.ts';
import type { CurrencyCode } from '../../../domain/values/money.ts';
import { isRefusal, refusal } from '../../platform/imports/refusal.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { readSheet, type StatementSheet } from '../banks/formats/read-statements.ts';
import { refused } from '../banks/work-out.ts';
import { rememberedMatching } from '../imports/columns.ts';

/** A file of a party as it was sent. */
export type TheirUpload = { sheet: StatementSheet; sha256: Buffer };
type Named = Pick<Decoded<typeof saveReconciliation>['query'], 'name' | 'as'>;

const NOT_TEXT = 'This text is not UTF-8. Copy it again from the program that shows it.';
const NO_AMOUNTS = 'No line of this text ends in an amount.';
const PDF = 'This is a PDF. Copy its text and paste it, with the mark that it is text.';

function sheetOfBytes(bytes: Uint8Array): StatementSheet {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(NOT_TEXT);
  }
  if (text.includes('\u0000')) throw refusal(NOT_TEXT);
  const sheet = sheetOfText(text);
  if (sheet.rows.length === 0) throw refusal(NO_AMOUNTS);
  return sheet;
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Reads a file on a thread of its own, or the lines of a text. Throws FILE_REFUSED with one sentence. */
export async function readUpload({ name, as }: Named, bytes: Uint8Array): Promise<TheirUpload> {
  try {
    if (isPdf(bytes)) throw refusal(PDF);
    return {
      sheet: as === 'TEXT' ? sheetOfBytes(bytes) : await readSheet(name, bytes, THEIR_COLUMNS),
      sha256: createHash('sha256').update(bytes).digest(),
    };
  } catch (error) {
    if (isRefusal(error)) throw refused(error.message);
    throw error;
  }
}

type Party = { id: number; name: string; side: Side };

/** A reinsured or a security of the register. Throws NOT_FOUND. */
export async function partyOf(ctx: Ctx, id: number): Promise<Party> {
  const row = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const side = SIDES.find((one) => one === row.kind);
  if (side === undefined) throw new AppError('NOT_FOUND');
  return { id: row.id, name: row.name, side };
}

/** How their columns are read: as somebody chose, else as last time for this party, else by their headings. */
type Reading = {
  target: typeof THEIR_COLUMNS;
  matching: Matching;
  dayOrder: DayOrder;
  turned: boolean;
  remembered: boolean;
};
type Worked = { reading: Reading; statement: TheirStatement };

/** A reinsured's ledger has in credit what it owes us; a security's has in debit what we owe it. */
const isTurned = (side: Side, matching: Matching): boolean =>
  side === 'REINSURED' && matching['amount'] === undefined && matching['credit'] !== undefined;

async function readingOf(ctx: Ctx, party: Party, { sheet, choices }: { sheet: StatementSheet; choices: TheirChoices }) {
  const target = { ...THEIR_COLUMNS, key: `${THEIR_COLUMNS.key}/${party.id}` };
  const kept = await rememberedMatching(ctx, target, sheet.columns);
  const matching = choices.matching ?? kept?.matching ?? matchHeadings(target, sheet.columns);
  const faults = matchingFaults(target, sheet.columns.length, matching);
  if (faults.length > 0) throw invalid(...faults);
  return {
    target,
    matching,
    dayOrder: choices.day_order ?? kept?.dayOrder ?? 'DAY_FIRST',
    turned: choices.turned ?? isTurned(party.side, matching),
    remembered: kept !== null && choices.matching === undefined,
  } satisfies Reading;
}

type Looking = { upload: TheirUpload; choices: TheirChoices; currency: CurrencyCode };

/** What a party's file says, and how it was read. M13. */
export async function workOut(ctx: Ctx, party: Party, { upload, choices, currency }: Looking): Promise<Worked> {
  const { sheet } = upload;
  const reading = await readingOf(ctx, party, { sheet, choices });
  const { matching, dayOrder, turned } = reading;
  const { today } = ctx;
  const { rows } = sheet;
  const statement = readTheirStatement({ rows, matching, dayOrder, currency, today, turned, total: choices.total });
  return { reading, statement };
}

const MOST_FAULTS = 100;

/** Refuses a file that cannot be kept whole: by what is wrong with its rows, then with the whole. */
export function assertReady({ statement: { faults, refusals } }: Worked): void {
  if (faults.length > 0)
    throw invalid(...faults.slice(0, MOST_FAULTS).map(({ row, message }) => ({ field: `row.${row}`, message })));
  if (refusals.length > 0) throw refused(...refusals);
}
