import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_FILE, LONDON_FILE } from '../../../domain/interchange/placement-example.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { draft, exported, fresh, preview, valuesOf } from './interchange.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

type Party = { place: string; match: { id: number } | null; by: string; line: { signed: string } | null };

const SCA = '/api/sca/v1';
const UND = `${SCA}/underwriting`;
let t: TestApp;
let book: Book;
let clause = 0;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  await t.ownerPool.query(
    `update parties set registration_number = 'C.77/2001', market_number = '1910', country = 'KE' where id = $1`,
    [book.a],
  );
  const form = { code: 'TST77', title: 'Several liability', wording: 'The obligations are several.' };
  clause = (await t.call('underwriter.nbo', `POST ${SCA}/clause/save`, { body: form })).body.id;
});
afterAll(() => t.close());

const withLine = (file: PlacementFile, at: number, changes: Record<string, unknown>) => ({
  ...file,
  participations: file.participations.map((line, index) => (index === at ? { ...line, ...changes } : line)),
});
const renamed = (name: string, numbersOf: Record<string, string> = {}) => ({
  insurer: { name, address: '', country: null, registration_number: '', market_number: '', ...numbersOf },
});
const audited = async (id: number) => {
  const { rows } = await t.ownerPool.query(
    `select action, user_id, facts, personal from audit_trail where entity = 'policy' and entity_id = $1 order by id`,
    [id],
  );
  return rows;
};

describe('a record as a file', () => {
  test('says who sends it, which record it is and what it holds, with the numbers of the parties', async () => {
    const id = await approvedPolicy(t, book, { clauses: [clause], cedant_policy_number: 'P-9' });
    const { file, headers } = await exported(t, { id });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="NBO-FAC-2026-\d{6}\.json"$/);
    expect(file).toMatchObject({
      as_at: '2026-03-02',
      sender: { name: 'Baobab Reinsurance Brokers', branch: 'Nairobi', lloyds_broker_number: '1234' },
      record: { status: 'APPROVED', version: 3, endorsements: [] },
      market: 'LOCAL',
      currency: 'KES',
      sum_insured: '500000000.00',
      premium: { amount: '1250000.00', rate: '0.25' },
      order: '60',
      figures: { fac_premium: '750000.00', debit_note: '562500.00', tax: '9375.00', net_payable: '515625.00' },
      contract: null,
      clauses: [
        {
          reference: 'TST77',
          title: 'Several liability',
          wording_version: 1,
          wording: 'The obligations are several.',
        },
      ],
    });
    expect(file.participations[0]?.insurer).toEqual({
      name: 'Security A',
      address: 'P.O. Box 1, Nairobi',
      country: 'KE',
      registration_number: 'C.77/2001',
      market_number: '1910',
    });
    expect(file.participations.map((line) => line.figures.net_payable)).toEqual([
      '218750.00',
      '175000.00',
      '121875.00',
    ]);
  });

  test('is the same bytes each time, and its members are in the order of the schema', async () => {
    const id = await approvedSlip(t, book);
    const [one, two] = [await exported(t, { id, market: 'LONDON' }), await exported(t, { id, market: 'LONDON' })];
    expect(one.text).toBe(two.text);
    expect(one.file.unique_market_reference).toMatch(/^B1234NBO26\d{6}$/);
    expect(Object.keys(one.file)).toEqual(Object.keys(LOCAL_FILE));
    expect(Object.keys(one.file.participations[0] ?? {})).toEqual(Object.keys(LOCAL_FILE.participations[0] ?? {}));
    expect(Object.keys(one.file.contract ?? {})).toEqual(Object.keys(LONDON_FILE.contract ?? {}));
  });

  test('has the endorsements that are in effect on its day', async () => {
    const id = await approvedPolicy(t, book);
    const body = {
      policy: id,
      endorsementtype: 'AP',
      effective_date: '2026-10-06',
      description: 'New boiler house added',
      sum_insured: '600000000',
    };
    const saved = await t.call('underwriter.nbo', `POST ${UND}/endorsement`, { body });
    await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
    await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/APPROVED`);
    const before = (await exported(t, { id }, { as_at: '2026-10-05' })).file;
    expect([before.as_at, before.premium, before.record.endorsements]).toEqual([
      '2026-10-05',
      { amount: '1250000.00', rate: '0.25' },
      [],
    ]);
    const after = (await exported(t, { id })).file;
    expect(after).toMatchObject({
      as_at: '2026-10-06',
      sum_insured: '600000000.00',
      premium: { amount: '1350000.00', rate: null },
      figures: { debit_note: '607500.00' },
      record: {
        endorsements: [{ type: 'AP', effective_date: '2026-10-06', description: 'New boiler house added' }],
      },
    });
  });

  test('adds up on every day: what a return was taken from is in it, though it begins later', async () => {
    const id = await approvedPolicy(t, book);
    const endorse = async (body: Record<string, unknown>) => {
      const input = { policy: id, description: 'As agreed with the cedant', ...body };
      const saved = await t.call('underwriter.nbo', `POST ${UND}/endorsement`, { body: input });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
      const decided = await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/APPROVED`);
      expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    };
    await endorse({ endorsementtype: 'EXT', effective_date: '2027-03-01', insurance_end_date: '2027-05-31' });
    await endorse({ endorsementtype: 'CANCEL_PRORATA', effective_date: '2026-10-06' });
    for (const day of ['2026-10-05', '2026-10-06', '2027-03-01']) {
      const { file } = await exported(t, { id }, { as_at: day });
      const nets = file.participations.map((line) => parseAmount(line.figures.net_payable, 'KES') as bigint);
      expect([day, formatAmount(sum(nets), 'KES')]).toEqual([day, file.figures.net_payable]);
      expect(file.record.endorsements.map((one) => one.type)).toEqual(
        day === '2026-10-05' ? [] : ['EXT', 'CANCEL_PRORATA'],
      );
    }
  });

  test('is of the caller’s branch and of the call’s market alone', async () => {
    const id = await approvedPolicy(t, book);
    const status = async (who: string, path: string) =>
      (await t.call(who, `GET ${SCA}/${path}`, { query: { id } })).status;
    expect(await status('manager.lon', 'underwriting/interchange')).toBe(404);
    expect(await status('manager.nbo', 'londonslip/interchange')).toBe(404);
    expect(await status('auditor', 'underwriting/interchange')).toBe(200);
  });
});

describe('a file before anything is made of it', () => {
  test('names what it would fill, whom it means, and the figures as they would be here', async () => {
    const { status, body } = await preview(t, fresh(LOCAL_FILE));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      market: 'LOCAL',
      sender: 'Acacia Placing Brokers',
      errors: [],
      warnings: [],
      existing: [],
      ready: true,
      class_of_business: { name: 'Test class', match: { id: book.coverType } },
      figures: { debit_note: '562500.00', brokerage: '37500.00' },
    });
    expect((body.parties as Party[]).map((one) => [one.place, one.match?.id, one.by, one.line?.signed])).toEqual([
      ['reinsured', book.reinsured, 'NAME', undefined],
      ['insured', book.insured, 'NAME', undefined],
      ['participations[0]', book.a, 'NAME', '25'],
      ['participations[1]', book.b, 'NAME', '20'],
      ['participations[2]', book.c, 'NAME', '15'],
    ]);
    expect(body.fields).toContainEqual({ place: 'premium.amount', label: 'Premium', value: 'KES 1,250,000.00' });
  });

  test('knows a party by its number, offers near names, and takes what is chosen', async () => {
    const numbered = withLine(fresh(LOCAL_FILE), 0, renamed('Alpha Re', { registration_number: 'C.77/2001' }));
    expect((await preview(t, numbered)).body.parties[2]).toMatchObject({ by: 'NUMBER', match: { id: book.a } });
    const file = { ...numbered, reinsured: renamed('The Savannah Insurances Ltd').insurer };
    const open = (await preview(t, file)).body;
    expect(open).toMatchObject({ ready: false, errors: [] });
    expect(open.parties[0]).toMatchObject({
      match: null,
      near: [{ id: book.reinsured, name: 'Savannah Insurance', active: true }],
    });
    const chosen = await preview(t, file, { query: { choices: `reinsured:${book.reinsured}` } });
    expect(chosen.body).toMatchObject({ ready: true, parties: [{ by: 'CHOICE' }, {}, {}, {}, {}] });
    // One that is of another register is no choice.
    const wrong = await preview(t, file, { query: { choices: `reinsured:${book.insured}` } });
    expect(wrong.body.parties[0].match).toBeNull();
  });

  test('two parties that cannot be told apart are not guessed', async () => {
    await t.ownerPool.query(
      `insert into parties (kind, market, name, name_key, search_text, registration_number) values
        ('SECURITY', 'LOCAL', 'Twin One', 'twinone', 'twin one', 'T-1'), ('SECURITY', 'LOCAL', 'Twin Two', 'twintwo', 'twin two', 'T-1')`,
    );
    const file = withLine(fresh(LOCAL_FILE), 1, renamed('Nobody Here', { registration_number: 'T-1' }));
    expect((await preview(t, file)).body.parties[3]).toMatchObject({ match: null, by: null });
  });

  test('every rule of the form is said where the file breaks it', async () => {
    const file = {
      ...fresh(LOCAL_FILE),
      date_offered: '2030-01-01',
      period: { ...LOCAL_FILE.period, end_date: '2025-01-01' },
      premium: { amount: '600000000.00', rate: null },
      currency: 'ZZZ',
      participations: [...LOCAL_FILE.participations, LOCAL_FILE.participations[0]] as PlacementFile['participations'],
    };
    const { body } = await preview(t, file);
    expect(body.ready).toBe(false);
    expect(valuesOf(body.errors, 'place')).toEqual(
      expect.arrayContaining([
        'date_offered',
        'period.end_date',
        'premium',
        'currency',
        'participations',
        'participations[3].insurer',
      ]),
    );
  });

  test('a London contract is asked of London alone, and one insurer leads', async () => {
    const two = withLine(fresh(LONDON_FILE), 2, { lead: true });
    const places = async (file: PlacementFile) => valuesOf((await preview(t, file)).body.errors, 'place');
    expect(await places(two)).toEqual(['participations[2].lead']);
    expect(await places({ ...fresh(LONDON_FILE), contract: null })).toEqual(['contract']);
    expect(await places({ ...fresh(LOCAL_FILE), contract: LONDON_FILE.contract })).toEqual(['contract']);
  });

  test('a class, terms and clauses that are not ours are said, and can be chosen', async () => {
    const clauses = [
      { reference: 'tst77', title: 'Ours', wording_version: 9, wording: 'The obligations are several.' },
      { reference: 'TST77', title: 'Theirs', wording_version: 1, wording: 'Something else.' },
      { reference: 'XYZ9', title: 'Unknown', wording_version: 1, wording: 'Word.' },
    ];
    const file = {
      ...fresh(LOCAL_FILE),
      clauses,
      class_of_business: { class: 'Test class', subclass: 'Nowhere' },
      payment: { ...LOCAL_FILE.payment, terms: 'LUMP_44' },
    };
    const { body } = await preview(t, file);
    expect(body).toMatchObject({
      ready: false,
      errors: [],
      class_of_business: { match: null },
      payment_terms: { code: 'LUMP_44', match: null },
    });
    expect(valuesOf(body.clauses, 'outcome')).toEqual(['SAME', 'OTHER', 'UNKNOWN']);
    const query = { choices: `class_of_business:${book.coverType},payment.terms:LUMP_60` };
    expect((await preview(t, file, { query })).body.ready).toBe(true);
    const made = await draft(t, file, { query });
    expect(made.status).toBe(200);
    const record = (await t.call('underwriter.nbo', `GET ${UND}/${made.body.id}`)).body;
    expect([record.payment_terms, valuesOf(record.clauses, 'code')]).toEqual(['LUMP_60', ['TST77']]);
  });

  test('warns of figures and lines that come out otherwise here', async () => {
    const other = { ...fresh(LOCAL_FILE), figures: { ...LOCAL_FILE.figures, debit_note: '1.00' } };
    expect((await preview(t, other)).body.warnings).toEqual([
      'The sender’s debit note is KES 1.00; worked out here it is KES 562,500.00.',
    ]);
    const over = withLine(fresh(LONDON_FILE), 0, { written_line: '40' });
    expect((await preview(t, over)).body.warnings).toEqual(
      expect.arrayContaining([
        'Security A is signed for 25% in the file; here its line is signed for 32%.',
        expect.stringMatching(/^The slip gets a UMR of its own; B4321KLA26\d+ is kept with its history\.$/),
      ]),
    );
  });
});

describe('a draft made of a file', () => {
  test('is the importing user’s draft, and its history says where it came from', async () => {
    const file = fresh(LOCAL_FILE);
    const { status, body } = await draft(t, file);
    expect([status, body.status, body.market]).toEqual([200, 'DRAFT', 'LOCAL']);
    const record = (await t.call('underwriter.nbo', `GET ${UND}/${body.id}`)).body;
    expect(record).toMatchObject({
      status: 'DRAFT',
      version: 1,
      decided_by: null,
      notes: [],
      figures: { debit_note: '562500.00' },
      warranty: { kind: 'PPW', days: 60 },
    });
    const rows = await audited(body.id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'saved',
      user_id: record.made_by.id,
      facts: {
        source: { sender: 'Acacia Placing Brokers', number: file.record.number, umr: null, as_at: '2026-03-02' },
      },
      personal: { file_name: 'placement.json' },
    });
    expect(rows[0].facts.source.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('its maker does not approve it', async () => {
    const { body } = await draft(t, fresh(LOCAL_FILE), { who: 'root' });
    await t.call('root', `PUT ${UND}/submit/${body.id}`);
    const me = (await t.call('root', `GET ${UND}/${body.id}`)).body.made_by.id;
    expect((await decideIn(t)('root', `PUT ${UND}/approve/${body.id}/APPROVED/${me}`)).status).toBe(403);
  });

  test('what comes again is known by its number or its UMR, and made again only when it is said', async () => {
    const file = fresh(LONDON_FILE);
    const first = await draft(t, file);
    expect([first.status, first.body.market]).toEqual([200, 'LONDON']);
    const shown = (await preview(t, file)).body.existing;
    expect(shown).toEqual([{ id: first.body.id, market: 'LONDON', reference: first.body.number, status: 'DRAFT' }]);
    const again = await draft(t, file);
    expect([again.status, again.body.title]).toEqual([
      409,
      `${first.body.number}, the same placement as ${file.record.number}, already exists.`,
    ]);
    const byUmr = { ...file, record: { ...file.record, number: 'ANOTHER' } };
    expect((await preview(t, byUmr)).body.existing).toHaveLength(1);
    const other = { ...file, sender: { ...file.sender, name: 'Somebody else' }, unique_market_reference: null };
    expect((await preview(t, other)).body.existing).toEqual([]);
    expect((await draft(t, file, { query: { again: 'true' } })).status).toBe(200);
    expect((await preview(t, file)).body.existing).toHaveLength(2);
    // Our own record, read back, is known by its own number.
    const own = (await exported(t, { id: first.body.id, market: 'LONDON' })).file;
    expect(valuesOf((await preview(t, own)).body.existing, 'id')).toContain(first.body.id);
  });

  test('sent twice at once, one draft is made', async () => {
    const file = fresh(LOCAL_FILE);
    const replies = await Promise.all([draft(t, file), draft(t, file), draft(t, file)]);
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409, 409]);
    const keyed = fresh(LOCAL_FILE);
    const headers = { 'idempotency-key': 'placement-once-1' };
    const one = await draft(t, keyed, { headers });
    expect((await draft(t, keyed, { headers })).body).toEqual(one.body);
  });

  test('nothing is made while somebody is to be chosen, and each place is named', async () => {
    const file = { ...withLine(fresh(LOCAL_FILE), 2, renamed('Nobody Here')), insured: renamed('Nor Here').insurer };
    const { status, body } = await draft(t, { ...file, date_offered: '2030-01-01' });
    expect([status, valuesOf(body.errors, 'field')]).toEqual([400, ['insured', 'participations[2]']]);
    const wrong = await draft(t, { ...fresh(LOCAL_FILE), date_offered: '2030-01-01' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ field: 'date_offered', message: 'Date offered cannot be in the future.' }],
    ]);
  });

  test('who makes no policies makes none of a file, and sees none of it', async () => {
    for (const who of ['auditor', 'cashier.nbo', 'accountant.nbo', 'manager.nbo']) {
      expect((await preview(t, fresh(LOCAL_FILE), { who })).status, who).toBe(403);
      expect((await draft(t, new Uint8Array([1, 2]), { who })).status, who).toBe(403);
    }
    expect((await t.call(null, `POST ${UND}/interchange/draft`, { query: { name: 'x' } })).status).toBe(401);
  });

  test('a branch sees neither the draft nor the memory of another', async () => {
    const file = fresh(LOCAL_FILE);
    const there = await draft(t, file, { who: 'underwriter.lon' });
    expect(there.body.number).toMatch(/^LON\/FAC\//);
    expect((await preview(t, file)).body.existing).toEqual([]);
    expect((await draft(t, file)).status).toBe(200);
  });
});

test('whatever came in, the books are sound', () => expectSound(t));
