import type { Decoded, WireReply } from '../../../domain/endpoint.ts';
import { MOST_AT_ONCE, type confirmMatches, type listOpenLines } from '../../../domain/banks/match-contract.ts';
import type { listStatementAccounts } from '../../../domain/banks/contract.ts';
import type { bankReconciliation } from '../../../domain/reports/bank-reconciliation.ts';
import { addMonths, firstOfMonth, lastOfMonth, type Day } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import type { Desk } from './desk.ts';

const SCA = '/api/sca/v1';
const CURRENCY = 'KES';
const PAGE = 500;

/** What moved on the account in the books: what its bank has to say of it, into the account positive. */
type Moved = { day: Day; amount: bigint; text: string; reference: string };
type Statement = { number: string; opening: bigint; closing: bigint; to: Day; lines: readonly Moved[] };

const minor = (amount: string): bigint => {
  const read = parseAmount(amount, CURRENCY);
  if (typeof read !== 'bigint') throw new Error(`No amount: ${amount}`);
  return read;
};
const short = (day: Day): string => day.slice(2).replaceAll('-', '');
const size = (amount: bigint): string => formatAmount(amount < 0n ? -amount : amount, CURRENCY).replace('.', ',');
const side = (amount: bigint): 'C' | 'D' => (amount < 0n ? 'D' : 'C');

/** A statement as the bank sends it, in MT940. */
function mt940(account: string, { number, opening, closing, to, lines }: Statement): string {
  const [first = to] = lines.map(({ day }) => day);
  const balance = (tag: string, day: Day, amount: bigint) =>
    `:${tag}:${side(amount)}${short(day)}${CURRENCY}${size(amount)}`;
  return [
    ':20:BAHARI',
    `:25:${account}`,
    `:28C:${number}`,
    balance('60F', first, opening),
    ...lines.flatMap(({ day, amount, text, reference }) => [
      `:61:${short(day)}${short(day).slice(2)}${side(amount)}${size(amount)}NTRFNONREF//${reference}`,
      `:86:${text}`,
    ]),
    balance('62F', to, closing),
    '-',
    '',
  ].join('\r\n');
}

/** What the books say moved on the account, in the order of its days; before any statement all of it is unpresented. */
async function movedOn(desk: Desk, bank: string): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (let start = 0; ; start += PAGE) {
    const query = { bank, section: 'UNPRESENTED', start: String(start), length: String(PAGE) };
    const { data } = await desk.call<WireReply<typeof bankReconciliation>>(
      'root',
      `GET ${SCA}/bankstatement/reconciliation`,
      { query },
    );
    for (const [index, { day, amount, number, party }] of data.entries())
      if (day !== null)
        moved.push({
          day,
          amount: -minor(amount),
          text: `${number} ${party}`.trim(),
          // The first row of the account was its balance, when these numbers began.
          reference: `BB${1_000_000 + (start + index + 1) * 7}`,
        });
    if (data.length < PAGE) return moved;
  }
}

const total = (lines: readonly Moved[]): bigint => sum(lines.map(({ amount }) => amount));

/** Confirms what one thing alone is proposed for, of the lines up to a day. */
async function confirmUntil(desk: Desk, account: number, day: Day): Promise<void> {
  const items: Decoded<typeof confirmMatches>['body']['items'] = [];
  for (let start = 0; ; start += 100) {
    const query = { account: String(account), start: String(start), length: '100' };
    const { data } = await desk.call<WireReply<typeof listOpenLines>>('root', `GET ${SCA}/bankmatch/open`, { query });
    for (const { id, day: on, proposals } of data) {
      const [only, ...others] = proposals;
      if (only && others.length === 0 && on <= day && !only.key.startsWith('notes:'))
        items.push({ line: id, key: only.key });
    }
    if (data.length < 100) break;
  }
  for (let from = 0; from < items.length; from += MOST_AT_ONCE) {
    const body = { account, items: items.slice(from, from + MOST_AT_ONCE) };
    await desk.call('root', `PUT ${SCA}/bankmatch/confirm`, { body });
  }
}

/**
 * The last two ended months of the clients' shillings as the bank has them: the first matched throughout, of the second what
 * the first ten days moved; a payment not presented yet, a charge and a stranger's money that the books do not know. M9, M10.
 */
export async function readStatements(desk: Desk): Promise<void> {
  const accounts = await desk.call<WireReply<typeof listStatementAccounts>>(
    'root',
    `GET ${SCA}/bankstatement/accounts`,
  );
  const account = accounts.find(({ name, currency }) => currency === CURRENCY && name.includes('Clients'));
  if (!account) throw new Error('The sample firm has an account for clients’ shillings.');
  const moved = await movedOn(desk, String(account.id));
  const second = firstOfMonth(addMonths(desk.today(), -1));
  const first = firstOfMonth(addMonths(desk.today(), -2));
  const within = (from: Day) => moved.filter(({ day }) => day >= from && day <= lastOfMonth(from));
  const [late, ...others] = within(second).toReversed();
  const strange: Moved[] = [
    { day: lastOfMonth(second), amount: -45_000n, text: 'Ledger fees', reference: 'BBFEE9' },
    { day: lastOfMonth(second), amount: 12_500_000n, text: 'Inward transfer, remitter not named', reference: 'BBIN77' },
  ];
  const months = [
    { month: first, lines: within(first) },
    { month: second, lines: late === undefined ? strange : [...others.toReversed(), ...strange] },
  ];
  let opening = total(moved.filter(({ day }) => day < first));
  for (const [place, { month, lines }] of months.entries()) {
    const closing = opening + total(lines);
    const file = mt940(account.number, { number: `${place + 1}/1`, opening, closing, to: lastOfMonth(month), lines });
    await desk.call('root', `POST ${SCA}/bankstatement/save`, {
      query: { account: String(account.id), name: `bahari-${month.slice(0, 7)}.sta` },
      file: Buffer.from(file),
    });
    opening = closing;
  }
  await confirmUntil(desk, account.id, `${second.slice(0, 8)}10`);
}
