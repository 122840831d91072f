import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, confirmedAccounts, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { bookParts, sheetXml, textCell, zipOf } from '../../testing/zip.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';

const R = '/api/sca/v1/reconciliation';
const DAY = '2026-03-02';
let t: TestApp;
let book: Book;
let numbers: { a: string; c: string; debit: string; policy: string };

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
  const policy = await approvedPolicy(t, book);
  const { rows } = await t.ownerPool.query<{ number: string; party_id: number; reference: string }>(
    `select n.number, n.party_id, p.broker_reference as reference from notes n join policies p on p.id = n.policy_id where p.id = $1`,
    [policy],
  );
  const of = (party: number) => rows.find((row) => row.party_id === party)?.number ?? '';
  numbers = { a: of(book.a), c: of(book.c), debit: of(book.reinsured), policy: rows[0]?.reference ?? '' };
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

type Sending = {
  as?: string;
  party?: number;
  name?: string;
  sheet?: object;
  who?: string;
  asat?: string;
  currency?: string;
};
const send = (act: 'preview' | 'save', file: string | Buffer, sending: Sending = {}) => {
  const {
    as,
    party = book.c,
    name = 'statement.csv',
    sheet,
    who = 'accountant.nbo',
    asat = DAY,
    currency = 'KES',
  } = sending;
  return t.call(who, `POST ${R}/${act}`, {
    query: { party, currency, asat, name, ...(as && { as }), ...(sheet && { sheet: JSON.stringify(sheet) }) },
    body: Buffer.isBuffer(file) ? file : Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  });
};
async function saved(file: string, sending: Sending = {}): Promise<number> {
  const reply = await send('save', file, sending);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}
const read = async (id: number, who = 'accountant.nbo') => (await t.call(who, `GET ${R}/${id}`)).body;
const act = async (id: number, what: string, body: Record<string, unknown>) =>
  t.call('accountant.nbo', `PUT ${R}/${what}/${id}`, { body: { version: (await read(id)).version, ...body } });

/** C's statement as it would write it: its net without the tax. */
const ofC = (amount = '131250.00') => `Credit note,Policy,Balance\n${numbers.c},${numbers.policy},${amount}\n`;

describe('a counterparty’s statement (M13)', () => {
  test('C shows 131,250.00, we 121,875.00: 9,375.00, tax not deducted; the bridge closes and is kept', async () => {
    const looked = await send('preview', ofC());
    expect([looked.status, looked.body]).toMatchObject([
      200,
      { theirs: '131250.00', ours: '121875.00', count: 1, ready: true, remembered: false, side: 'SECURITY' },
    ]);
    const id = await saved(ofC());
    expect(await read(id)).toMatchObject({
      status: 'OPEN',
      theirs: '131250.00',
      ours: '121875.00',
      explained: '9375.00',
      left: '0.00',
      open: 0,
      data: [
        {
          document: numbers.c,
          ours: '121875.00',
          theirs: '131250.00',
          difference: '9375.00',
          reason: 'TAX',
          by: 'NUMBER',
        },
      ],
    });
    expect((await act(id, 'finish', {})).body).toMatchObject({ status: 'FINISHED' });
    expect(await read(id)).toMatchObject({ status: 'FINISHED', left: '0.00', finished: { by: 'accountant.nbo' } });
    for (const [format, holds] of [
      ['csv', 'Tax'],
      ['pdf', '9,375.00'],
    ] as const) {
      const file = await t.call('accountant.nbo', `GET ${R}/${id}`, { query: { format } });
      const text = format === 'pdf' ? readPdfText(file.bytes).replace(/\s+/g, ' ') : file.bytes.toString();
      expect(text).toContain(holds);
      if (format === 'pdf')
        for (const words of ['Their balance', 'KES 131,250.00', 'Our balance']) expect(text).toContain(words);
    }
    expect(
      (await t.call('accountant.nbo', `GET ${R}/${id}`, { query: { format: 'xlsx' } })).bytes.subarray(0, 2).toString(),
    ).toBe('PK');
  });

  test('is finished only when the bridge closes to 0.00, which the schema holds too', async () => {
    const id = await saved(ofC('130000.00'));
    const refused = await act(id, 'finish', {});
    expect([refused.status, refused.body.title]).toEqual([
      409,
      'The bridge does not close: 1 without a reason, KES 8,125.00 is left. Give every difference its reason.',
    ]);
    await expect(
      t.ownerPool.query(
        `update reconciliations set status = 'FINISHED', ours = 12187500, explained = 0, finished_by = made_by, finished_at = now() where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/bridge_closes/);
    const { key } = (await read(id)).data[0];
    expect((await act(id, 'reason', { key, reason: 'EXCHANGE' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ left: '0.00', open: 0, data: [{ reason: 'EXCHANGE', proposed: false }] });
    expect((await act(id, 'finish', {})).status).toBe(200);
    expect((await act(id, 'reason', { key, reason: 'TAX' })).status).toBe(409);
    expect((await act(id, 'line', { row: 2, document: null })).status).toBe(409);
    expect((await act(id, 'finish', {})).status).toBe(409);
    // Opened again, another one is worked out anew with the reasons that were set; this one stays.
    expect((await act(id, 'reopen', { reason: '' })).status).toBe(400);
    const again = await act(id, 'reopen', { reason: 'C sent another one' });
    expect(again.body).toMatchObject({ status: 'OPEN', version: 1 });
    const next = again.body.id;
    expect(await read(next)).toMatchObject({ finished: null, follows: id, data: [{ reason: 'EXCHANGE' }] });
    expect((await act(next, 'reason', { key })).status).toBe(200);
    expect(await read(next)).toMatchObject({ open: 1, left: '8125.00', data: [{ reason: null }] });
    expect(await read(id)).toMatchObject({ status: 'FINISHED', followed_by: next, data: [{ reason: 'EXCHANGE' }] });
    const twice = await act(id, 'reopen', { reason: 'Once more' });
    expect([twice.status, twice.body.title]).toEqual([
      409,
      'This is opened again already: opening it again is not possible.',
    ]);
  });

  test('a finished one cannot change, whatever a program writes', async () => {
    const id = await saved(ofC());
    await act(id, 'finish', {});
    for (const change of [
      `update reconciliations set theirs = theirs + 1, explained = explained + 1 where id = $1`,
      `update reconciliations set status = 'OPEN', ours = null, explained = null, finished_by = null, finished_at = null where id = $1`,
      `delete from reconciliations where id = $1`,
      `update reconciliation_lines set amount = amount + 1 where reconciliation_id = $1`,
      `delete from reconciliation_entries where reconciliation_id = $1`,
      `insert into reconciliation_reasons (reconciliation_id, branch_id, key) select $1, branch_id, 'x' from reconciliations where id = $1`,
    ])
      await expect(t.ownerPool.query(change, [id]), change).rejects.toThrow('stays as it is');
    // Its party may become one with another.
    await t.ownerPool.query('update reconciliations set party_id = $2 where id = $1', [id, book.b]);
  });

  test('finished ones of a party are a list with both balances, the differences, who, when and the file, and go out as files', async () => {
    const other = await makeBook(t, ' Listed');
    const id = await saved('Policy,Balance\nUnknown 4711,100.00\n', { party: other.a, name: 'march.csv' });
    await saved('Policy,Balance\nUnknown 4712,100.00\n', { party: other.a });
    await act(id, 'finish', {});
    const query = { party: other.a, status: 'FINISHED' };
    const { body } = await t.call('accountant.nbo', `GET ${R}/items`, { query });
    expect(body.data).toEqual([
      expect.objectContaining({
        id,
        theirs: '100.00',
        ours: '0.00',
        explained: '100.00',
        file_name: 'march.csv',
        finished_by: 'accountant.nbo',
        finished_at: expect.any(String),
      }),
    ]);
    const csv = await t.call('accountant.nbo', `GET ${R}/items`, { query: { ...query, format: 'csv' } });
    expect(csv.bytes.toString()).toMatch(/Finished by.*\r\n.*march\.csv/s);
    expect(csv.bytes.toString()).not.toContain('4712');
  });

  test('a finished one stays as it was, whatever is booked on its day afterwards', async () => {
    const other = await makeBook(t, ' Later');
    const id = await saved('Policy,Balance\nUnknown 4711,100.00\n', { party: other.a });
    expect(await read(id)).toMatchObject({ ours: '0.00', data: [{ reason: 'NOT_WITH_US' }] });
    await act(id, 'finish', {});
    await approvedPolicy(t, other);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', ours: '0.00', left: '0.00' });
    const next = (await act(id, 'reopen', { reason: 'Something was booked' })).body.id;
    expect(await read(next)).toMatchObject({
      ours: '218750.00',
      left: '0.00',
      data: [{ reason: 'NOT_WITH_THEM' }, {}],
    });
  });

  test('a line is never matched by its amount alone; a person may say what it is', async () => {
    const id = await saved('Text,Balance\nPremium March,121875.00\n');
    const before = await read(id);
    expect(before.data).toMatchObject([
      { document: numbers.c, theirs: '0.00', reason: 'NOT_WITH_THEM', by: null },
      { document: 'Premium March', ours: '0.00', reason: 'NOT_WITH_US' },
    ]);
    const { key } = before.documents.find((one: { number: string }) => one.number === numbers.c);
    expect((await act(id, 'line', { row: 2, document: 'note/999999' })).status).toBe(400);
    expect((await act(id, 'line', { row: 99, document: key })).status).toBe(400);
    expect((await act(id, 'line', { row: 2, document: key })).status).toBe(200);
    expect((await read(id)).data).toMatchObject([{ by: 'HAND', difference: '0.00', reason: null }]);
    expect((await act(id, 'line', { row: 2 })).status).toBe(200);
    expect((await read(id)).data).toHaveLength(2);
    // Nobody chooses documents of another party.
    const foreign = (await t.ownerPool.query(`select id from notes where number = $1`, [numbers.a])).rows[0].id;
    expect((await act(id, 'line', { row: 2, document: `note/${foreign}` })).status).toBe(400);
  });

  test('several that a line may be are shown and none is chosen', async () => {
    const twin = await makeBook(t, ' Twin');
    const terms = { payment_terms: 'LUMP_30' };
    await approvedPolicy(t, twin, terms);
    await approvedPolicy(t, twin, terms);
    await t.ownerPool.query(
      `update policies set cedant_policy_number = 'COVER-77' where id in (select policy_id from notes where party_id = $1)`,
      [twin.a],
    );
    const id = await saved('Policy,Balance\nCOVER-77,218750.00\n', { party: twin.a });
    const body = await read(id);
    expect(body.ties).toMatchObject([{ row: 2, documents: [{}, {}] }]);
    expect(body).toMatchObject({ open: 1 });
    expect((await act(id, 'finish', {})).status).toBe(409);
    expect((await act(id, 'line', { row: 2, document: body.ties[0].documents[0].key })).status).toBe(200);
    expect(await read(id)).toMatchObject({ open: 0, ties: [], left: '0.00' });
  });

  test('a reinsured’s statement: what it paid is in transit, its credit column is what it owes', async () => {
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        allocations: [
          {
            note: (await t.ownerPool.query('select id from notes where number = $1', [numbers.debit])).rows[0].id,
            amount: '281250.00',
          },
        ],
      }),
    );
    const file = `Note,Debit,Credit\n${numbers.debit},,"562,500.00"\n`;
    const looked = await send('preview', file, { party: book.reinsured });
    expect(looked.body).toMatchObject({ turned: true, theirs: '562500.00', ours: '281250.00' });
    const id = await saved(file, { party: book.reinsured });
    expect((await read(id)).data).toMatchObject([{ difference: '281250.00', reason: 'IN_TRANSIT' }]);
    const ledger = `Note,Text,Debit,Credit\n${numbers.debit},Premium,,"562,500.00"\n,Paid under ${numbers.debit},"281,250.00",\n`;
    const second = await saved(ledger, { party: book.reinsured });
    expect((await read(second)).data).toMatchObject([{ difference: '0.00', rows: [2, 3] }]);
  });

  test('columns are remembered for the party, by their headings', async () => {
    const file = `Slip,What,Wieviel\n${numbers.c},x,131250.00\n`;
    const unknown = await send('preview', file);
    expect(unknown.body).toMatchObject({
      ready: false,
      refusals: ['Choose the column of the amount, or those of debit and credit.'],
    });
    const sheet = { matching: { document: 0, amount: 2 }, turned: false };
    expect((await send('preview', file, { sheet })).body).toMatchObject({ ready: true, theirs: '131250.00' });
    await saved(file, { sheet });
    expect((await send('preview', file)).body).toMatchObject({ remembered: true, ready: true, theirs: '131250.00' });
    expect((await send('preview', file, { party: book.a })).body.ready).toBe(false);
  });

  test('pasted rows, parted by tabs, are read as a file is', async () => {
    const pasted = `Credit note\tBalance\n${numbers.c}\t131,250.00\n`;
    expect((await send('preview', pasted, { name: 'pasted.txt' })).body).toMatchObject({
      ready: true,
      theirs: '131250.00',
    });
  });

  test('the text of a PDF is read line by line, its amounts from the right', async () => {
    const text = `Statement as at 2 March 2026\n${numbers.c} Kisumu 9,375.00 131,250.00\nPage 1 of 1\nTotal 131,250.00\n`;
    const pasted = { as: 'TEXT', name: 'pasted.txt' };
    expect((await send('preview', text, pasted)).body).toMatchObject({
      ready: true,
      theirs: '131250.00',
      count: 1,
      lines: [{ row: 2, text: `${numbers.c} Kisumu` }],
    });
    const id = await saved(text, pasted);
    expect((await read(id)).data).toMatchObject([{ document: numbers.c, by: 'NUMBER', reason: 'TAX' }]);
    for (const [file, sentence] of [
      ['nothing that is an amount', /ends in an amount/],
      [Buffer.from([0xc3, 0x28]), /not UTF-8/],
      [Buffer.from([0x41, 0x00, 0x20, 0x31]), /not UTF-8/],
    ] as const) {
      const refused = await send('save', file, pasted);
      expect([refused.status, refused.body.title]).toEqual([400, expect.stringMatching(sentence)]);
    }
  });
});

const xlsx = (cells: string) =>
  zipOf(
    bookParts(
      sheetXml(`<row r="1">${textCell('A1', 'Document')}${textCell('B1', 'Balance')}</row><row r="2">${cells}</row>`),
    ),
  );

describe('what is refused', () => {
  test.each<[string, () => string | Buffer, RegExp, string?]>([
    ['nothing', () => '', /empty|body/i],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000000', 'hex'), /PNG/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /Copy its text and paste it/],
    ['headings alone', () => 'Document,Balance\n', /no rows|No row/],
    ['a wrong total', () => 'Document,Balance\nCN/1,100.00\nTotal,99.00\n', /come to KES 100\.00/],
    ['an amount with too many decimals', () => 'Document,Balance\nCN/1,1.001\n', /not an amount of KES/],
    ['a number in powers', () => 'Document,Balance\nCN/1,1e20\n', /not an amount of KES/],
    ['an amount beyond all books', () => `Document,Balance\nCN/1,${'9'.repeat(40)}\n`, /not an amount of KES/],
    ['too many lines', () => `Document,Balance\n${'CN/1,1.00\n'.repeat(5_001)}`, /5,000 lines/],
    ['a cell that begins as a formula', () => 'Text,Balance\n"=cmd|/c calc!A1",100.00\n', /formula/],
    [
      'a formula',
      () => xlsx(`${textCell('A2', 'CN/1')}<c r="B2"><f>SUM(A1:A9)</f><v>100</v></c>`),
      /formula/,
      'statement.xlsx',
    ],
    ['a workbook that is none', () => zipOf([{ name: 'x', data: 'x' }]), /not an Excel workbook/, 'statement.xlsx'],
  ])('%s, in one sentence, and nothing is kept', async (...[, file, sentence, name = 'statement.csv']) => {
    const before = (await t.ownerPool.query('select 1 from reconciliations')).rowCount;
    const sent = await send('save', file(), { name });
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(sent.status).toBeLessThan(500);
    expect(`${sent.body.title} ${sent.body.errors?.[0]?.message ?? ''}`).toMatch(sentence);
    const looked = await send('preview', file(), { name });
    expect(looked.status < 500 && looked.body.ready !== true).toBe(true);
    expect((await t.ownerPool.query('select 1 from reconciliations')).rowCount).toBe(before);
  });

  test.each([
    ['another party', { party: 999_999 }, 404],
    ['an insured', {}, 404],
    ['a day to come', { asat: '2026-03-03' }, 400],
    ['a currency that is none', { currency: 'XXX' }, 400],
    ['an auditor', { who: 'auditor' }, 403],
    ['an underwriter', { who: 'underwriter.nbo' }, 403],
    ['a cashier', { who: 'cashier.nbo' }, 403],
  ])('%s', async (what, sending: Sending, status) => {
    const party = what === 'an insured' ? { party: book.insured } : {};
    for (const one of ['preview', 'save'] as const)
      expect((await send(one, ofC(), { ...sending, ...party })).status).toBe(status);
  });

  test('another branch sees and changes nothing of it; a stale version changes nothing', async () => {
    const id = await saved(ofC());
    expect((await t.call('accountant.lon', `GET ${R}/${id}`)).status).toBe(404);
    for (const [what, body] of [
      ['line', { row: 2, document: null }],
      ['reason', { key: 'line/2', reason: 'TAX' }],
      ['finish', {}],
      ['reopen', { reason: 'x' }],
    ] as const)
      expect((await t.call('accountant.lon', `PUT ${R}/${what}/${id}`, { body: { version: 1, ...body } })).status).toBe(
        404,
      );
    expect((await t.call('auditor', `PUT ${R}/finish/${id}`, { body: { version: 1 } })).status).toBe(403);
    await act(id, 'line', { row: 2, document: null });
    expect((await t.call('accountant.nbo', `PUT ${R}/finish/${id}`, { body: { version: 1 } })).status).toBe(409);
    const list = (who: string) => t.call(who, `GET ${R}/items`, { query: { party: book.c } });
    expect((await list('accountant.lon')).body.data).toEqual([]);
    expect((await list('auditor')).body.data.length).toBeGreaterThan(0);
  });

  test('a file beyond 5 MB is not read', async () => {
    const sent = await send('save', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
    expect([sent.status, sent.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
  });

  test('it books nothing', async () => {
    const entries = () =>
      t.ownerPool.query('select count(*)::int as n from journal_entries').then(({ rows }) => rows[0].n);
    const before = await entries();
    const id = await saved(ofC());
    await act(id, 'finish', {});
    expect(await entries()).toBe(before);
  });
});
