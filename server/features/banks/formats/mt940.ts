import type { ReadStatement, StatementLine } from '../../../../domain/banks/statement.ts';
import { daysBetween, parseDay, type Day } from '../../../../domain/values/day.ts';
import { readAmount } from '../../../../domain/values/money.ts';
import { refusal } from '../../../platform/imports/refusal.ts';
import { MOST_LINES, SENTENCES } from './sentences.ts';

type Field = { tag: string; value: string };

/** The fields of all messages in a file, in its order; a field goes on until the next begins. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    // What SWIFT wraps around a message: "{1:…}{4:" before its first field, "-}" behind its last one.
    const bare = line.replace(/^(\{[1-5]:[^{}]*\})*\{4:/, '');
    const match = /^:(\d{2}[A-Z]?):(.*)$/.exec(bare);
    const last = fields.at(-1);
    if (match) fields.push({ tag: match[1] ?? '', value: match[2] ?? '' });
    else if (last && !/^-(\}.*)?$/.test(bare) && bare !== '') last.value += `\n${bare}`;
  }
  return fields;
}

/** "260302" is a day of this century. */
const dayOf = (digits: string): Day | null =>
  parseDay(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`);

/** The day of "MMDD" that is nearest to the value date: at the turn of a year they lie in two. */
function entryDay(digits: string | undefined, value: Day): Day {
  if (digits === undefined) return value;
  const years = [-1, 0, 1].map((step) => String(BigInt(value.slice(0, 4)) + BigInt(step)));
  const days = years.flatMap((year) => parseDay(`${year}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`) ?? []);
  const away = (day: Day) => Math.abs(daysBetween(value, day));
  return days.toSorted((a, b) => away(a) - away(b))[0] ?? value;
}

/** "562500," and "562500,00" with the decimals of their currency. */
const amountOf = (text: string, currency: string): bigint | null =>
  readAmount(text.replace(',', '.').replace(/\.$/, ''), currency);

type Balance = { day: Day | null; currency: string; amount: bigint };

function balanceOf(value: string): Balance | null {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(value.trim());
  const amount = match ? amountOf(match[4] ?? '', match[3] ?? '') : null;
  if (!match || amount === null) return null;
  return { day: dayOf(match[2] ?? ''), currency: match[3] ?? '', amount: match[1] === 'D' ? -amount : amount };
}

const ENTRY =
  /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)[A-Z]?(\d[\d,]*)[A-Z][A-Z0-9]{3}([^\n]{0,60}?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;
// A credit that is taken back leaves the account, a debit that is taken back comes into it.
const INTO = new Set(['C', 'EC', 'RD']);
const NONE = /^(NONREF|NOTPROVIDED)?$/i;
const known = (text: string) => (NONE.test(text.trim()) ? '' : text.trim());

/** What says what follows it; a number of ours may hold short words between its strokes, too. */
const WORDS =
  'EREF|KREF|MREF|CREF|DREF|PREF|RREF|IREF|MARF|BENM|ORDP|NAME|REMI|IBAN|ACCW|BIC|ISDT|CSID|RTRN|ULTC|ULTB|CNTP|PURP|TRTP|TRCD|SVCL|INIT|OCMT|CHGS|EXCH';

type Details = Pick<StatementLine, 'endToEnd' | 'party' | 'partyAccount' | 'text'>;

/** What is said with an entry: in numbered parts ("?20…?32…"), by words ("/EREF/…/REMI/…"), or as it comes. */
function detailsOf(value: string): Details {
  const joined = value.replaceAll('\n', '');
  if (/^\d{3}\?/.test(joined)) {
    const parts = [...joined.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code = '', text = '']) => ({ code, text }));
    const within = (first: string, last: string) =>
      parts.flatMap(({ code, text }) => (code >= first && code <= last ? [text] : []));
    const text = [...within('20', '29'), ...within('60', '63')].join('');
    const endToEnd = /EREF\+(.*?)(?=[A-Z]{4}\+|$)/.exec(text)?.[1] ?? '';
    const remitted = /SVWZ\+(.*?)(?=[A-Z]{4}\+|$)/.exec(text)?.[1];
    return {
      endToEnd: known(endToEnd),
      party: within('32', '33').join('').trim(),
      partyAccount: within('31', '31').join('').trim(),
      text: (remitted ?? text).trim(),
    };
  }
  const word = (name: string) => new RegExp(`/${name}/(.*?)(?=/(?:${WORDS})/|/?$)`).exec(joined)?.[1]?.trim() ?? '';
  return {
    endToEnd: known(word('EREF')),
    party: word('NAME') || word('ORDP') || word('BENM'),
    partyAccount: word('IBAN') || word('ACCW'),
    text: word('REMI') || value.replaceAll('\n', ' ').trim(),
  };
}

function addEntry(statement: ReadStatement, { value }: Field, row: number): void {
  const match = ENTRY.exec(value);
  const valueDay = match ? dayOf(match[1] ?? '') : null;
  const size = match ? amountOf(match[4] ?? '', statement.currency) : null;
  if (!match || valueDay === null || size === null) {
    statement.faults.push({ row, message: `“${value.slice(0, 60)}” is no entry of an MT940 statement.` });
    return;
  }
  if (size === 0n) return;
  statement.lines.push({
    row,
    day: entryDay(match[2], valueDay),
    valueDay,
    amount: INTO.has(match[3] ?? '') ? size : -size,
    reference: known(match[6] ?? ''),
    endToEnd: known(match[5] ?? ''),
    party: '',
    partyAccount: '',
    text: (match[7] ?? '').replaceAll('\n', ' ').trim(),
  });
}

function addDetails(statement: ReadStatement, { value }: Field, row: number): void {
  const at = statement.lines.findIndex((line) => line.row === row);
  const line = statement.lines[at];
  if (!line) return;
  const details = detailsOf(value);
  const text = [line.text, details.text].filter((part) => part !== '').join(' ');
  statement.lines[at] = { ...line, ...details, endToEnd: details.endToEnd || line.endToEnd, text };
}

const emptyStatement = (): ReadStatement => ({
  account: '',
  currency: '',
  number: '',
  opening: null,
  closing: null,
  closedOn: null,
  lines: [],
  faults: [],
});

/** The statements of an MT940 file, a page of a longer one as a statement of its own. Refuses what is cut short. M9. */
export function readMt940(text: string): ReadStatement[] {
  const statements: ReadStatement[] = [];
  let [row, count] = [0, 0];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') {
      statements.push(emptyStatement());
      row = 0;
    }
    const statement = statements.at(-1);
    if (!statement) continue;
    if (field.tag === '25' || field.tag === '25P') statement.account = field.value.split('\n')[0]?.trim() ?? '';
    if (field.tag === '28C' || field.tag === '28') statement.number = field.value.trim().slice(0, 40);
    if (field.tag === '60F' || field.tag === '60M') {
      const opening = balanceOf(field.value);
      Object.assign(statement, opening && { opening: opening.amount, currency: opening.currency });
    }
    if (field.tag === '62F' || field.tag === '62M') {
      const closing = balanceOf(field.value);
      Object.assign(statement, closing && { closing: closing.amount, closedOn: closing.day });
    }
    if (field.tag === '61') {
      row += 1;
      count += 1;
      if (count > MOST_LINES) throw refusal(SENTENCES.many);
      addEntry(statement, field, row);
    }
    // What follows the closing balance is about the whole statement.
    if (field.tag === '86' && statement.closing === null) addDetails(statement, field, row);
  }
  if (statements.length === 0) throw refusal(SENTENCES.none);
  const whole = (one: ReadStatement) => one.account !== '' && one.opening !== null && one.closing !== null;
  if (!statements.every(whole)) throw refusal(SENTENCES.cut);
  return statements;
}
