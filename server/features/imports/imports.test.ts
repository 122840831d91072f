import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit, sealAudit } from '../../platform/audit/sealer.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { confirm, one, ready, SCA, send, work, workbook } from './imports.factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const HEAD = ['Cedant', 'Postal address', 'Country', 'Tax resident', 'E-mail'];
const FAULTS: [string, string, string, string, string][] = [
  ['', 'P.O. Box 1', 'Kenya', 'Yes', ''],
  ['A', 'P.O. Box 1', 'Kenya', 'Yes', ''],
  ['No address Ltd', '', 'Kenya', 'Yes', ''],
  ['Bad country Ltd', 'P.O. Box 1', 'Atlantis', 'Yes', ''],
  ['Bad resident Ltd', 'P.O. Box 1', 'Kenya', 'perhaps', ''],
  ['Bad mail Ltd', 'P.O. Box 1', 'Kenya', 'Yes', 'nobody at home'],
];
const good = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    `Cedant ${n + 1} Ltd`,
    `P.O. Box ${n}, Nairobi`,
    'KE',
    'no',
    `c${n}@example.com`,
  ]);

const rowsOf = async (id: number, query: Record<string, string | number> = {}) =>
  (await t.call('manager.nbo', `GET ${SCA}/import/rows`, { query: { id, length: 500, ...query } })).body;
const partiesNamed = async (like: string) =>
  (await t.ownerPool.query(`select * from parties where name like $1 order by id`, [like])).rows;

describe('200 reinsureds from XLSX, 12 of them faulty', () => {
  let id: number;
  test('nothing is written before it is confirmed; every fault has its row and column', async () => {
    const rows = [HEAD, ...good(188), ...FAULTS, ...FAULTS.map((row) => row)];
    const found = await ready(t, 'manager.nbo', {
      target: 'reinsureds',
      name: 'cedants.xlsx',
      bytes: await workbook(rows),
    });
    id = found.id;
    expect(found).toMatchObject({
      state: 'READY',
      counts: { rows: 200, new: 188, exists: 0, faulty: 12, written: 0 },
      matching: { name: 0, address: 1, country: 2, resident: 3, email: 4 },
      remembered: false,
      headingRow: 1,
    });
    expect(found.columns[0]).toEqual({ heading: 'Cedant', samples: ['Cedant 1 Ltd', 'Cedant 2 Ltd', 'Cedant 3 Ltd'] });
    const faulty = await rowsOf(id, { outcome: 'error' });
    expect(faulty.recordsFiltered).toBe(12);
    expect(faulty.data.slice(0, 6).map((row: { row: number; errors: unknown }) => [row.row, row.errors])).toEqual([
      [190, [{ column: 0, message: 'Name must be 2 to 150 characters.' }]],
      [191, [{ column: 0, message: 'Name must be 2 to 150 characters.' }]],
      [192, [{ column: 1, message: 'Address must be 3 to 250 characters.' }]],
      [193, [{ column: 2, message: 'Not a country: give its name or two-letter code.' }]],
      [194, [{ column: 3, message: 'Write yes or no.' }]],
      [195, [{ column: 4, message: 'Enter a valid email address.' }]],
    ]);
    expect(await partiesNamed('Cedant %')).toEqual([]);
  });

  test('the faulty rows come as a file with their reasons, to mend and send again', async () => {
    const file = await t.call('manager.nbo', `GET ${SCA}/import/rows`, {
      query: { id, outcome: 'error', format: 'csv' },
    });
    const lines = file.bytes.toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]).toContain('Cedant,Postal address,Country,Tax resident,E-mail,Reason');
    expect(lines[6]).toBe(
      'Bad mail Ltd,P.O. Box 1,Kenya,Yes,nobody at home,E-mail (column E): Enter a valid email address.',
    );
  });

  test('confirmed, the good rows are there, each with its row in the trail, and the report says so', async () => {
    const { version } = await one(t, 'manager.nbo', id);
    const { after } = await confirm(t, 'manager.nbo', { id, version });
    expect(after).toMatchObject({ state: 'DONE', counts: { written: 188, updated: 0, skipped: 0, faulty: 12 } });
    const parties = await partiesNamed('Cedant %');
    expect(parties).toHaveLength(188);
    expect(parties[0]).toMatchObject({
      kind: 'REINSURED',
      market: null,
      name: 'Cedant 1 Ltd',
      name_key: 'cedant1ltd',
      country: 'KE',
      resident: false,
      email: 'c0@example.com',
    });
    const { rows: trail } = await t.ownerPool.query(
      `select * from audit_trail where entity = 'party' and entity_id = $1`,
      [parties[0].id],
    );
    expect(trail).toHaveLength(1);
    expect(trail[0]).toMatchObject({ action: 'added', personal: { name: 'Cedant 1 Ltd' } });
    expect(trail[0].facts).toMatchObject({ import: id, kind: 'REINSURED', after: { country: 'KE' } });
    const written = await rowsOf(id, { outcome: 'written' });
    expect(written.recordsFiltered).toBe(188);
    expect(written.data[0]).toMatchObject({ label: 'Cedant 1 Ltd', record: parties[0].id });
    const { rows: files } = await t.ownerPool.query(`select 1 from import_files where import_id = $1`, [id]);
    expect(files).toEqual([]);
  });

  test('the digests of what was written at once are those of rows written alone', async () => {
    while (await sealAudit(t.ownerPool));
    expect(await verifyAudit(t.ownerPool)).toBeNull();
  });

  test('sent again: everything exists, and the columns are matched as last time', async () => {
    const found = await ready(t, 'underwriter.lon', {
      target: 'reinsureds',
      name: 'again.csv',
      bytes: [HEAD, ...good(188)]
        .map((row) => row.join(';'))
        .join('\n')
        .replaceAll('P.O. Box 0, Nairobi', 'Moi Avenue'),
    });
    expect(found).toMatchObject({
      state: 'READY',
      remembered: true,
      counts: { new: 0, exists: 188, faulty: 0 },
      mayUpdate: false,
    });
    const refused = await t.call('underwriter.lon', `PUT ${SCA}/import/confirm/${found.id}`, {
      body: { version: found.version },
    });
    expect(refused.body).toMatchObject({ code: 'NOTHING_TO_IMPORT' });
    const update = { version: found.version, existing: 'update' };
    expect((await t.call('underwriter.lon', `PUT ${SCA}/import/match/${found.id}`, { body: update })).status).toBe(403);
  });

  test('who may edit updates what exists: what differs, and no more', async () => {
    const rows = [HEAD, ...good(3), ['CEDANT 2 LTD', '', '', '', 'new@example.com']].toSpliced(2, 1);
    const found = await ready(t, 'manager.nbo', {
      target: 'reinsureds',
      name: 'update.csv',
      bytes: rows.map((row) => row.map((c) => `"${c}"`).join(',')).join('\r\n'),
    });
    expect(found.counts).toMatchObject({ exists: 3, faulty: 0 });
    await t.call('manager.nbo', `PUT ${SCA}/import/match/${found.id}`, {
      body: { version: found.version, existing: 'update' },
    });
    await work(t);
    const { version } = await one(t, 'manager.nbo', found.id);
    const { after } = await confirm(t, 'manager.nbo', { id: found.id, version });
    expect(after.counts).toMatchObject({ written: 0, updated: 1, skipped: 2 });
    const [party] = await partiesNamed('CEDANT 2 LTD');
    expect(party).toMatchObject({ email: 'new@example.com', address: 'P.O. Box 1, Nairobi', version: 2 });
  });
});

describe('whose import it is', () => {
  test('its maker’s and root’s; to everybody else it is not there', async () => {
    const found = await ready(t, 'manager.nbo', {
      target: 'insureds',
      name: 'a.csv',
      bytes: 'Name,Address\nSomebody,Box 1\n',
    });
    const calls = [`GET ${SCA}/import/${found.id}`, `PUT ${SCA}/import/cancel/${found.id}`] as const;
    for (const call of calls) expect((await t.call('manager.lon', call)).status).toBe(404);
    const rows = await t.call('manager.lon', `GET ${SCA}/import/rows`, { query: { id: found.id } });
    expect(rows.status).toBe(404);
    expect((await t.call('root', calls[0])).status).toBe(200);
    const own = await t.call('manager.lon', `GET ${SCA}/import/items`);
    expect(own.body.data).toEqual([]);
    expect(
      (
        await t.call('cashier.nbo', `POST ${SCA}/import/upload`, {
          query: { target: 'insureds', name: 'a.csv' },
          body: Buffer.from('Name\nx'),
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).status,
    ).toBe(403);
  });

  test('the list of imports as files, one’s own alone, by status; it has views', async () => {
    const file = { target: 'insureds', name: 'of-files.csv', bytes: 'Name,Address\nOf files,Box 1\nOf files,Box 1\n' };
    const found = await ready(t, 'claims.nbo', file);
    const list = (query: Record<string, string>, who = 'claims.nbo') =>
      t.call(who, `GET ${SCA}/import/items`, { query: { target: 'insureds', ...query } });
    const lines = async (query: Record<string, string>, who?: string) =>
      (await list({ format: 'csv', ...query }, who)).bytes.toString('utf8').slice(1).trim().split('\r\n');
    const [head, ...rows] = await lines({});
    expect(head).toBe('Register,File,Status,Rows,Added,Updated,Faulty,Sent by,Sent,Finished');
    expect(rows[0]).toMatch(/^Insureds,of-files\.csv,Ready,2,0,0,1,claims\.nbo,/);
    expect((await lines({}, 'manager.lon')).slice(1)).toEqual([]);
    expect((await lines({ state: 'DONE' })).some((line) => line.includes('of-files'))).toBe(false);
    for (const format of ['xlsx', 'pdf']) expect((await list({ format })).status).toBe(200);
    const { data } = (await list({ state: 'READY' })).body;
    expect(data[0]).toMatchObject({ id: found.id, counts: { rows: 2, faulty: 1 } });
    const view = { list: 'import/items', name: 'Ready', query: 'state=READY', shared: false };
    expect((await t.call('claims.nbo', `POST ${SCA}/view/save`, { body: view })).status).toBe(200);
  });

  test('a right that was lost before the job runs stops it, and nothing is written', async () => {
    const found = await ready(t, 'claims.nbo', {
      target: 'insureds',
      name: 'a.csv',
      bytes: 'Name,Address\nLost right Ltd,Box 1\n',
    });
    await t.call('claims.nbo', `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    await t.ownerPool.query(
      `update user_roles set role = 'ROLE_CASHIER' where user_id = (select id from users where email = 'claims.nbo@slipway.test')`,
    );
    await work(t);
    expect(await one(t, 'claims.nbo', found.id)).toMatchObject({
      state: 'FAILED',
      message: 'You no longer have the right to import this. Nothing was written.',
    });
    expect(await partiesNamed('Lost right%')).toEqual([]);
    await t.ownerPool.query(
      `update user_roles set role = 'ROLE_CLAIMS' where user_id = (select id from users where email = 'claims.nbo@slipway.test')`,
    );
  });
});

describe('giving up, stale reads, wrong columns', () => {
  test('given up while it is ready, it is gone; while it waits to be written, nothing is written', async () => {
    const file = { target: 'insureds', name: 'a.csv', bytes: 'Name,Address\nGiven up Ltd,Box 1\n' };
    const first = await ready(t, 'manager.nbo', file);
    expect((await t.call('manager.nbo', `PUT ${SCA}/import/cancel/${first.id}`)).body.status).toBe('CANCELLED');
    const second = await ready(t, 'manager.nbo', file);
    await t.call('manager.nbo', `PUT ${SCA}/import/confirm/${second.id}`, { body: { version: second.version } });
    await t.call('manager.nbo', `PUT ${SCA}/import/cancel/${second.id}`);
    await work(t);
    expect((await one(t, 'manager.nbo', second.id)).state).toBe('CANCELLED');
    expect(await partiesNamed('Given up%')).toEqual([]);
    const late = await t.call('manager.nbo', `PUT ${SCA}/import/cancel/${second.id}`);
    expect(late.body).toMatchObject({ code: 'WRONG_STATE' });
  });

  test('a choice made on an older version is refused', async () => {
    const found = await ready(t, 'manager.nbo', {
      target: 'insureds',
      name: 'a.csv',
      bytes: 'Who,Where\nUnmatched Ltd,Box 1\n',
    });
    expect(found).toMatchObject({ matching: {}, counts: { new: 0, faulty: 1 } });
    const none = await t.call('manager.nbo', `PUT ${SCA}/import/confirm/${found.id}`, {
      body: { version: found.version },
    });
    expect(none.body).toMatchObject({ code: 'COLUMNS_MISSING', title: 'Choose a column for Name, Address first.' });
    const wrong = { version: found.version, matching: { name: 0, address: 0, premium: 1, email: 7 } };
    const refused = await t.call('manager.nbo', `PUT ${SCA}/import/match/${found.id}`, { body: wrong });
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'matching.name',
      'matching.address',
      'matching.premium',
      'matching.email',
    ]);
    const right = { version: found.version, matching: { name: 0, address: 1 } };
    expect((await t.call('manager.nbo', `PUT ${SCA}/import/match/${found.id}`, { body: right })).status).toBe(200);
    await work(t);
    const stale = await t.call('manager.nbo', `PUT ${SCA}/import/confirm/${found.id}`, {
      body: { version: found.version },
    });
    expect(stale.body).toMatchObject({ code: 'STALE' });
    const again = await one(t, 'manager.nbo', found.id);
    expect(again.counts).toMatchObject({ new: 1, faulty: 0 });
  });
});

describe('other registers', () => {
  test('securities with ratings and limits as the form takes them', async () => {
    const rows = [
      ['Reinsurer', 'Rating', 'Agency', 'Rating date', 'Syndicate no', 'Max line'],
      ['Rated Re', 'A-', 'AM Best', new Date('2026-01-15'), 2003, '25%'],
      ['Too much Re', 'A-', 'AM Best', null, null, '125'],
      ['Not rated Re', null, 'AM Best', null, null, null],
    ];
    const found = await ready(t, 'manager.nbo', { target: 'london', name: 's.xlsx', bytes: await workbook(rows) });
    expect(found.counts).toMatchObject({ new: 1, faulty: 2 });
    const faulty = await rowsOf(found.id, { outcome: 'error' });
    expect(faulty.data.map((row: { errors: unknown[] }) => row.errors[0])).toEqual([
      { column: 5, message: 'Largest line must be between 0 and 100.' },
      { column: 1, message: 'Enter the rating.' },
    ]);
    await confirm(t, 'manager.nbo', found);
    const [party] = await partiesNamed('Rated Re');
    expect(party).toMatchObject({
      market: 'LONDON',
      resident: false,
      rated_on: '2026-01-15',
      market_number: '2003',
      line_limit: 25_000_000n,
    });
  });

  test('classes come before their subclasses, wherever they are in the file', async () => {
    const bytes = 'Class,Subclass,Commission %\nRocketry,Hull,10\nRocketry,,12.5\nRocketry,hull,10\nSpace tourism,,\n';
    const found = await ready(t, 'manager.nbo', { target: 'classes', name: 'c.csv', bytes });
    expect(found.counts).toMatchObject({ new: 3, faulty: 1 });
    const { after } = await confirm(t, 'manager.nbo', found);
    expect(after.counts).toMatchObject({ written: 3 });
    const { rows } = await t.ownerPool.query(
      `select c.name, k.name as class, c.commission from cover_types c left join cover_types k on k.id = c.class_id
       where 'rocketry' in (c.name_key, k.name_key) order by c.id`,
    );
    expect(rows).toEqual([
      { name: 'Rocketry', class: null, commission: 12_500_000n },
      { name: 'Hull', class: 'Rocketry', commission: 10_000_000n },
    ]);
  });

  test('clauses keep their line breaks; a changed wording is a new version', async () => {
    const file = (wording: string) =>
      `Code;Title;Wording;Market;Class\nIMP 1;Imported clause;"${wording}";London;\nIMP 2;Other;Text;Mars;Nowhere\n`;
    const found = await ready(t, 'manager.nbo', {
      target: 'clauses',
      name: 'c.csv',
      bytes: file('It is agreed\nthat ""this"" holds.'),
    });
    expect(found.counts).toMatchObject({ new: 1, faulty: 1 });
    await confirm(t, 'manager.nbo', found);
    const next = await ready(t, 'manager.nbo', { target: 'clauses', name: 'c.csv', bytes: file('It is not.') });
    await t.call('manager.nbo', `PUT ${SCA}/import/match/${next.id}`, {
      body: { version: next.version, existing: 'update' },
    });
    await work(t);
    const { after } = await confirm(t, 'manager.nbo', await one(t, 'manager.nbo', next.id));
    expect(after.counts).toMatchObject({ updated: 1 });
    const { rows } = await t.ownerPool.query(
      `select wording, wording_version, market from clauses where code = 'IMP 1'`,
    );
    expect(rows).toEqual([{ wording: 'It is not.', wording_version: 2, market: 'LONDON' }]);
  });

  test('a template has the headings that are matched by themselves', async () => {
    for (const target of ['reinsureds', 'insureds', 'securities', 'london', 'classes', 'clauses']) {
      const file = await t.call('manager.nbo', `GET ${SCA}/import/template`, { query: { target, format: 'xlsx' } });
      const found = await ready(t, 'manager.nbo', { target, name: 't.xlsx', bytes: file.bytes });
      expect(found, target).toMatchObject({ state: 'READY', counts: { rows: 1 } });
      expect(Object.keys(found.matching)).toHaveLength(found.columns.length);
      if (target !== 'clauses') expect(found.counts, target).toMatchObject({ faulty: 0 });
    }
  });
});

test('a file sent twice with one key is one import', async () => {
  const headers = { 'content-type': 'application/octet-stream', 'idempotency-key': 'import-once-1' };
  const call = () =>
    t.call('manager.nbo', `POST ${SCA}/import/upload`, {
      query: { target: 'insureds', name: 'k.csv' },
      body: Buffer.from('Name,Address\nOnce Ltd,Box'),
      headers,
    });
  const [first, second] = [await call(), await call()];
  expect(second.body).toEqual(first.body);
  expect((await send(t, 'manager.nbo', { target: 'nothing', name: 'k.csv', bytes: 'Name\nx' })).status).toBe(404);
});
