import { nameKey } from '../names.ts';
import { daysBetween, type Day } from '../values/day.ts';
import { readCount } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { exactSums } from './exact-sums.ts';

/** Why a line is proposed to be a record, in the order in which the reasons are looked for. M10. */
export const MATCH_REASONS = ['NUMBER', 'END_TO_END', 'PAYER', 'PAYER_SEVERAL', 'PAYER_LESS', 'BY_HAND'] as const;
type MatchReason = (typeof MATCH_REASONS)[number];
export const MATCH_REASON_LABELS: Record<MatchReason, string> = {
  NUMBER: 'Our number in the text, and the same amount',
  END_TO_END: 'The end-to-end id of our voucher',
  PAYER: 'Known payer or payee, one equal amount',
  PAYER_SEVERAL: 'Known payer, several that sum exactly',
  PAYER_LESS: 'Known payer, less exactly a certificate or a charge',
  BY_HAND: 'Matched by hand',
};

/** A line of a statement, in minor units: into the account positive. */
export type LineToMatch = { day: Day; amount: bigint; text: string; reference: string; endToEnd: string };

/** A tax of a note that a certificate can still pay, in minor units. */
type CertifiableTax = { tax: number; amount: bigint };
/** A note that is owed to us, with what a certificate can pay of it and what the firm may bear of it. */
export type NoteToMatch = {
  kind: 'note';
  id: number;
  number: string;
  party: number;
  outstanding: bigint;
  taxes: readonly CertifiableTax[];
  bearable: bigint;
};
export const MATCHED_KINDS = ['receipt', 'voucher', 'adjustment'] as const;
export type MatchedKind = (typeof MATCHED_KINDS)[number];
/** A receipt, a voucher or what an adjustment made good; or how it came back, once it was reversed. */
export type MatchedRecord = { kind: MatchedKind; id: number; returned: boolean };
/** Such a one that no line of the account is matched with; what it moves there, into it positive. */
export type EnteredToMatch = MatchedRecord & {
  number: string | null;
  party: number | null;
  amount: bigint;
  reference: string;
  day: Day;
  /** It was reversed, and no line says that it came back: it may never have been at the bank. */
  doubtful: boolean;
};
export type ToMatch = { notes: readonly NoteToMatch[]; entered: readonly EnteredToMatch[] };

/** What a payer kept back of a note. */
type Less = { note: number; amount: bigint } & ({ kind: 'CERTIFICATE'; tax: number } | { kind: 'BANK_CHARGE' });
/** What a line is proposed to be: a record that is there, receipts that were banked together, or a receipt for notes of one payer. */
export type Proposal = { reason: MatchReason; party: number | null } & (
  | { records: readonly MatchedRecord[] }
  | { notes: readonly { note: number; amount: bigint }[]; less: Less | null }
);

/** By what a record is known again, and how it came back. */
export const recordKey = ({ kind, id, returned }: MatchedRecord): string =>
  `${kind}:${id}${returned ? ':returned' : ''}`;

/** The receipts of a key that a person put together of theirs. */
export const receiptsIn = (key: string): number[] =>
  [...key.matchAll(/(?:^|\+)receipt:(\d{1,9})(?=\+|$)/g)].map(([, id]) => readCount(id ?? ''));

/** By what a proposal is known again when it is chosen. */
export function proposalKey(proposal: Proposal): string {
  if ('records' in proposal) return proposal.records.map(recordKey).join('+');
  const notes = proposal.notes.map(({ note, amount }) => `${note}=${amount}`).join(',');
  const { less } = proposal;
  const kept =
    less === null ? '' : `-${less.kind}${less.kind === 'CERTIFICATE' ? less.tax : ''}@${less.note}=${less.amount}`;
  return `notes:${notes}${kept}`;
}

/** Letters and digits alone: "DN/NBO/2026/000001" and "dn nbo 2026 000001" are one. */
export const bareNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const SHORTEST = 5;
const LONGEST = 30;

/** All that may be a number of ours in a text, bare: what ends where a row of digits ends. At most some hundreds. */
export function numbersIn(text: string): string[] {
  const signs = bareNumber(text).slice(0, 400);
  const ends = [...signs.matchAll(/\d+/g)].map(({ index, 0: digits }) => index + digits.length).slice(0, 12);
  return ends.flatMap((end) =>
    Array.from({ length: LONGEST - SHORTEST + 1 }, (_, more) => end - SHORTEST - more)
      .filter((start) => start >= 0)
      .map((start) => signs.slice(start, end)),
  );
}

/** By what a payer is known again: its account, its name. Empty ones say nothing. */
export function knownPayer({ party, partyAccount }: { party: string; partyAccount: string }): string[] {
  const [account, name] = [bareNumber(partyAccount), nameKey(party)];
  return [...(account === '' ? [] : [`account:${account}`]), ...(name === '' ? [] : [`name:${name}`])];
}

/** Whether a text names a number, whatever is between its parts; a longer number is another. */
export function namesNumber(text: string, number: string | null): boolean {
  const digits = bareNumber(number ?? '');
  if (digits === '') return false;
  const signs = bareNumber(text);
  for (let at = signs.indexOf(digits); at >= 0; at = signs.indexOf(digits, at + 1)) {
    const after = signs[at + digits.length] ?? '';
    const before = signs[at - 1] ?? '';
    const longer = /\d/.test(after) || (/\d/.test(before) && /^\d/.test(digits));
    if (!longer) return true;
  }
  return false;
}

const wholeNotes = (reason: MatchReason, notes: readonly NoteToMatch[]): Proposal => ({
  reason,
  party: notes[0]?.party ?? null,
  notes: notes.map(({ id, outstanding }) => ({ note: id, amount: outstanding })),
  less: null,
});
/** Records of one party, or of several, who are then nobody. */
export function asRecords(reason: MatchReason, chosen: readonly EnteredToMatch[]): Proposal {
  const [first, ...others] = chosen;
  const party = first && others.every((one) => one.party === first.party) ? first.party : null;
  return { reason, party, records: chosen.map(({ kind, id, returned }) => ({ kind, id, returned })) };
}

/** What may be one of several receipts that were banked as one line. */
const isPartOf = (line: LineToMatch, one: EnteredToMatch): boolean =>
  one.kind === 'receipt' && !one.returned && one.amount > 0n && one.amount < line.amount;

/** Receipts as a person chose them for one line, by their keys; null where they are no such receipts or do not sum exactly. */
export function bankedTogether(line: LineToMatch, key: string, entered: readonly EnteredToMatch[]): Proposal | null {
  const chosen = new Set(key.split('+'));
  const receipts = entered.filter((one) => chosen.has(recordKey(one)) && isPartOf(line, one));
  const whole = receipts.length === chosen.size && sum(receipts.map(({ amount }) => amount)) === line.amount;
  return whole ? asRecords('BY_HAND', receipts) : null;
}

/** Cheques are banked together within so many days of the line; older receipts are others. */
export const DAYS_TOGETHER = 7;
/** So far from its line a person looks for them. */
export const DAYS_BY_HAND = 31;
const isNear = ({ day }: LineToMatch, one: EnteredToMatch) => Math.abs(daysBetween(day, one.day)) <= DAYS_TOGETHER;

const hasReference = (line: LineToMatch, { reference }: EnteredToMatch) =>
  line.reference !== '' && bareNumber(reference) === bareNumber(line.reference);

/** Receipts of one slip of banking, under whose reference they were all entered. */
function bySlip(line: LineToMatch, entered: readonly EnteredToMatch[]): Proposal[] {
  const slip = entered.filter((one) => isPartOf(line, one) && hasReference(line, one));
  return sum(slip.map(({ amount }) => amount)) === line.amount ? [asRecords('NUMBER', slip)] : [];
}

/** Our numbers in the text and an amount equal to theirs; or the bank's own reference on what was entered. */
function byNumber(line: LineToMatch, { notes, entered }: ToMatch): Proposal[] {
  const text = `${line.text} ${line.endToEnd}`;
  const equal = entered.filter(({ amount }) => amount === line.amount);
  const named = equal.filter(
    (one) =>
      // A voucher's own id that came back with the payment is a reason of its own.
      namesNumber(one.kind === 'voucher' ? line.text : text, one.number) || hasReference(line, one),
  );
  const numbers = notes.filter(({ number }) => namesNumber(text, number));
  const parties = [...Map.groupBy(numbers, ({ party }) => party).values()];
  const whole = parties.filter((own) => sum(own.map(({ outstanding }) => outstanding)) === line.amount);
  const single = numbers.filter(
    (one) => one.outstanding === line.amount && !whole.some((own) => own.length === 1 && own[0] === one),
  );
  return [
    ...named.map((one) => asRecords('NUMBER', [one])),
    ...bySlip(line, entered),
    ...whole.map((own) => wholeNotes('NUMBER', own)),
    ...single.map((one) => wholeNotes('NUMBER', [one])),
  ];
}

const byEndToEnd = (line: LineToMatch, { entered }: ToMatch): Proposal[] =>
  entered
    .filter(({ kind, amount }) => kind === 'voucher' && amount === line.amount)
    .filter(({ number }) => namesNumber(line.endToEnd, number))
    .map((one) => asRecords('END_TO_END', [one]));

const byPayer = (line: LineToMatch, { notes, entered }: ToMatch): Proposal[] => [
  ...entered.filter(({ amount }) => amount === line.amount).map((one) => asRecords('PAYER', [one])),
  ...notes.filter(({ outstanding }) => outstanding === line.amount).map((one) => wholeNotes('PAYER', [one])),
];

/** Receipts of those days that the payer's line banked together, and notes, that sum exactly. */
function bySeveral(line: LineToMatch, { notes, entered }: ToMatch): Proposal[] {
  const exactly = { least: line.amount, most: line.amount, smallest: 2 };
  const receipts = entered.filter((one) => isPartOf(line, one) && isNear(line, one));
  return [
    ...exactSums(receipts, ({ amount }) => amount, exactly).map((chosen) => asRecords('PAYER_SEVERAL', chosen)),
    ...exactSums(notes, ({ outstanding }) => outstanding, exactly).map((chosen) => wholeNotes('PAYER_SEVERAL', chosen)),
  ];
}

/** What of chosen notes the payer kept back, where that is exactly one certificate, or one charge that the firm may bear. */
function lessOf(chosen: readonly NoteToMatch[], kept: bigint): Less[] {
  const certified = chosen.flatMap(({ id, taxes }) =>
    taxes
      .filter(({ amount }) => amount === kept)
      .map(({ tax }): Less => ({ kind: 'CERTIFICATE', tax, note: id, amount: kept })),
  );
  if (certified.length > 0) return certified;
  const bearer = chosen.find(({ bearable, outstanding }) => kept <= bearable && kept < outstanding);
  return bearer ? [{ kind: 'BANK_CHARGE', note: bearer.id, amount: kept }] : [];
}

const largest = (amounts: readonly bigint[]): bigint => amounts.reduce((most, one) => (one > most ? one : most), 0n);

function lessProposals(line: LineToMatch, notes: readonly NoteToMatch[]): Proposal[] {
  const most = largest(notes.flatMap(({ taxes, bearable }) => [bearable, ...taxes.map(({ amount }) => amount)]));
  if (most === 0n) return [];
  const within = { least: line.amount + 1n, most: line.amount + most, smallest: 1 };
  return exactSums(notes, ({ outstanding }) => outstanding, within).flatMap((chosen) => {
    const kept = sum(chosen.map(({ outstanding }) => outstanding)) - line.amount;
    return lessOf(chosen, kept).map((less): Proposal => ({
      ...wholeNotes('PAYER_LESS', chosen),
      notes: chosen.map(({ id, outstanding }) => ({
        note: id,
        amount: id === less.note ? outstanding - kept : outstanding,
      })),
      less,
    }));
  });
}

/** Notes and records by the one payer or payee that each is of. */
function ofEach(payers: readonly number[], { notes, entered }: ToMatch): ToMatch[] {
  return payers.map((payer) => ({
    notes: notes.filter(({ party }) => party === payer),
    entered: entered.filter(({ party }) => party === payer),
  }));
}

/**
 * What a line may be, by the first reason in their order that finds anything; several are a tie, which a person decides.
 * `payers` are the parties that its name or account is known to be. Amounts alone never propose anything. M10.
 */
export function proposalsFor(line: LineToMatch, payers: readonly number[], all: ToMatch): Proposal[] {
  const sure = { ...all, entered: all.entered.filter(({ doubtful }) => !doubtful) };
  const known = ofEach(payers, sure);
  const steps: (() => Proposal[])[] = [
    () => byNumber(line, sure),
    () => byEndToEnd(line, sure),
    () => known.flatMap((own) => byPayer(line, own)),
    () => known.flatMap((own) => bySeveral(line, own)),
    () => known.flatMap(({ notes }) => lessProposals(line, notes)),
  ];
  for (const step of steps) {
    const proposals = step();
    if (proposals.length > 0) return proposals;
  }
  return [];
}
