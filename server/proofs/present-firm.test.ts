import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PAPERED } from '../../domain/records/kinds.ts';
import { differences } from '../testing/fixtures/differences.ts';
import { readExpectations, type Expectations } from '../testing/fixtures/expectations.ts';
import { EXPECTED, openFirm } from '../testing/fixtures/present-firm.ts';
import { openRig } from '../testing/rig.ts';
import { unsound } from './sound.ts';

/** A firm that an earlier version made opens with this one: the same books, the same pages, the same papers. */
const FIRST = 40;

let firm: Awaited<ReturnType<typeof openFirm>>;
let expected: Expectations;
let actual: Expectations;

beforeAll(async () => {
  expected = JSON.parse(gunzipSync(await readFile(EXPECTED)).toString('utf8'));
  firm = await openFirm(inject('slipwayDatabase'));
  actual = JSON.parse(JSON.stringify(await readExpectations(firm.server)));
}, 900_000);
afterAll(() => firm.drop());

test('its books are sound by I1 to I11', async () => {
  const rig = await openRig(firm.server);
  try {
    expect(await unsound(rig.ownerPool)).toEqual([]);
    // All that it decided was decided before everyone who worked on a record was kept; hands come from the trail.
    const { rows } = await rig.ownerPool.query(
      `select bool_and(decided_before_hands) as marked, count(*) filter (where cardinality(hands) > 1) > 0 as several
       from (select hands, decided_by, decided_before_hands from policies union all select hands, decided_by, decided_before_hands from receipts) r
       where decided_by is not null`,
    );
    expect(rows).toEqual([{ marked: true, several: false }]);
  } finally {
    await rig.close();
  }
});

const RELEASES = '/accountant.nbo GET /api/sca/v1/paymentvoucher/releases/body';
const BROKERAGE =
  '"payee":null,"currency":"KES","owed":"3651122.28","released":"1476196.54","committed":"2000.02","available":"1474196.52","items":13';
const LEFT = (policy: number) =>
  `/underwriter.nbo GET /api/sca/v1/underwriting/ss {"param":${policy}}/body/securities/1/share: expected "20", came "0"`;
const NOT_DUE = (slip: number) => [
  `/underwriter.nbo GET /api/sca/v1/londonslip/${slip}/body/notification/state: expected "WARNING", came "NOT_DUE"`,
  `/underwriter.nbo GET /api/sca/v1/londonslip/${slip}/body/notification/sentence: expected "Signed lines are to be notified by Mar 31, 2026, 30 days from inception.", came null`,
];
const NOT_LISTED = (row: number) =>
  `/underwriter.nbo GET /api/sca/v1/londonslip/items {"length":500}/body/data/${row}/notification: expected "WARNING", came null`;
const listed = (list: string, row: number, payment: string) =>
  `/underwriter.nbo GET /api/sca/v1/${list}/items {"length":500}/body/data/${row}/payment: ${payment}`;
/** Of returns alone, which are no money. */
const UNPAID = (list: string) => (row: number) => listed(list, row, 'expected "PART", came "UNPAID"');
const NOTHING_TO_PAY = (list: string, row: number) => listed(list, row, 'expected "PAID", came null');
/**
 * What comes out otherwise, and why. A policy that was cancelled from its first day leaves nothing to pay, and one of which returns alone were set off is
 * not paid in part (091). A security that another has replaced has no line any more, and the signed lines of a slip that was cancelled from its first day are not to be notified. M17: a policy was paid in full, its B was paid, and it was cancelled: 225,000.00 are to be
 * refunded, and until B gives its 70,000.00 back, that is held back from the refund.
 */
const MEANT: Partial<Record<keyof Expectations, readonly string[]>> = {
  lines: [
    `/parts/550: expected nothing, came "debit_note=DN/NBO/2026/000122 | credit_note=CN/NBO/2026/000232 | kind=REFUND | party=Savannah Insurance returns | tax= | currency=KES | amount=22500000 | committed=0 | paid=0 | returned=0 | endorsement_id=1000000056"`,
  ],
  replies: [
    ...[40, 48, 56].map(LEFT),
    ...NOT_DUE(59),
    LEFT(64),
    ...NOT_DUE(67),
    `${RELEASES}/14/kind: expected "BROKERAGE", came "REFUND"`,
    `${RELEASES}/14/payee: expected null, came {"id":137,"name":"Savannah Insurance returns"}`,
    `${RELEASES}/14/owed: expected "3651122.28", came "225000.00"`,
    `${RELEASES}/14/released: expected "1476196.54", came "225000.00"`,
    `${RELEASES}/14/committed: expected "2000.02", came "0.00"`,
    `${RELEASES}/14/available: expected "1474196.52", came "155000.00"`,
    `${RELEASES}/14/items: expected 13, came 1`,
    `${RELEASES}/15: expected nothing, came {"kind":"BROKERAGE",${BROKERAGE}}`,
    NOTHING_TO_PAY('underwriting', 30),
    ...[31, 32, 36].map(UNPAID('underwriting')),
    NOTHING_TO_PAY('underwriting', 38),
    ...[39, 40, 44].map(UNPAID('underwriting')),
    NOTHING_TO_PAY('londonslip', 4),
    NOT_LISTED(4),
    ...[5, 6, 10].map(UNPAID('londonslip')),
    NOTHING_TO_PAY('londonslip', 12),
    NOT_LISTED(12),
    ...[13, 14, 18].map(UNPAID('londonslip')),
  ],
};

/**
 * Places at which papers and pages say more, or say it in other words, than that version did: no amount of a note is among
 * them.
 */
const REWORDED: Partial<Record<keyof Expectations, readonly RegExp[]>> = {
  replies: [
    // Official clauses lost their summaries; a London slip's text contradicts its figures (“None” while tax is deducted).
    /\/clauses\/\d+\/latest_version: expected 1, came 2$/,
    /\/interchange \{.*\/clauses\/\d+\/wording: .* came ""$/,
    /\/findings\/\d+/,
    // Percentages of lines are as short as they are, and what is still to place is said first.
    /\/placing\/sentence: /,
  ],
  papers: [
    // Notes: references, an endorsement's own terms and its period as it left it, unearned bases, set-off, where to pay.
    /\/(?:debitnote|creditnote) \{.*\/(?:facts\/|headline\/note:)/,
    /\/(?:debitnote|creditnote) \{.*\/sections\/\d+(?:\/total\/label|\/heading|\/paragraphs.*|\/rows\/\d+\/(?:label|value)|\/lines\/\d+\/basis|\/kind|\/columns|\/rows|\/total)?:/,
    // Those of a cancellation have a row more: from which day.
    /\/(?:debitnote|creditnote) \{[^}]*"CANCEL_\w+"\}\/pages\/\d+\/sections\/1\/rows\/\d+: expected nothing/,
    // Vouchers name cedant and debit note, what they are for and the account that they are paid from; one without items has no list of
    // them, and one that is not paid yet does not say that it is.
    /\/paymentvoucher\/document \{.*\/(?:facts\/|sections\/\d+(?:\/(?:kind|heading|columns|rows|total|people))?[:/])/,
    // One that is paid to nobody names its kind once, above, and no payee.
    /\/paymentvoucher\/document \{.*\/parties\/0: expected \{"label":"Pay to","name":"(?:Brokerage drawing|Expense)","lines":\[\]\}, came nothing$/,
    // A receipt of which nothing is allocated says so, and has no table of nothing.
    /\/receivable\/receipt2 \{.*\/sections\/1\/kind: expected "table", came "text"$/,
    /\/receivable\/receipt2 \{.*\/sections\/1\/(?:columns|total): .* came nothing$/,
    /\/receivable\/receipt2 \{.*\/sections\/1\/rows: expected \[\["Unallocated","","–",""\]\], came nothing$/,
    /\/paymentvoucher\/document \{.*\/headline\/note: expected "paid (.*)", came "to be paid \1"$/,
    // Endorsement slips have boxes to sign in and no nets, say nothing of money where none moves, and have London's UMR.
    /\/endorsement\/slip \{.*\/(?:sections|facts)\/\d/,
    // Papers of terms name the securities of a tax, those that left, and a cancellation.
    /\/(?:reinsuranceslip|covernote|mrcslip) \{.*\/sections\/\d+(?:\/paragraphs|\/heading|\/lines\/\d+|\/rows\/\d+)?/,
    // A London line has each part of its premium with the base of it.
    /\/londonrslipreport \{.*\/sections\/(?:0\/rows|1\/lines)\/\d/,
  ],
};

/** An amount in words says "and" before its tens now; every other word of it is the same. */
const isSpokenAlike = (difference: string): boolean => {
  const [, before, now] = /expected "(.* only)", came "(.* only)"$/.exec(difference) ?? [];
  return before !== undefined && before.replaceAll(' and ', ' ') === now?.replaceAll(' and ', ' ');
};

test.each(['lines', 'replies', 'papers'] as const)('its %s are what they were', (part) => {
  expect(Object.keys(expected[part]).length).toBeGreaterThan(0);
  const reworded = REWORDED[part] ?? [];
  const others = differences(expected[part], actual[part]).filter(
    (one) => !isSpokenAlike(one) && !reworded.some((place) => place.test(one)),
  );
  expect(others.slice(0, FIRST)).toEqual(MEANT[part] ?? []);
});

test('its clauses of official numbers lose the summary that came with them; what it entered stays', async () => {
  const rig = await openRig(firm.server);
  try {
    const { rows } = await rig.ownerPool.query(`
      select count(*) filter (where w.made_by is null and c.wording <> '')::int as shipped,
        count(*) filter (where c.wording = '' and c.wording_version = 2)::int as emptied,
        count(*) filter (where w.wording <> c.wording)::int as torn
      from clauses c join clause_wordings w on w.clause_id = c.id and w.version = c.wording_version
      where c.market = 'LONDON'`);
    expect(rows[0]).toMatchObject({ shipped: 0, torn: 0 });
    expect(rows[0].emptied).toBeGreaterThan(60);
    const kept = await rig.ownerPool.query(`
      select count(*)::int as open from policy_clauses pc
      join policies p on p.id = pc.policy_id join clauses c on c.id = pc.clause_id
      where c.market = 'LONDON' and c.wording = '' and pc.wording_version < c.wording_version
        and p.status in ('DRAFT', 'PENDING', 'REJECTED')`);
    expect(kept.rows[0].open).toBe(0);
  } finally {
    await rig.close();
  }
});

test('every issued paper leads to the party that it names, or to the one that stayed of a merger', async () => {
  const rig = await openRig(firm.server);
  try {
    const { rows: issued } = await rig.ownerPool.query<{ id: number; kind: string; of: number }>(
      `select id, record_kind as kind, record_id as of from documents where record_kind = any($1)`,
      [[...PAPERED]],
    );
    const { rows: parties } = await rig.ownerPool.query<{ id: number; names: string[] }>(
      `select p.id, array_agg(o.name) as names from parties p join parties o on coalesce(o.merged_into, o.id) = p.id group by 1`,
    );
    const named = new Map(parties.map(({ id, names }) => [id, names]));
    const listed = new Map<number, { party: string; party_id: number | null }>();
    for (const [, [first]] of Map.groupBy(issued, ({ kind, of }) => `${kind} ${of}`)) {
      const query = { record_kind: first?.kind ?? '', record_id: first?.of ?? 0 };
      const { body } = await rig.call('root', 'GET /api/sca/v1/document/items', { query });
      for (const row of body) listed.set(row.id, row);
    }
    const all = new Set(parties.flatMap(({ names }) => names));
    const lost = issued.filter(({ id }) => {
      const paper = listed.get(id);
      if (!paper) return true;
      // A tax is remitted to its authority, which is no party.
      return paper.party_id === null ? all.has(paper.party) : !named.get(paper.party_id)?.includes(paper.party);
    });
    expect(lost.map((paper) => ({ ...paper, ...listed.get(paper.id) })).slice(0, FIRST)).toEqual([]);
    expect(new Set(issued.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  } finally {
    await rig.close();
  }
});
