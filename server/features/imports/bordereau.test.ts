import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAudit, verifyAudit } from '../../platform/audit/sealer.ts';
import { examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { bookParts, sheetXml, textCell, zipOf } from '../../testing/zip.ts';
import { checked, commonOf, faultsOf, HEAD, policyCount, row, rowsOf, upload } from './bordereau.factories.ts';
import { confirm, one, SCA, work } from './imports.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const U = 'underwriter.nbo';
const usual = () => ({ common: commonOf(book) });

describe('a bordereau becomes drafts', () => {
  let id: number;
  let drafts: { record: number }[];
  test('its columns are matched, its rows checked, and what they come to is shown; nothing is written', async () => {
    const before = await policyCount(t);
    const found = await checked(t, U, {
      ...usual(),
      rows: [row(1), row(2, { TSI: 'KES 100,000,000.00', 'Cession %': 0.4 })],
    });
    ({ id } = found);
    expect(found).toMatchObject({
      state: 'READY',
      matching: {
        cedant_policy_number: 0,
        insured: 1,
        insurance_start_date: 2,
        insurance_end_date: 3,
        sum_insured: 4,
        rate: 5,
        fac: 6,
      },
      counts: { rows: 2, new: 2, exists: 0, faulty: 0 },
      branch: { code: 'NBO' },
      totals: [
        { currency: 'KES', count: 2, sum_insured: '600000000.00', premium: '1500000.00', fac_premium: '751000.00' },
      ],
      insureds: { count: 0, names: [] },
      notes: [],
    });
    expect(found.parties.map((party: { name: string }) => party.name)).toContain('Savannah Insurance');
    const { data } = await rowsOf(t, id);
    expect(data[1].warnings).toEqual(['What is ceded is 0.4%, less than one percent.']);
    expect(found.counts.warned).toBe(1);
    expect((await rowsOf(t, id, { warned: 'yes' })).data).toHaveLength(1);
    expect(await policyCount(t)).toBe(before);
  });

  test('confirmed, each is a draft of its own, with the figures of the form and its row in the trail', async () => {
    const { version } = await one(t, U, id);
    const { after } = await confirm(t, U, { id, version });
    expect(after).toMatchObject({ state: 'DONE', counts: { written: 2, skipped: 0, faulty: 0 } });
    drafts = (await rowsOf(t, id, { outcome: 'written' })).data;
    const policy = (await t.call(U, `GET ${SCA}/underwriting/${drafts[0]?.record}`)).body;
    const { body: saved } = await t.call(U, `POST ${SCA}/underwriting/save`, {
      body: examplePolicy(book, {
        securities: [
          { security: book.a, share: '30' },
          { security: book.b, share: '18' },
          { security: book.c, share: '12' },
        ],
      }),
    });
    const byHand = (await t.call(U, `GET ${SCA}/underwriting/${saved.id}`)).body;
    expect(policy).toMatchObject({
      status: 'DRAFT',
      cedant_policy_number: 'FIR/1',
      insured: { id: book.insured },
      insurance_start_date: '2026-03-01',
      insurance_end_date: '2027-02-28',
      made_by: { id: await userId(t, U) },
      decided_by: null,
      notes: [],
    });
    expect(policy.figures).toEqual(byHand.figures);
    expect(policy.securities).toEqual(byHand.securities);
    const { rows: trail } = await t.ownerPool.query(
      `select action, user_id, branch_id, facts from audit_trail where entity = 'policy' and entity_id = $1`,
      [drafts[0]?.record],
    );
    expect(trail).toHaveLength(1);
    expect(trail[0]).toMatchObject({ action: 'saved', facts: { import: id, reference: policy.broker_reference } });
    expect(trail[0].user_id).toBe(await userId(t, U));
    while (await sealAudit(t.ownerPool));
    expect(await verifyAudit(t.ownerPool)).toBeNull();
  });

  test('they are found by the import, and go the way of every draft', async () => {
    const list = await t.call(U, `GET ${SCA}/underwriting/items`, { query: { import: id } });
    expect(list.body).toMatchObject({ recordsFiltered: 2 });
    expect((await t.call(U, `GET ${SCA}/underwriting/items`, { query: { import: 999_999 } })).body.data).toEqual([]);
    const [draft] = drafts;
    const submitted = await t.call(U, `PUT ${SCA}/underwriting/submit/${draft?.record}`, { body: { version: 1 } });
    expect(submitted.body).toMatchObject({ status: 'PENDING' });
  });

  test('the same file again warns, and its rows are there already', async () => {
    const first = (await one(t, U, id)) as { sha256: string };
    const { body } = await upload(t, U, { ...usual(), rows: [row(1), row(2)] });
    await work(t);
    const found = await one(t, U, body.id);
    expect(found.sha256).not.toBe(first.sha256);
    expect(found.counts).toMatchObject({ new: 0, exists: 2, faulty: 0 });
    const refused = await t.call(U, `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    expect(refused.body.code).toBe('NOTHING_TO_IMPORT');
    const csv =
      'Policy No,Insured,From,To,Sum insured,Premium,Fac %\nX1,Kisumu Sugar Works,2026-03-01,2027-02-28,1000,10,50';
    await confirm(t, U, await checked(t, U, { ...usual(), csv }));
    const again = await checked(t, U, { ...usual(), csv });
    expect(again.notes.join(' ')).toMatch(/^This very file was imported on .* by .*: 1 row was added\./);
    expect(again.counts).toMatchObject({ new: 0, exists: 1 });
  });
});

describe('rows are checked by the rules of the form', () => {
  test('each with its own sentences, and the file of faulty rows has them', async () => {
    const good = row(100);
    const found = await checked(t, U, {
      ...usual(),
      rows: [
        good,
        row(101, { 'Name of insured': 'Nobody Limited' }),
        row(102, { Inception: '01/03/2027' }),
        row(103, { TSI: 'lots' }),
        row(104, { 'Cession %': '101' }),
        row(105, { 'Rate %': null }),
        row(106, { Inception: '2026-13-01' }),
        row(100),
        row(108, { TSI: 'USD 5,000', 'Rate %': '100.5%' }),
        row(109, { TSI: 0 }),
        row(110, { Expiry: null }),
      ],
    });
    expect(await faultsOf(t, found.id)).toEqual([
      [3, ['No insured of this name is in the register.']],
      [4, ['End date must not be before start date.']],
      [5, ['“lots” is not an amount of KES.']],
      [6, ['Share must be between 0 and 100.']],
      [7, ['Enter the premium or the rate.']],
      [8, ['“2026-13-01” is not a date: write it as 2026-03-31.']],
      [9, ['The same as row 2.']],
      [10, ['Rate must be between 0 and 100.']],
      [11, ['Sum insured must be more than 0.', 'Premium must be more than 0.']],
      [12, ['Enter the last day of cover.']],
    ]);
    const file = await t.call(U, `GET ${SCA}/import/rows`, {
      query: { id: found.id, outcome: 'error', format: 'csv' },
    });
    expect(file.bytes.toString('utf8')).toContain('Inception (column C): “2026-13-01” is not a date');
  });

  test('securities of a row come before those in common; what is wrong with them has its column', async () => {
    const head = 'Policy No,Insured,Inception,Expiry,TSI,Rate,Cession %,Security 1,Share 1,Security 2,Share 2';
    const line = (n: number, rest: string) =>
      `S${n},Kisumu Sugar Works,2026-03-01,2027-02-28,"1,000,000.00",1.5‰,50,${rest}`;
    const csv = [
      head,
      line(1, 'Security A,30,Security B,20'),
      line(2, 'Security A,30,Security B,15'),
      line(3, 'Security A,30,security a,20'),
      line(4, 'Security A,40,Security B,20'),
      line(5, 'Unknown Re,50,,'),
      line(6, 'Security A,,,'),
    ].join('\n');
    const found = await checked(t, U, { csv, common: commonOf(book, { line_basis: 'WHOLE' }) });
    expect(await faultsOf(t, found.id)).toEqual([
      [4, ['This security is already on the placement.']],
      [5, ['Securities total 60.0000% but 50.0000% is placed.']],
      [6, ['There is no security of this name.']],
      [7, ['Share must be between 0 and 100.']],
    ]);
    const { data } = await rowsOf(t, found.id, { outcome: 'error' });
    expect(data.map((one_: { errors: { column: number | null }[] }) => one_.errors[0]?.column)).toEqual([
      9,
      null,
      7,
      8,
    ]);
    const good = (await rowsOf(t, found.id, { outcome: 'new' })).data;
    expect(good.map((one_: { warnings: string[] }) => one_.warnings)).toEqual([
      [],
      ['Securities total 45.0000% but 50.0000% is placed: the draft cannot be submitted so.'],
    ]);
    expect(found.totals[0]).toMatchObject({ premium: '3000.00' });
  });

  test('what is neither in the file nor in common is said', async () => {
    const found = await checked(t, U, { rows: [row(200)], common: {} });
    const [[, said] = [0, []]] = await faultsOf(t, found.id);
    expect(said.map((sentence) => sentence.split(':')[0])).toEqual([
      'The reinsured is missing',
      'The class is missing',
      'The currency is missing',
      'The commission is missing',
      'The brokerage is missing',
    ]);
    // Said now, the rows are checked again.
    await t.call(U, `PUT ${SCA}/import/match/${found.id}`, {
      body: { version: found.version, common: commonOf(book) },
    });
    await work(t);
    expect((await one(t, U, found.id)).counts).toMatchObject({ new: 1, faulty: 0 });
  });

  test('dates with the month first, class by name, terms by days, names in their short form', async () => {
    await t.ownerPool.query(`update parties set short_name = 'Sav Ins' where id = $1`, [book.reinsured]);
    const csv = `Policy No;Insured;Cedant;Class;Inception;Expiry;TSI;Premium;Cession %;Credit days
M1;Kisumu Sugar Works;SAV INS;test class;03/04/2026;Mar 3, 2027;1.000.000,00;12,500.00;50;60 days`.replace(
      'Mar 3, 2027',
      '3/3/2027',
    );
    const { reinsured: _reinsured, cover_type: _cover, ...rest } = commonOf(book, { day_order: 'MONTH_FIRST' });
    const found = await checked(t, U, { csv, common: rest });
    expect(await faultsOf(t, found.id)).toEqual([]);
    const { after } = await confirm(t, U, found);
    const { data } = await rowsOf(t, after.id, { outcome: 'written' });
    expect((await t.call(U, `GET ${SCA}/underwriting/${data[0].record}`)).body).toMatchObject({
      reinsured: { id: book.reinsured },
      cover_type: { id: book.coverType },
      insurance_start_date: '2026-03-04',
      insurance_end_date: '2027-03-03',
      sum_insured: '1000000.00',
      premium: '12500.00',
      payment_terms: 'LUMP_60',
    });
  });
});

describe('what a hostile or careless file holds', () => {
  test('a formula is told at its cell, a number is what a person sees in its cell', async () => {
    const head = HEAD.map((name, index) => textCell(`${'ABCDEFGH'[index]}1`, name)).join('');
    const cells = (row: number, sum: string) =>
      `<row r="${row}">${textCell(`A${row}`, `H${row}`)}${textCell(`B${row}`, 'Kisumu Sugar Works')}
        ${textCell(`C${row}`, '2026-03-01T00:00:00')}${textCell(`D${row}`, '28.2.27')}${sum}<c r="F${row}"><v>0.1</v></c><c r="G${row}"><v>55.000000000000007</v></c></row>`;
    const bytes = zipOf(
      bookParts(
        sheetXml(
          `<row r="1">${head}</row>${cells(2, '<c r="E2"><v>1000000.05</v></c>')}${cells(3, '<c r="E3"><f>E2*2</f><v>2000000.1</v></c>')}${cells(4, '<c r="E4"><v>1e25</v></c>')}`,
        ),
      ),
    );
    const found = await checked(t, U, { ...usual(), bytes });
    expect(await faultsOf(t, found.id)).toEqual([
      [3, ['Holds a formula. Paste values only.']],
      [4, ['Amounts have at most 15 digits before the point.']],
    ]);
    const { after } = await confirm(t, U, found);
    const { data } = await rowsOf(t, after.id, { outcome: 'written' });
    expect((await t.call(U, `GET ${SCA}/underwriting/${data[0].record}`)).body).toMatchObject({
      insurance_start_date: '2026-03-01',
      insurance_end_date: '2027-02-28',
      sum_insured: '1000000.05',
      fac: '55',
      premium: '1000.00',
    });
  });

  test('text is text, however it begins', async () => {
    const csv = `Policy No,Insured,Inception,Expiry,TSI,Premium,Cession %,Description
'; drop table policies; --,Kisumu Sugar Works,2026-03-01,2027-02-28,1000,10,50,<script>alert(1)</script>
F2,"=cmd|' /C calc'!A0",2026-03-01,2027-02-28,1000,10,50,
F3,@SUM(1),2026-03-01,2027-02-28,1000,10,50,`;
    const found = await checked(t, U, { ...usual(), csv });
    expect(await faultsOf(t, found.id)).toEqual([
      [3, ['Holds a formula. Paste values only.']],
      [4, ['No insured of this name is in the register.']],
    ]);
    const { after } = await confirm(t, U, found);
    const { data } = await rowsOf(t, after.id, { outcome: 'written' });
    expect((await t.call(U, `GET ${SCA}/underwriting/${data[0].record}`)).body).toMatchObject({
      cedant_policy_number: "'; drop table policies; --",
      interest: '<script>alert(1)</script>',
    });
  });
});

describe('insureds that are not in the register', () => {
  const rows = () => [
    row(301, { 'Name of insured': 'Rift Roses Limited' }),
    row(302, { 'Name of insured': 'rift roses  limited' }),
    row(303, { 'Name of insured': 'Lakeside Mills Limited' }),
  ];
  const named = async () =>
    (
      await t.ownerPool.query(
        `select name, address from parties where kind = 'INSURED' and name like any($1) order by name`,
        [['R% Roses%', 'Lakeside%']],
      )
    ).rows;

  test('are shown, and added with the rows on wish: each once, by the right to add them', async () => {
    const found = await checked(t, U, { ...usual(), rows: rows() });
    expect(found.counts).toMatchObject({ new: 0, faulty: 3 });
    expect(found.insureds).toEqual({
      count: 2,
      names: [
        { name: 'Lakeside Mills Limited', rows: 1 },
        { name: 'Rift Roses Limited', rows: 2 },
      ],
    });
    const bare = await t.call(U, `PUT ${SCA}/import/match/${found.id}`, {
      body: { version: found.version, common: commonOf(book, { add_insureds: true }) },
    });
    expect(bare.body.errors).toEqual([
      { field: 'common.insured_address', message: 'Enter the address of insureds that have none in the file.' },
    ]);
    await t.call(U, `PUT ${SCA}/import/match/${found.id}`, {
      body: {
        version: found.version,
        common: commonOf(book, { add_insureds: true, insured_address: 'P.O. Box 7, Nakuru' }),
      },
    });
    await work(t);
    const again = await one(t, U, found.id);
    expect(again.counts).toMatchObject({ new: 3, faulty: 0 });
    expect(await named()).toEqual([]);
    const { after } = await confirm(t, U, again);
    expect(after.counts.written).toBe(3);
    expect(await named()).toEqual([
      { name: 'Lakeside Mills Limited', address: 'P.O. Box 7, Nakuru' },
      { name: 'Rift Roses Limited', address: 'P.O. Box 7, Nakuru' },
    ]);
  });

  test('who lost the right to add them since has nothing written', async () => {
    const add = commonOf(book, { add_insureds: true, insured_address: 'P.O. Box 7, Nakuru' });
    const found = await checked(t, U, { rows: [row(310, { 'Name of insured': 'Never Added Limited' })], common: add });
    await t.call(U, `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    const role = `insert into roles (code, name, name_key, permissions, built_in) values ('ROLE_UW_ONLY', 'Only', 'only', '{policies.view,policies.create}', false)`;
    await t.ownerPool.query(role);
    const who = await userId(t, U);
    await t.ownerPool.query(`update user_roles set role = 'ROLE_UW_ONLY' where user_id = $1`, [who]);
    await work(t);
    await t.ownerPool.query(`update user_roles set role = 'ROLE_UNDERWRITER' where user_id = $1`, [who]);
    expect(await one(t, U, found.id)).toMatchObject({ state: 'FAILED', counts: { written: 0 } });
    const { rows: kept } = await t.ownerPool.query(`select 1 from parties where name = 'Never Added Limited'`);
    expect(kept).toEqual([]);
  });
});
