import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { decideIn } from '../../../testing/decide-record.ts';

const SCA = '/api/sca/v1';
const UW = `${SCA}/underwriting`;
let t: TestApp;
let book: Book;
let id: number;

const diff = (query: Record<string, string> = {}, who = 'manager.nbo', entity = 'policy') =>
  t.call(who, `GET ${SCA}/audit/diff`, { query: { entity, id, ...query } });
const edit = async (changes: Record<string, unknown>) => {
  const { body } = await t.call('underwriter.nbo', `GET ${UW}/${id}`);
  const reply = await t.call('underwriter.nbo', `PUT ${UW}/edit`, {
    body: { ...examplePolicy(book, changes), id, version: body.version },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
};

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  id = (await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) })).body.id;
});
afterAll(() => t.close());

describe('what differs between versions of a policy', () => {
  test('nothing is compared before a first decision, unless asked for', async () => {
    expect((await diff()).body).toMatchObject({
      decision: null,
      from: null,
      changes: [],
      versions: [{ action: 'saved' }],
    });
  });

  test('since the rejection, in words, over the real trail', async () => {
    await t.call('underwriter.nbo', `PUT ${UW}/submit/${id}`);
    const manager = await userId(t, 'manager.nbo');
    await decideIn(t)('manager.nbo', `PUT ${UW}/approve/${id}/REJECTED/${manager}`, {
      body: { reason: 'Rate too low' },
    });
    await edit({
      rate: '0.3',
      excess: '2% of each loss',
      securities: [
        { security: book.a, share: '30' },
        { security: book.b, share: '30' },
      ],
    });
    await edit({
      rate: '0.3',
      securities: [
        { security: book.a, share: '30', offer: '35' },
        { security: book.b, share: '30' },
      ],
    });
    const { body } = await diff();
    expect(body.decision).toMatchObject({ action: 'rejected', by: expect.any(String) });
    expect(body.changes.map((one: Record<string, string>) => [one['label'], one['before'], one['after']])).toEqual([
      ['Rate', '0.25%', '0.3%'],
      ['Securities removed', 'Security C', null],
      ['Security A, signed line', '25%', '30%'],
      ['Security A, written line', '25%', '35%'],
      ['Security B, signed line', '20%', '30%'],
      ['Security B, written line', '20%', '30%'],
      ['Security C, signed line', '15%', null],
      ['Security C, written line', '15%', null],
    ]);
    expect(body.versions).toHaveLength(3);
  });

  test('between any two versions', async () => {
    const { versions } = (await diff()).body;
    const [, second, third] = versions.map((one: { id: string }) => one.id);
    const { body } = await diff({ from: second, to: third });
    expect(body.changes).toEqual([
      { field: 'excess', label: 'Excess', before: '2% of each loss', after: '1% of each loss' },
      { field: `securities.${book.a}.offer`, label: 'Security A, written line', before: '30%', after: '35%' },
    ]);
    expect((await diff({ from: third, to: third })).body.changes).toEqual([]);
  });

  test('only of this record, and only for who may view it', async () => {
    // A row of its own trail that holds no version.
    const submitted = await t.ownerPool.query<{ id: string }>(
      `select id::text from audit_trail where entity = 'policy' and entity_id = $1 and action = 'submitted'`,
      [id],
    );
    for (const from of [submitted.rows[0]?.id ?? '', '999999999', '0'])
      expect((await diff({ from })).status, from).toBe(404);
    expect((await diff({ from: 'x' })).status).toBe(400);
    expect((await diff({}, 'manager.lon')).status).toBe(404);
    expect((await diff({}, 'cashier.nbo')).status).toBe(200);
    expect((await diff({}, 'underwriter.nbo', 'receipt')).status).toBe(404);
  });
});

test('receipts: an allocation by the number of its note', async () => {
  const body = {
    dateOfIssue: '2026-03-02',
    receiptType: 'PREMIUM',
    receiptAmount: '100.00',
    currency: 'KES',
    reinsured: book.reinsured,
  };
  const saved = await t.call('cashier.nbo', `POST ${SCA}/receivable/save`, { body });
  await t.call('cashier.nbo', `PUT ${SCA}/receivable/edit`, {
    body: { ...body, receiptAmount: '250', id: saved.body.id, version: saved.body.version },
  });
  const { body: history } = await t.call('cashier.nbo', `GET ${SCA}/audit/diff`, {
    query: { entity: 'receipt', id: saved.body.id },
  });
  const [first] = history.versions;
  const compared = await t.call('cashier.nbo', `GET ${SCA}/audit/diff`, {
    query: { entity: 'receipt', id: saved.body.id, from: first.id },
  });
  expect(compared.body.changes).toEqual([
    { field: 'receiptAmount', label: 'Amount received', before: 'KES 100.00', after: 'KES 250.00' },
  ]);
});

describe('records of the registers, of which the trail tells each change', () => {
  const changes = async (entity: string, record: number, query: Record<string, string> = {}) => {
    const { status, body } = await t.call('manager.nbo', `GET ${SCA}/audit/diff`, {
      query: { entity, id: record, ...query },
    });
    return {
      status,
      body,
      told: body.changes?.map((one: Record<string, string>) => [one['label'], one['before'], one['after']]),
    };
  };
  const bounds = (body: { versions: { id: string }[] }) => ({
    from: body.versions[0]?.id ?? '',
    to: body.versions.at(-1)?.id ?? '',
  });

  test('a party: what names it, too, over several edits and a status', async () => {
    const save = await t.call('manager.nbo', `POST ${SCA}/reinsured/save`, {
      query: { name: 'Compared Insurance', address: 'One Street' },
    });
    const edit = (version: number, query: object) =>
      t.call('manager.nbo', `PUT ${SCA}/reinsured/edit`, { query: { id: save.body.id, ...query }, body: { version } });
    await edit(1, { name: 'Compared Insurance', address: 'Two Street' });
    await edit(2, { name: 'Compared Insurance Ltd', address: 'Two Street' });
    await t.call('manager.nbo', `PUT ${SCA}/reinsured/update`, { query: { id: save.body.id, status: 'INACTIVE' } });
    const { body } = await changes('party', save.body.id);
    expect(body).toMatchObject({ decision: null, changes: [] });
    expect(body.versions.map((one: { action: string }) => one.action)).toEqual([
      'added',
      'edited',
      'edited',
      'status_changed',
    ]);
    expect((await changes('party', save.body.id, bounds(body))).told).toEqual([
      ['Name', 'Compared Insurance', 'Compared Insurance Ltd'],
      ['Address', 'One Street', 'Two Street'],
      ['Status', null, 'Inactive'],
    ]);
    expect((await changes('party', 999_999)).status).toBe(404);
  });

  test('a currency that came with the installation has what it was before its first change', async () => {
    const { rows } = await t.ownerPool.query(`select id, version from currencies where code = 'JPY'`);
    const [{ id: currency, version }] = rows;
    const edited = await t.call('manager.nbo', `PUT ${SCA}/currency/edit`, {
      body: { id: currency, name: 'Yen of Japan', version },
    });
    expect(edited.status).toBe(200);
    const { body } = await changes('currency', currency);
    expect(body.versions).toMatchObject([{ id: '0', by: 'System' }, { action: 'edited' }]);
    expect((await changes('currency', currency, bounds(body))).told).toEqual([
      ['Name', expect.any(String), 'Yen of Japan'],
    ]);
  });

  test('a class: its terms', async () => {
    const made = await t.call('manager.nbo', `PUT ${SCA}/covertype/saveclass`, {
      body: { name1: 'Compared class', commission: '25' },
    });
    await t.call('manager.nbo', `PUT ${SCA}/covertype/edit`, {
      body: { id: made.body.id, name: 'Compared class', version: 1, commission: '27.5' },
    });
    const { body } = await changes('cover_type', made.body.id);
    expect((await changes('cover_type', made.body.id, bounds(body))).told).toEqual([['Commission', '25%', '27.5%']]);
  });
});

test('an endorsement that comes back shows its checker what changed since', async () => {
  const policy = await approvedPolicy(t, book);
  const typed = {
    policy,
    endorsementtype: 'AP',
    effective_date: '2026-06-01',
    description: 'Sum insured up',
    basis: 'KEYED',
    premium: '1000',
  };
  const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body: typed });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const ask = () =>
    t.call('manager.nbo', `GET ${SCA}/audit/diff`, { query: { entity: 'endorsement', id: saved.body.id } });
  await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
  await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/REJECTED`, {
    body: { reason: 'Too little' },
  });
  expect((await ask()).body).toMatchObject({ decision: { action: 'rejected' }, changes: [] });
  const { body: now } = await t.call('underwriter.nbo', `GET ${SCA}/endorsement/${saved.body.id}`);
  const edited = await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/edit`, {
    body: { ...typed, premium: '2000', id: saved.body.id, version: now.version },
  });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  expect((await ask()).body.changes).toMatchObject([
    { label: 'Premium, 100%', before: 'KES 1,000.00', after: 'KES 2,000.00' },
  ]);
  const london = await t.call('manager.lon', `GET ${SCA}/audit/diff`, {
    query: { entity: 'endorsement', id: saved.body.id },
  });
  expect(london.status).toBe(404);
});
