import type { Book } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { OCTETS, one, SCA, work, workbook } from './imports.factories.ts';

export const HEAD = ['Policy No', 'Name of insured', 'Inception', 'Expiry', 'TSI', 'Rate %', 'Cession %', 'Remarks'];
type Cell = string | number | null;

/** A row of a bordereau: the example's policy, with the changes named. */
export function row(n: number, changes: Record<string, Cell> = {}): Cell[] {
  const cells: Record<string, Cell> = {
    'Policy No': `FIR/${n}`,
    'Name of insured': 'KISUMU SUGAR WORKS',
    Inception: '01/03/2026',
    Expiry: '28/02/2027',
    TSI: 500_000_000,
    'Rate %': 0.25,
    'Cession %': '60%',
    Remarks: 'kept',
    ...changes,
  };
  return HEAD.map((name) => cells[name] ?? null);
}

/** What the rows have in common: the example's terms, its securities in percent of what is ceded. */
export const commonOf = (book: Book, changes: Record<string, unknown> = {}) => ({
  reinsured: book.reinsured,
  cover_type: book.coverType,
  currency: 'KES',
  dateoffered: '2026-02-20',
  cedant_commission: '25',
  brokerage: '5',
  payment_terms: 'LUMP_30',
  line_basis: 'CEDED',
  securities: [
    { security: book.a, share: '50' },
    { security: book.b, share: '30' },
    { security: book.c, share: '20' },
  ],
  ...changes,
});

type Sending = {
  rows?: Cell[][];
  csv?: string;
  bytes?: Buffer;
  common: Record<string, unknown>;
  branch?: string;
};

/** Sends a bordereau as the screen does. */
export const upload = async (t: TestApp, who: string, { rows, csv, bytes, common, branch }: Sending) =>
  t.call(who, `POST ${SCA}/import/upload`, {
    query: {
      target: 'policies',
      name: csv === undefined ? 'bordereau.xlsx' : 'bordereau.csv',
      common: JSON.stringify(common),
      ...(branch === undefined ? {} : { branch }),
    },
    body: bytes ?? Buffer.from(csv ?? (await workbook([HEAD, ...(rows ?? [])]))),
    headers: OCTETS,
  });

/** Sends it, has it checked, and gives it as its page would show it. */
export async function checked(t: TestApp, who: string, sending: Sending) {
  const reply = await upload(t, who, sending);
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  await work(t);
  return one(t, who, reply.body.id);
}

export const rowsOf = async (t: TestApp, id: number, query: Record<string, string | number> = {}) =>
  (await t.call('underwriter.nbo', `GET ${SCA}/import/rows`, { query: { id, length: 500, ...query } })).body;

/** The sentences about each faulty row. */
export async function faultsOf(t: TestApp, id: number): Promise<[number, string[]][]> {
  const { data } = await rowsOf(t, id, { outcome: 'error' });
  return data.map((one: { row: number; errors: { message: string }[] }) => [
    one.row,
    one.errors.map((error) => error.message),
  ]);
}

export const policyCount = async (t: TestApp) =>
  (await t.ownerPool.query<{ count: number }>('select count(*)::int as count from policies')).rows[0]?.count ?? 0;
