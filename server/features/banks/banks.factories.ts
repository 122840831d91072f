import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
export const BANK = `${SCA}/bankstatement`;

type AccountChanges = Partial<Record<'number' | 'iban' | 'currency' | 'purpose' | 'name', string>> & {
  branch_id?: number | null;
  is_default?: boolean;
};

/** An account of ours with a bank, for client money in shillings unless it is said otherwise; gives its id. */
export async function ourBankAccount(t: TestApp, changes: AccountChanges = {}): Promise<number> {
  const body = {
    name: 'Clients KES',
    bank: 'Bahari Bank',
    bank_branch: '',
    number: '0100200301',
    iban: '',
    swift: '',
    currency: 'KES',
    purpose: 'CLIENT',
    branch_id: null,
    is_default: true,
    ...changes,
  };
  const made = await t.call('root', `POST ${SCA}/bankaccount/save`, { body });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}

type Entry = { day?: string; amount: string; reference?: string; ours?: string; text?: string | undefined };
type Mt940 = {
  account?: string;
  currency?: string;
  opening: string;
  closing: string;
  day?: string;
  entries?: readonly Entry[];
};

const balance = (amount: string, { day, currency }: { day: string; currency: string }) =>
  `${amount.startsWith('-') ? 'D' : 'C'}${day}${currency}${amount.replace('-', '').replace('.', ',')}`;

/** One statement as a bank writes it in MT940: amounts as "-1250.00", days as "260302". */
export function mt940(statement: Mt940): string {
  const { account = '0100200301', currency = 'KES', opening, closing, day = '260302', entries = [] } = statement;
  const lines = entries.flatMap((one) => {
    const side = one.amount.startsWith('-') ? 'D' : 'C';
    const amount = one.amount.replace('-', '').replace('.', ',');
    const on = one.day ?? day;
    const reference = one.reference === undefined ? '' : `//${one.reference}`;
    return [
      `:61:${on}${on.slice(2)}${side}${amount}NTRF${one.ours ?? 'NONREF'}${reference}`,
      ...(one.text === undefined ? [] : [`:86:${one.text}`]),
    ];
  });
  return [
    ':20:STMT',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(opening, { day, currency })}`,
    ...lines,
    `:62F:${balance(closing, { day, currency })}`,
    '-',
    '',
  ].join('\r\n');
}

type Camt = { account?: string; currency?: string; opening: string; closing: string; entries: string; day?: string };

/** One statement as CAMT.053 (ISO 20022), with its entries as XML. */
export function camt053({
  account = '0100200301',
  currency = 'KES',
  opening,
  closing,
  entries,
  day = '2026-03-02',
}: Camt) {
  const bal = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>` +
    `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>` +
    `${bal('OPBD', opening)}${bal('CLBD', closing)}${entries}</Stmt></BkToCstmrStmt></Document>`
  );
}

type CamtEntry = { amount: string; side?: 'CRDT' | 'DBIT'; status?: string; reference?: string; details?: string };

export const camtEntry = ({
  amount,
  side = 'CRDT',
  status = 'BOOK',
  reference = '',
  details = '',
}: CamtEntry): string =>
  `<Ntry><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>` +
  `<BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-02</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>` +
  `<NtryDtls>${details}</NtryDtls></Ntry>`;

type Sending = { account: number; name?: string; sheet?: object; who?: string };

const send =
  (act: 'preview' | 'save') =>
  (t: TestApp, file: string | Buffer, sending: Sending): Promise<TestReply> => {
    const { account, name = 'statement.txt', sheet, who = 'accountant.nbo' } = sending;
    const query = { account, name, ...(sheet && { sheet: JSON.stringify(sheet) }) };
    const body = Buffer.isBuffer(file) ? file : Buffer.from(file);
    const headers = { 'content-type': 'application/octet-stream' };
    return t.call(who, `POST ${BANK}/${act}`, { query, body, headers });
  };
/** What a file would be for an account of ours; and its being read. */
export const previewFile = send('preview');
export const readFile = send('save');

const MATCH = `${SCA}/bankmatch`;
const CURRENCY = 'KES';
const minorOf = (amount: string): bigint => {
  const minor = parseAmount(amount, CURRENCY);
  if (typeof minor !== 'bigint') throw new Error(`${amount} is no amount.`);
  return minor;
};
type Chosen = { line: number; key: string; certificate?: string };

/** What the bank says of one account of ours, statement after statement, and what its lines are confirmed to be. */
export function bankLinesOf(t: () => TestApp, { id: account, number }: { id: number; number: string }) {
  let balance = 0n;
  const open = async (who = 'accountant.nbo') =>
    (await t().call(who, `GET ${MATCH}/open`, { query: { account } })).body.data;
  const confirm = (items: Chosen[], who = 'accountant.nbo') =>
    t().call(who, `PUT ${MATCH}/confirm`, { body: { account, items } });
  return {
    /** Reads a statement of these entries that follows the last one. */
    says: async (...entries: Entry[]): Promise<number> => {
      const closing = balance + sum(entries.map(({ amount }) => minorOf(amount)));
      const shown = (minor: bigint) => formatAmount(minor, CURRENCY);
      const text = mt940({ account: number, opening: shown(balance), closing: shown(closing), entries });
      const read = await readFile(t(), text, { account });
      if (read.status !== 200) throw new Error(JSON.stringify(read.body));
      balance = closing;
      return read.body.id;
    },
    open,
    confirm,
    /** Confirms the one proposal of each open line. */
    confirmAll: async () => {
      const lines: { id: number; proposals: { key: string }[] }[] = await open();
      return confirm(lines.map(({ id, proposals }) => ({ line: id, key: proposals[0]?.key ?? '' })));
    },
    matched: async (query: Record<string, string | number> = {}) =>
      (await t().call('manager.nbo', `GET ${MATCH}/items`, { query: { bank: account, ...query } })).body.data,
  };
}
