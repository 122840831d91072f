import type { Rig } from './rig.ts';

type Row = Record<string, string>;
const FIGURES = [
  'held',
  'unallocated',
  'premiums',
  'claims',
  'required',
  'fees',
  'short',
  'charges',
  'exchanged',
  'between_branches',
  'result',
  'other',
];
const units = (text: string) => BigInt(text.replace('.', ''));

/**
 * The client bank holds what came in for notes and claims and was not paid on, and nothing that nobody can explain; its accounts
 * add up to it. Names what does not. M14.
 */
export async function unexplained(t: Pick<Rig, 'call'>, who = 'manager.nbo'): Promise<string[]> {
  const rowsOf = async (call: string): Promise<Row[]> =>
    (await t.call(who, `GET /api/sca/v1/clientmoney/${call}`)).body.data;
  const [rows, accounts] = [await rowsOf('items'), await rowsOf('accounts')];
  const faults = [...rows, ...accounts]
    .filter(({ other = '' }) => !/^-?0(\.0+)?$/.test(other))
    .map(
      (row) => `${row['branch']} ${row['currency']} ${row['name'] ?? ''} holds ${row['other']} that nobody explains`,
    );
  for (const row of rows) {
    const own = accounts.filter(({ branch, currency }) => branch === row['branch'] && currency === row['currency']);
    for (const figure of FIGURES) {
      const sum = own.reduce((total, one) => total + units(one[figure] ?? '0'), 0n);
      if (sum !== units(row[figure] ?? '0'))
        faults.push(`${row['branch']} ${row['currency']} ${figure}: its accounts come to ${sum}, not ${row[figure]}`);
    }
  }
  return faults;
}
