import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { commonOf, rowsOf } from './bordereau.factories.ts';
import { confirm, OCTETS, one, SCA, work } from './imports.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const U = 'underwriter.nbo';
const HEAD = 'Policy No,Section,Insured,From,To,Sum insured,Limit,Rate %,Premium,Interest,Excess,Fac %';
const RISK = 'Kisumu Sugar Works,2026-03-01,2027-02-28';
const TWO = [
  `S1,Material damage,${RISK},400000000,250000000,,1000000,Buildings,,60`,
  'S1,Loss of revenue,,,,100000000,,0.25,,Revenue,,',
];

/** Sends a bordereau of London slips, has it checked, and gives it as its page would show it. */
async function sent(
  rows: readonly string[],
  changes: Record<string, unknown> = {},
  { target = 'slips', head = HEAD }: { target?: 'slips' | 'policies'; head?: string } = {},
) {
  const { body, status } = await t.call(U, `POST ${SCA}/import/upload`, {
    query: { target, name: 'slips.csv', common: JSON.stringify(commonOf(book, changes)) },
    body: Buffer.from([head, ...rows].join('\n')),
    headers: OCTETS,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await work(t);
  return one(t, U, body.id);
}
const results = async (id: number) =>
  (await rowsOf(t, id)).data.map(
    (row: { row: number; outcome: string; errors: { column: number | null; message: string }[] }) => [
      row.row,
      row.outcome,
      ...row.errors.map(({ column, message }) => `${column === null ? '' : HEAD.split(',')[column]}: ${message}`),
    ],
  );
const slip = async (id: number) => (await t.call(U, `GET ${SCA}/londonslip/${id}`)).body;

describe('a bordereau of London slips', () => {
  test('a row for each section makes one draft, whose figures are what its sections come to', async () => {
    const found = await sent([...TWO, `S2,,${RISK},1000000,,,5000,Stock,1% of each loss,50`]);
    expect(await results(found.id)).toEqual([
      [2, 'new'],
      [3, 'part'],
      [4, 'new'],
    ]);
    expect(found.counts).toMatchObject({ rows: 3, new: 2, exists: 0, faulty: 0 });
    expect(found.totals).toEqual([
      { currency: 'KES', count: 2, sum_insured: '501000000.00', premium: '1255000.00', fac_premium: '752500.00' },
    ]);
    const { after } = await confirm(t, U, found);
    expect(after).toMatchObject({ state: 'DONE', counts: { written: 2, faulty: 0 } });
    const { data } = await rowsOf(t, found.id, { outcome: 'written' });
    const whole = await slip(data[0].record);
    expect(whole).toMatchObject({
      status: 'DRAFT',
      cedant_policy_number: 'S1',
      sum_insured: '500000000.00',
      premium: '1250000.00',
      rate: null,
      figures: { fac_premium: '750000.00' },
    });
    expect(whole.umr).toMatch(/^B1234NBO26\d{6}$/);
    expect(whole.slip.sections).toMatchObject([
      {
        name: 'Material damage',
        interest: 'Buildings',
        sum_insured: '400000000.00',
        limit_amount: '250000000.00',
        premium: '1000000.00',
      },
      {
        name: 'Loss of revenue',
        interest: 'Revenue',
        sum_insured: '100000000.00',
        limit_amount: null,
        premium: '250000.00',
      },
    ]);
    // 50, 30 and 20 % of the 60 % that is ceded.
    expect(whole.securities.map((line: { written: string }) => line.written)).toEqual(['30', '18', '12']);
    const plain = await slip(data[1].record);
    expect([plain.slip.sections, plain.slip.risk.interest, plain.slip.risk.excess]).toEqual([
      [],
      'Stock',
      '1% of each loss',
    ]);
    const list = await t.call(U, `GET ${SCA}/londonslip/items`, { query: { import: found.id } });
    expect(list.body).toMatchObject({ recordsFiltered: 2 });
    const submitted = await t.call(U, `PUT ${SCA}/londonslip/submit/${data[0].record}`);
    expect(
      submitted.body.errors?.some((fault: { field: string }) => fault.field.startsWith('slip.sections')) ?? false,
    ).toBe(false);
    expect(await results((await sent(TWO)).id)).toEqual([
      [2, 'exists'],
      [3, 'part'],
    ]);
    await expectSound(t);
  });

  test('what is wrong is named by its row and column, and the rows of one slip stay together', async () => {
    const found = await sent([
      `B1,Material damage,${RISK},400000000,,,1000000,,,60`,
      'B1,Loss of revenue,,,2027-03-31,one hundred,200000000,,,,,',
      `B2,Material damage,${RISK},5000,6000,,10,,,60`,
      'B2,material damage,,,,5000,,,10,,,',
      'B2,,Somebody else,2026-03-01,2027-02-28,5000,,,10,,,60',
      'B3,Alone,Kisumu Sugar Works,soon,2027-02-28,5000,,,10,,,60',
      ',Further,,,,5000,,0.2,,,,',
    ]);
    expect(await results(found.id)).toEqual([
      [2, 'error', ': Row 3, which goes on with it, is faulty.'],
      [
        3,
        'error',
        'Sum insured: “one hundred” is not an amount of KES.',
        'Premium: Enter the premium of this section, or its rate.',
        'To: The first row of this slip says “2027-02-28”: say the same, or leave it empty.',
      ],
      [4, 'error', 'Limit: The limit exceeds the sum insured of this section.'],
      [5, 'error', 'Section: This section is there already.'],
      [6, 'error', 'Insured: No insured of this name is in the register.'],
      [7, 'error', 'From: “soon” is not a date: write it as 2026-03-31.'],
      [8, 'error', ': Row 7, with which it begins, cannot be imported.'],
    ]);
    expect(found.counts).toMatchObject({ new: 0, exists: 0, faulty: 7 });
  });

  test('a slip whose rows are not one below the other is there twice', async () => {
    const [first = '', second = ''] = TWO.map((row) => row.replace('S1', 'T1'));
    const found = await sent([
      first,
      `T2,,${RISK},1000000,,,5000,,,50`,
      `${second.replace('Loss of revenue,,,', `Loss of revenue,${RISK}`)}60`,
    ]);
    const [, , last] = await results(found.id);
    expect(last).toEqual([4, 'error', 'Policy No: The same as row 2.']);
  });

  test('a slip whose rows are in two batches of the check is one', async () => {
    const filler = Array.from({ length: 999 }, (_, index) => `F${index},,${RISK},1000000,,,5000,,,50`);
    const found = await sent([...filler, ...TWO.map((row) => row.replace('S1', 'U1'))]);
    expect(found.counts).toMatchObject({ rows: 1_001, new: 1_000, faulty: 0 });
    expect((await results(found.id)).length).toBeGreaterThan(0);
    const { data } = await rowsOf(t, found.id, { outcome: 'part' });
    expect(data.map((row: { row: number }) => row.row)).toEqual([1_002]);
  });

  test('of two securities of one name the market’s own is meant, by its short name too', async () => {
    const securityOf = async (market: string, name: string, short = '') => {
      const key = name.toLowerCase().replaceAll(' ', '');
      const { rows } = await t.ownerPool.query(
        `insert into parties (kind, market, name, name_key, short_name, search_text)
         values ('SECURITY', $1, $2, $3, $4, $3) returning id`,
        [market, name, key, short],
      );
      return rows[0].id;
    };
    const london = await securityOf('LONDON', 'Thames Marine');
    const local = await securityOf('LOCAL', 'Thames Marine');
    const short = {
      local: await securityOf('LOCAL', 'Lake Reinsurance of Kisumu', 'LRK'),
      london: await securityOf('LONDON', 'Lime Reinsurance of King Street', 'LRK'),
    };
    const only = await securityOf('LOCAL', 'Nyanza Re');
    const head = `${HEAD},Security 1,Share 1,Security 2,Share 2,Security 3,Share 3`;
    const lines = 'Thames Marine,50,lrk,30,NYANZA RE,20';
    const inMarket = async (target: 'slips' | 'policies', number: string) => {
      const rows = [`${number},,${RISK},1000000,,,5000,,,50,${lines}`];
      const found = await sent(rows, { securities: [] }, { target, head });
      await confirm(t, U, found);
      const [row] = (await rowsOf(t, found.id, { outcome: 'written' })).data;
      const { rows: placed } = await t.ownerPool.query(
        'select security_id from policy_lines where policy_id = $1 order by position',
        [row.record],
      );
      return placed.map((one) => one.security_id);
    };
    expect(await inMarket('slips', 'M1')).toEqual([london, short.london, only]);
    expect(await inMarket('policies', 'M2')).toEqual([local, short.local, only]);
  });

  test('its template has a second section', async () => {
    const { body } = await t.call(U, `GET ${SCA}/import/template`, { query: { target: 'slips', format: 'csv' } });
    const lines = String(body).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Section,');
    expect(lines[2]).toContain('Loss of revenue');
  });
});
