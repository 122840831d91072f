import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';
import type { ReadStatement, StatementLine } from '../../../../domain/banks/statement.ts';
import { parseDay, type Day } from '../../../../domain/values/day.ts';
import { readAmount, sum } from '../../../../domain/values/money.ts';
import { refusal } from '../../../platform/imports/refusal.ts';
import { plainText } from '../../../platform/imports/xml.ts';
import { MOST_LINES, SENTENCES } from './sentences.ts';

/** No statement nests deeper: a party of a transaction of an entry is at 12. */
const DEEPEST = 30;
const SEVERAL = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd']);

const words = z.optional(z.string());
const amount = z.object({ '#text': z.string(), '@Ccy': z.string() });
const date = z.optional(z.object({ Dt: words, DtTm: words }));
const party = z.optional(z.object({ Nm: words, Pty: z.optional(z.object({ Nm: words })) }));
const account = z.object({
  Id: z.object({ IBAN: words, Othr: z.optional(z.object({ Id: z.string() })) }),
  Ccy: words,
});
const details = z.object({
  Refs: z.optional(z.object({ EndToEndId: words, AcctSvcrRef: words })),
  Amt: z.optional(amount),
  AmtDtls: z.optional(z.object({ TxAmt: z.optional(z.object({ Amt: amount })) })),
  RltdPties: z.optional(
    z.object({ Dbtr: party, Cdtr: party, DbtrAcct: z.optional(account), CdtrAcct: z.optional(account) }),
  ),
  RmtInf: z.optional(
    z.object({
      Ustrd: z.optional(z.array(z.string())),
      Strd: z.optional(z.array(z.object({ CdtrRefInf: z.optional(z.object({ Ref: words })) }))),
    }),
  ),
  AddtlTxInf: words,
});
const side = z.enum(['CRDT', 'DBIT']);
const entry = z.object({
  Amt: amount,
  CdtDbtInd: side,
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: date,
  ValDt: date,
  AcctSvcrRef: words,
  AddtlNtryInf: words,
  NtryDtls: z.optional(z.array(z.object({ TxDtls: z.optional(z.array(details)) }))),
});
const balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: words }) }),
  Amt: amount,
  CdtDbtInd: side,
  Dt: date,
});
const statement = z.object({
  Id: words,
  ElctrncSeqNb: words,
  Acct: account,
  Bal: z.optional(z.array(balance)),
  Ntry: z.optional(z.array(entry)),
});
const document = z.object({ Document: z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(statement) }) }) });

type Entry = z.infer<typeof entry>;
type Details = z.infer<typeof details>;
type Side = z.infer<typeof side>;

/** An empty element says as much as none. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((one) => one !== '');
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).map(([name, one]) => [name, withoutEmpty(one)] as const);
  return Object.fromEntries(kept.filter(([, one]) => one !== ''));
}

/** The tree of a document. Nothing in it is resolved but the five named entities and character references. */
function treeOf(text: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw refusal(SENTENCES.unsafe);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    maxNestedTags: DEEPEST,
    isArray: (name) => SEVERAL.has(name),
    tagValueProcessor: (_name, value) => plainText(value),
  });
  let tree: unknown;
  try {
    tree = parser.parse(text);
    if (XMLValidator.validate(text) !== true) throw refusal(SENTENCES.broken);
  } catch {
    throw refusal(SENTENCES.broken);
  }
  return withoutEmpty(tree);
}

const dayOf = (at: z.infer<typeof date>): Day | null => parseDay((at?.Dt ?? at?.DtTm ?? '').slice(0, 10));

function signed({ Amt, CdtDbtInd }: { Amt: z.infer<typeof amount>; CdtDbtInd: Side }): bigint | null {
  const size = readAmount(Amt['#text'], Amt['@Ccy']);
  if (size === null || size < 0n) return null;
  return CdtDbtInd === 'DBIT' ? -size : size;
}

const known = (text: string | undefined) => (/^(NOTPROVIDED|NONREF)$/i.test(text ?? '') ? '' : (text ?? ''));

/** The other side of an entry: who paid what came in, who was paid what went out. */
function otherSide({ RltdPties }: Details, direction: Side): Pick<StatementLine, 'party' | 'partyAccount'> {
  const [one, held] =
    direction === 'CRDT' ? [RltdPties?.Dbtr, RltdPties?.DbtrAcct] : [RltdPties?.Cdtr, RltdPties?.CdtrAcct];
  return { party: one?.Nm ?? one?.Pty?.Nm ?? '', partyAccount: held?.Id.IBAN ?? held?.Id.Othr?.Id ?? '' };
}

function textOf({ RmtInf, AddtlTxInf }: Details): string {
  const references = (RmtInf?.Strd ?? []).flatMap(({ CdtrRefInf }) => CdtrRefInf?.Ref ?? []);
  return [...(RmtInf?.Ustrd ?? []), ...references, AddtlTxInf ?? ''].filter((part) => part !== '').join(' ');
}

type Booked = { row: number; day: Day; valueDay: Day | null; amount: bigint };

/**
 * The lines of an entry: each of its transactions where they say their amounts and these add up to it, so that each payer
 * of a batch is seen; else the entry itself.
 */
function linesOf(one: Entry, booked: Booked): StatementLine[] {
  const all = (one.NtryDtls ?? []).flatMap(({ TxDtls }) => TxDtls ?? []);
  const amounts = all.map(({ Amt, AmtDtls }) => {
    const own = Amt ?? AmtDtls?.TxAmt?.Amt;
    const inCurrency = own !== undefined && own['@Ccy'] === one.Amt['@Ccy'];
    return inCurrency ? signed({ Amt: own, CdtDbtInd: one.CdtDbtInd }) : null;
  });
  const whole = amounts.flatMap((part) => (part === null || part === 0n ? [] : [part]));
  const divided = all.length > 1 && whole.length === all.length && sum(whole) === booked.amount;
  const parts = divided ? all : [all[0] ?? {}];
  return parts.map((part, index) => {
    const own = known(part.Refs?.AcctSvcrRef);
    const ofEntry = known(one.AcctSvcrRef);
    const place = divided && ofEntry !== '' ? `${ofEntry}/${index + 1}` : ofEntry;
    return {
      ...booked,
      amount: divided ? (whole[index] ?? 0n) : booked.amount,
      reference: divided && own !== '' && own !== ofEntry ? own : place,
      endToEnd: known(part.Refs?.EndToEndId),
      ...otherSide(part, one.CdtDbtInd),
      text: [textOf(part), one.AddtlNtryInf ?? ''].filter((words_) => words_ !== '').join(' '),
    };
  });
}

function balanceBy(one: z.infer<typeof statement>, codes: readonly string[]) {
  const found = codes.flatMap((code) => (one.Bal ?? []).filter(({ Tp }) => Tp.CdOrPrtry.Cd === code))[0];
  return found ? { amount: signed(found), day: dayOf(found.Dt), currency: found.Amt['@Ccy'] } : null;
}

function statementOf(one: z.infer<typeof statement>): ReadStatement {
  const opening = balanceBy(one, ['OPBD', 'PRCD']);
  const closing = balanceBy(one, ['CLBD']);
  const currency = one.Acct.Ccy ?? opening?.currency ?? closing?.currency ?? '';
  const read: ReadStatement = {
    account: one.Acct.Id.IBAN ?? one.Acct.Id.Othr?.Id ?? '',
    currency,
    number: (one.ElctrncSeqNb ?? one.Id ?? '').slice(0, 40),
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    closedOn: closing?.day ?? null,
    lines: [],
    faults: [],
  };
  for (const [index, booked] of (one.Ntry ?? []).entries()) {
    const row = index + 1;
    // What is pending or for information moved nothing yet.
    if ((typeof booked.Sts === 'string' ? booked.Sts : booked.Sts.Cd) !== 'BOOK') continue;
    const moved = booked.Amt['@Ccy'] === currency ? signed(booked) : null;
    const day = dayOf(booked.BookgDt) ?? dayOf(booked.ValDt);
    if (moved === null) read.faults.push({ row, message: `Its amount is no amount of ${currency}.` });
    if (day === null) read.faults.push({ row, message: 'Has no booking date.' });
    if (moved === null || day === null || moved === 0n) continue;
    read.lines.push(...linesOf(booked, { row, day, valueDay: dayOf(booked.ValDt), amount: moved }));
  }
  return read;
}

/** The statements of a CAMT.053 file, of any version of it. Refuses what is no such file, in one sentence. M9. */
export function readCamt053(text: string): ReadStatement[] {
  const read = document.safeParse(treeOf(text));
  if (!read.success) {
    const path = read.error.issues[0]?.path.join('.') ?? '';
    throw refusal(path.includes('Stmt') ? `${SENTENCES.other} Look at ${path}.` : SENTENCES.other);
  }
  const { Stmt } = read.data.Document.BkToCstmrStmt;
  const statements = Stmt.map(statementOf);
  if (statements.length === 0) throw refusal(SENTENCES.none);
  if (sum(statements.map(({ lines }) => BigInt(lines.length))) > BigInt(MOST_LINES)) throw refusal(SENTENCES.many);
  return statements;
}
