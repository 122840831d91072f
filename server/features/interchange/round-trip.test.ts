import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip, completeSections, exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { chance, type Chance } from '../sample/random.ts';
import { draft, exported, placementAlone } from './interchange.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

const SCA = '/api/sca/v1';
// A failing run is repeated with SEED=…
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const RUNS = 60;
/** What a checker wants of a line, so that its slip is approved without a reason. */
const STAMPED = { stamp: 'ABC 1234', reference: 'ABC/26/01', written_on: '2026-02-25' };
let t: TestApp;
let book: Book;
let clauses: number[] = [];

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  const { rows } = await t.ownerPool.query(`select id from clauses where status = 'ACTIVE' order by id limit 12`);
  clauses = rows.map((row) => row.id);
});
afterAll(() => t.close());

/** A record read back from its own file is the same placement: all but number, status, sender and makers. */
async function expectSame(record: { id: number; market?: string }, query: Record<string, string> = {}) {
  const before = await exported(t, record, query);
  const made = await draft(t, before.file, { query: { again: 'true' } });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  const after = await exported(t, { ...record, id: made.body.id });
  expect(placementAlone(after.file)).toEqual(placementAlone(before.file));
  expect(after.file.record).toMatchObject({ status: 'DRAFT', version: 1, endorsements: [] });
  return after.file;
}

test('the example of §2, approved', async () => {
  const id = await approvedPolicy(t, book, { clauses, warranty: { kind: 'PPC', days: 45 }, excess_amount: '10.5' });
  const file = await expectSame({ id });
  expect(file.figures.debit_note).toBe('562500.00');
});

test('a London slip with sections, lines over the order, one to stand and one that has only quoted', async () => {
  const sections = {
    ...completeSections(book.a),
    sections: [
      {
        name: 'Material damage',
        sum_insured: '400000000',
        limit: 'KES 350,000,000.00',
        limit_amount: '350000000',
        premium: '1000000',
      },
      { name: 'Interruption', conditions: 'Indemnity period of 12 months.', premium: null },
    ],
  };
  const line = (security: number, written: string | null, more: object = {}) => ({ security, written, ...more });
  const securities = [
    line(book.a, '40', { stamp: 'AAA 1', written_on: '2026-02-25', commission: '22.5' }),
    line(book.b, '30', { to_stand: true, reference: 'B/1', brokerage: '4.123456' }),
    line(book.c, null, { quoted_on: '2026-02-21', quote_reference: 'Q' }),
  ];
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/londonslip/save`, {
    body: exampleSlip(book, { securities, slip: sections, clauses }),
  });
  const file = await expectSame({ id: saved.body.id, market: 'LONDON' });
  expect(file.participations.map((one) => [one.written_line, one.signed_line, one.line_to_stand])).toEqual([
    ['40', '30', false],
    ['30', '30', true],
    [null, '0', false],
  ]);
  expect(file.contract?.sections.map((one) => one.premium)).toEqual(['1000000.00', null]);
  expect(file.contract?.sections.map((one) => [one.sum_insured, one.limit_amount])).toEqual([
    ['400000000.00', '350000000.00'],
    [null, null],
  ]);
});

test('a slip in % of order; one of which next to nothing is said', async () => {
  const sections = completeSections(book.a) as { security: object };
  const inOrder = { ...sections, security: { ...sections.security, written_basis: 'ORDER' } };
  const thirds = [
    { security: book.a, written: '33.333333', ...STAMPED },
    { security: book.b, written: '33.333333', ...STAMPED },
    { security: book.c, written: '33.333334', ...STAMPED },
  ];
  const id = await approvedSlip(t, book, { slip: inOrder, securities: thirds, fac: '50' });
  await expectSame({ id, market: 'LONDON' });
  const bare = { risk: {}, security: {}, subscription: {}, fiscal: {}, remuneration: {} };
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/londonslip/save`, {
    body: exampleSlip(book, { slip: bare, securities: [] }),
  });
  await expectSame({ id: saved.body.id, market: 'LONDON' });
});

async function endorsed(policy: number, changes: Record<string, unknown>): Promise<void> {
  const body = { policy, effective_date: '2026-10-06', description: 'Changed', ...changes };
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/londonslip/endorsement`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
  const done = await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/APPROVED`);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
}

test('a slip whose securities were changed by endorsement comes in with the lines that count', async () => {
  const sections = completeSections(book.a) as { security: object };
  const inOrder = { ...sections, security: { ...sections.security, written_basis: 'ORDER' } };
  const securities = [
    { security: book.a, written: '60', to_stand: true, ...STAMPED },
    { security: book.b, written: '50', ...STAMPED },
  ];
  const id = await approvedSlip(t, book, { slip: inOrder, securities });
  const shares = [
    { security: book.a, share: '20' },
    { security: book.c, share: '40' },
  ];
  await endorsed(id, { endorsementtype: 'SEC', securities: shares });
  const { file } = await exported(t, { id, market: 'LONDON' });
  expect(file.contract?.written_lines_basis).toBe('WHOLE');
  expect(file.participations.map((one) => [one.insurer.name, one.written_line, one.signed_line, one.stamp])).toEqual([
    ['Security A', '20', '20', STAMPED.stamp],
    ['Security C', '40', '40', ''],
  ]);
  const made = await draft(t, file, { query: { again: 'true' } });
  const after = (await exported(t, { id: made.body.id, market: 'LONDON' })).file;
  const lines = ({ participations }: PlacementFile) => participations.map(({ figures: _figures, ...line }) => line);
  expect(lines(after)).toEqual(lines(file));
  // Figures of the whole period are not those of the layers that were noted; the terms are the same.
  const terms = ({ figures: _f, participations: _p, ...rest }: Partial<PlacementFile>) => rest;
  expect(terms(placementAlone(after))).toEqual(terms(placementAlone(file)));
});

const TEXTS = ['', 'Plant', 'Ξένος ακίνητο', 'مصنع السكر', '"quoted": {[', 'Line one\nline two\ttab', '\u{1F6A2} hull'];
const CURRENCIES = ['KES', 'USD', 'JPY'] as const;
const BY_HAND = [
  { due_on: '2026-04-01', amount: '100' },
  { due_on: '2026-10-31', amount: '2000' },
];

function placementOf(c: Chance): Record<string, unknown> {
  const currency = c.pick(CURRENCIES);
  const cents = currency === 'JPY' ? '' : `.${c.between(10, 99)}`;
  const order = c.between(1, 100) * 1_000_000 - c.pick([0, c.between(0, 999_999)]);
  const cuts = [c.between(0, order), c.between(0, order)].toSorted((a, b) => a - b);
  const [one = 0, two = 0] = cuts;
  const shares = [one, two - one, order - two].map(BigInt);
  const [start, end] = c.pick([
    ['2026-03-01', '2027-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-12-31', '2029-01-01'],
  ]) as [string, string];
  return {
    currency,
    sum_insured: `${c.between(1_000_000, 900_000_000)}${cents}`,
    rate: c.pick([null, '0.25', '1.333333']),
    premium: c.pick([`${c.between(1, 900_000)}${cents}`]),
    fac: formatRate(BigInt(order)),
    cedant_commission: `${c.between(0, 40)}.${c.between(0, 999_999)}`,
    brokerage: `${c.between(0, 20)}`,
    interest: c.pick(TEXTS),
    excess: c.pick(TEXTS),
    territory: c.pick(TEXTS),
    cedant_policy_number: c.pick(['', 'P/1', 'Ω-7']),
    excess_amount: c.pick([null, `${c.between(0, 1_000_000)}${cents}`]),
    ...c.pick([
      ...['LUMP_30', 'LUMP_90', 'INSTALMENTS_4', 'INSTALMENTS_12'].map((payment_terms) => ({ payment_terms })),
      { payment_terms: 'BY_HAND', instalments: BY_HAND.map((one) => ({ ...one, amount: `${one.amount}${cents}` })) },
    ]),
    risk_country: c.pick([null, 'KE', 'NG']),
    remittance_days: c.between(0, 365),
    warranty: c.pick([null, { kind: 'PPW', days: c.between(1, 365) }]),
    insurance_start_date: start,
    insurance_end_date: end,
    dateoffered: '2024-02-20',
    clauses: clauses.filter(() => c.between(0, 1) === 1).toReversed(),
    securities: [book.a, book.b, book.c].flatMap((security, index) => {
      const share = shares[index] ?? 0n;
      const own = { commission: c.pick([null, '0', '12.345678']), brokerage: c.pick([null, '3']) };
      return share === 0n
        ? []
        : [{ security, share: formatRate(share), offer: c.pick(['100', formatRate(share)]), ...own }];
    }),
  };
}

function slipOf(c: Chance): Record<string, unknown> {
  const { securities, interest, excess: _e, territory: _t, ...placement } = placementOf(c);
  const lines = (securities as { security: number; offer: string; share: string }[]).map(({ security, offer }) => ({
    security,
    written: c.pick([offer, null]),
    to_stand: false,
    stamp: c.pick(['', 'ABC 1234']),
    quoted_on: c.pick([null, '2026-02-20']),
    reference: c.pick(['', 'R/1']),
  }));
  const sections = completeSections(book.a) as Record<string, Record<string, unknown>>;
  return {
    ...placement,
    securities: lines,
    slip: {
      ...sections,
      risk: { ...sections['risk'], interest, time_zone: c.pick(TEXTS.map((text) => text.slice(0, 12).trim())) },
      subscription: { ...sections['subscription'], leader: c.pick([null, lines[0]?.security ?? null]) },
      security: { ...sections['security'], written_basis: c.pick(['WHOLE', 'ORDER']), signed_basis: 'ORDER' },
    },
  };
}

test(`${RUNS} placements of chance come back as they went (SEED=${SEED})`, async () => {
  await t.ownerPool.query(`update currencies set active = true where code in ('USD', 'JPY')`);
  const c = chance(SEED);
  for (let run = 0; run < RUNS; run += 1) {
    const market = c.pick(['LOCAL', 'LONDON']);
    const body =
      market === 'LOCAL' ? { ...examplePolicy(book), ...placementOf(c) } : { ...exampleSlip(book), ...slipOf(c) };
    const path = market === 'LOCAL' ? 'underwriting' : 'londonslip';
    const saved = await t.call('underwriter.nbo', `POST ${SCA}/${path}/save`, { body });
    expect([saved.status, saved.body.errors], `SEED=${SEED} run ${run}`).toEqual([200, undefined]);
    await expectSame({ id: saved.body.id, market });
  }
});

test('whatever went out and came in, the books are sound', () => expectSound(t));
