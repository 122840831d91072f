import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { FILES, officeFile, pdfFile, PNG } from '../../testing/files.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { sweepFiles } from './sweep.ts';

const SCA = '/api/sca/v1';
const DAY = 86_400_000;
let t: TestApp;
let book: Book;
let policy: number;

const octets = { 'content-type': 'application/octet-stream' };
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const draft = async (who = 'underwriter.nbo'): Promise<number> =>
  (await t.call(who, `POST ${SCA}/underwriting/save`, { body: examplePolicy(book) })).body.id;

type Upload = { who?: string; entity?: string; id?: number; name?: string; headers?: Record<string, string> };
const upload = (bytes: Buffer, input: Upload = {}) =>
  t.call(input.who ?? 'underwriter.nbo', `POST ${SCA}/attachment/save`, {
    query: { entity: input.entity ?? 'policy', id: input.id ?? policy, name: input.name ?? 'slip.pdf' },
    body: bytes,
    headers: { ...octets, ...input.headers },
  });
const list = (who = 'underwriter.nbo', id = policy, entity = 'policy') =>
  t.call(who, `GET ${SCA}/attachment/items`, { query: { entity, id } });
const open = (who: string, id: number) => t.call(who, `GET ${SCA}/attachment/${id}`);
const remove = (who: string, id: number, reason = 'Wrong file') =>
  t.call(who, `DELETE ${SCA}/attachment/${id}`, { body: { reason } });

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

describe('a file on a record', () => {
  test('is kept, listed and given back to the byte, as a download under its own name', async () => {
    const bytes = pdfFile('given back');
    const made = await upload(bytes, { name: 'Slip — Ωμέγα/25%.pdf' });
    expect(made.body).toMatchObject({
      name: '25%.pdf',
      kind: 'pdf',
      size: bytes.length,
      sha256: sha(bytes),
      may_remove: true,
    });
    const named = await upload(pdfFile('named'), { name: 'Slip — Ωμέγα.pdf' });
    const file = await open('cashier.nbo', named.body.id);
    expect(file.bytes).toEqual(pdfFile('named'));
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Slip-.pdf"; filename*=UTF-8''Slip%20%E2%80%94%20%CE%A9%CE%BC%CE%AD%CE%B3%CE%B1.pdf`,
      'content-length': String(pdfFile('named').length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const { body } = await list('auditor');
    expect(body).toMatchObject({ may_add: false, data: [{ name: '25%.pdf', may_remove: false }, { kind: 'pdf' }] });
  });

  test('every kind that is accepted', async () => {
    const id = await draft();
    for (const [name, bytes] of Object.entries(FILES))
      expect((await upload(bytes, { id, name })).status, name).toBe(200);
    expect((await list('underwriter.nbo', id)).body.data).toHaveLength(Object.keys(FILES).length);
  });

  test('is in the trail of its record', async () => {
    const id = await draft();
    const { body } = await upload(PNG, { id, name: 'photo.png' });
    await remove('underwriter.nbo', body.id);
    const { body: rows } = await t.call('underwriter.nbo', `GET ${SCA}/audit/history`, {
      query: { entity: 'policy', id },
    });
    expect(rows.slice(0, 2)).toMatchObject([
      { action: 'detached', facts: { file: 'photo.png', reason: 'Wrong file' } },
      { action: 'attached', facts: { file: 'photo.png', sha256: sha(PNG), size: PNG.length } },
    ]);
  });

  test('the same file again answers the first; eight at once make one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await draft();
      const bytes = pdfFile(`raced ${round}`);
      // Its bytes are there already, so that all eight meet at the record and not on the way to it.
      await t.files.put(sha(bytes), bytes);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => upload(bytes, { id, name: `copy-${index}.pdf` })),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
      expect((await list('underwriter.nbo', id)).body.data).toHaveLength(1);
      const { rows } = await t.ownerPool.query(
        `select 1 from audit_trail where entity = 'attachment' and entity_id = $1 and action = 'attached'`,
        [answers[0]?.body.id],
      );
      expect(rows).toHaveLength(1);
    }
  });

  test('a record that one may not view has no files either: receipts are not an underwriter’s', async () => {
    const receipt = await t.call('cashier.nbo', `POST ${SCA}/receivable/save`, {
      body: {
        dateOfIssue: '2026-03-02',
        receiptType: 'PREMIUM',
        receiptAmount: '100.00',
        currency: 'KES',
        reinsured: book.reinsured,
      },
    });
    const on = { entity: 'receipt', id: receipt.body.id as number };
    const made = await upload(pdfFile('advice'), { who: 'cashier.nbo', ...on });
    expect(made.status).toBe(200);
    expect((await list('accountant.nbo', on.id, 'receipt')).body.data).toHaveLength(1);
    expect((await list('underwriter.nbo', on.id, 'receipt')).status).toBe(404);
    expect((await open('underwriter.nbo', made.body.id)).status).toBe(404);
    expect((await upload(pdfFile('advice'), on)).status).toBe(404);
    expect((await remove('underwriter.nbo', made.body.id)).status).toBe(404);
  });

  test('the same key has one effect; with another file it is refused', async () => {
    const id = await draft();
    const key = { 'idempotency-key': 'attach-once-1' };
    const first = await upload(pdfFile('keyed'), { id, headers: key });
    expect((await upload(pdfFile('keyed'), { id, headers: key })).body).toEqual(first.body);
    expect((await upload(pdfFile('another'), { id, headers: key })).status).toBe(422);
  });

  test.each(['party', 'cover_type', 'clause', 'currency'])(
    'a register’s %s takes files and notes, of the firm',
    async (entity) => {
      const tables: Record<string, string> = {
        party: 'parties',
        cover_type: 'cover_types',
        clause: 'clauses',
        currency: 'currencies',
      };
      const { rows } = await t.ownerPool.query<{ id: number }>(`select max(id)::int as id from ${tables[entity]}`);
      const id = rows[0]?.id ?? 0;
      const made = await upload(pdfFile(entity), { who: 'manager.nbo', entity, id });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      expect((await list('underwriter.lon', id, entity)).body.data).toHaveLength(1);
      const note = await t.call('manager.nbo', `POST ${SCA}/note/save`, { body: { entity, id, text: 'Looked at' } });
      expect(note.status).toBe(200);
      const { body: history } = await t.call('manager.lon', `GET ${SCA}/audit/history`, { query: { entity, id } });
      expect(history.map((row: { action: string }) => row.action)).toEqual(
        expect.arrayContaining(['attached', 'noted']),
      );
    },
  );

  test('an endorsement’s are its branch’s', async () => {
    const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
      body: { policy, endorsementtype: 'NIL', effective_date: '2026-06-01', description: 'A new address' },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const on = { entity: 'endorsement', id: saved.body.id as number };
    const made = await upload(pdfFile('signed endorsement'), on);
    expect(made.status).toBe(200);
    expect((await list('cashier.nbo', on.id, on.entity)).body.data).toHaveLength(1);
    expect((await list('manager.lon', on.id, on.entity)).status).toBe(404);
    expect((await open('manager.lon', made.body.id)).status).toBe(404);
    const note = { ...on, text: 'Sent to the cedant' };
    expect((await t.call('underwriter.nbo', `POST ${SCA}/note/save`, { body: note })).status).toBe(200);
    expect((await t.call('underwriter.lon', `POST ${SCA}/note/save`, { body: note })).status).toBe(404);
  });

  test('a party’s belong to the firm: London sees what Nairobi attached', async () => {
    const made = await upload(pdfFile('kyc'), { entity: 'party', id: book.a });
    expect(made.status).toBe(200);
    expect((await list('underwriter.lon', book.a, 'party')).body.data).toHaveLength(1);
    expect((await open('cashier.lon', made.body.id)).status).toBe(200);
    expect((await upload(pdfFile('x'), { who: 'cashier.lon', entity: 'party', id: book.a })).status).toBe(403);
  });
});

describe('limits and refusals', () => {
  test('20 MB and no byte more', async () => {
    const id = await draft();
    const most = Buffer.concat([pdfFile(), randomBytes(20 * 1024 * 1024 - pdfFile().length)]);
    expect((await upload(most, { id })).status).toBe(200);
    const over = await upload(Buffer.concat([most, Buffer.alloc(1)]), { id });
    expect([over.status, over.body.title]).toEqual([
      413,
      'This file is larger than 20 MB. Make it smaller or split it.',
    ]);
  });

  test('a hundred files a record', async () => {
    const id = await draft();
    await t.ownerPool.query(
      `insert into attachments (branch_id, entity, entity_id, name, kind, size, sha256, made_by, made_at)
       select 1, 'policy', $1, 'x.pdf', 'pdf', 1, encode(sha256(n::text::bytea), 'hex'), 1, now() from generate_series(1, 99) n`,
      [id],
    );
    const [first, second] = [pdfFile('hundredth'), pdfFile('one more')];
    for (const bytes of [first, second]) await t.files.put(sha(bytes), bytes);
    for (let round = 0; round < 6; round += 1) {
      const two = await Promise.all([upload(first, { id }), upload(second, { id })]);
      expect(two.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
      expect(two.find((answer) => answer.status === 400)?.body.errors).toEqual([
        { field: 'file', message: 'A record holds at most 100 files. Remove one first.' },
      ]);
      await remove('underwriter.nbo', two.find((answer) => answer.status === 200)?.body.id);
    }
  });

  test.each<[string, Buffer, string]>([
    ['page.pdf', Buffer.from('<html><script>alert(1)</script>'), 'Programs, scripts and web pages are not accepted.'],
    ['slip.pdf', PNG, 'The name does not fit the content, which is a PNG image. Name it .png.'],
    [
      'terms.docx',
      officeFile('docx', [{ name: 'word/vbaProject.bin', content: 'x' }]),
      'This file holds macros. Save it without them and attach it again.',
    ],
    ['..', pdfFile(), 'The file needs a name.'],
    ['slip.pdf', Buffer.alloc(0), 'The file is empty.'],
  ])('%s is refused with one sentence', async (name, bytes, message) => {
    const answer = await upload(bytes, { name });
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, message]);
  });

  test('an upload as JSON, a name that is too long, a record that takes none', async () => {
    const json = await t.call('underwriter.nbo', `POST ${SCA}/attachment/save`, {
      query: { entity: 'policy', id: policy, name: 'x.pdf' },
      body: { file: 'x' },
    });
    expect(json.status).toBe(415);
    expect((await upload(pdfFile(), { name: 'x'.repeat(256) })).status).toBe(400);
    expect((await upload(pdfFile(), { entity: 'tax', id: 1 })).status).toBe(400);
    expect((await upload(pdfFile(), { id: 999_999 })).status).toBe(404);
  });

  test('bytes that are gone are an outage, and the list is still read', async () => {
    const id = await draft();
    const { body } = await upload(pdfFile('lost'), { id });
    await t.files.delete(body.sha256);
    expect((await open('underwriter.nbo', body.id)).status).toBe(503);
    expect((await list('underwriter.nbo', id)).body.data).toHaveLength(1);
    // The next one who attaches the same file elsewhere brings them back.
    expect((await upload(pdfFile('lost'), { id: await draft() })).status).toBe(200);
    expect((await open('underwriter.nbo', body.id)).status).toBe(200);
  });
});

describe('who may', () => {
  test('London finds neither record nor file, whatever it asks', async () => {
    const { body } = await upload(pdfFile('walled'));
    expect((await list('manager.lon')).status).toBe(404);
    expect((await open('manager.lon', body.id)).status).toBe(404);
    expect((await remove('manager.lon', body.id)).status).toBe(404);
    expect((await upload(pdfFile('foreign'), { who: 'underwriter.lon' })).status).toBe(404);
    // The same bytes in London are London's own, and tell nothing of Nairobi's.
    const london = await draft('underwriter.lon');
    const own = await upload(pdfFile('walled'), { who: 'underwriter.lon', id: london, name: 'london.pdf' });
    expect(own.body).toMatchObject({ name: 'london.pdf' });
    expect(own.body.id).not.toBe(body.id);
  });

  test('row-level security hides a branch’s rows by itself', async () => {
    const { body } = await upload(pdfFile('second wall'));
    const client = await t.pool.connect();
    try {
      const seen = async (branches: string) => {
        await client.query('begin');
        await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
        const { rows } = await client.query('select 1 from attachments where id = $1', [body.id]);
        await client.query('rollback');
        return rows.length;
      };
      expect([await seen('{1}'), await seen('{2}'), await seen('')]).toEqual([1, 0, 0]);
    } finally {
      client.release();
    }
  });

  test('who may only look, looks; nobody without a session gets a byte read', async () => {
    const { body } = await upload(pdfFile('looked at'));
    expect((await open('cashier.nbo', body.id)).status).toBe(200);
    expect((await upload(pdfFile('by cashier'), { who: 'cashier.nbo' })).status).toBe(403);
    expect(await t.files.has(sha(pdfFile('by cashier')))).toBe(false);
    // Not even one that is there already.
    expect((await upload(pdfFile('looked at'), { who: 'cashier.nbo' })).status).toBe(403);
    expect((await remove('cashier.nbo', body.id)).status).toBe(403);
    const nobody = await t.app.inject({
      method: 'POST',
      url: `${SCA}/attachment/save?entity=policy&id=${policy}&name=x.pdf`,
      headers: octets,
      payload: Buffer.alloc(21 * 1024 * 1024),
    });
    expect(nobody.statusCode).toBe(401);
  });

  test('removed by its maker or a manager, with a reason; then it is not there', async () => {
    const id = await draft();
    const files = await Promise.all(['a', 'b', 'c'].map((note) => upload(pdfFile(`removed ${note}`), { id })));
    const [a, b, c] = files.map((file) => file.body.id);
    const without = await t.call('underwriter.nbo', `DELETE ${SCA}/attachment/${a}`, { body: { reason: ' ' } });
    expect(without.body.errors).toEqual([
      { field: 'reason', message: 'Say why it is removed, in 3 to 500 characters.' },
    ]);
    expect((await remove('underwriter.nbo', a)).status).toBe(200);
    expect((await remove('manager.nbo', b)).status).toBe(200);
    expect((await remove('accountant.nbo', c)).status).toBe(403);
    expect((await open('underwriter.nbo', a)).status).toBe(404);
    expect((await remove('underwriter.nbo', a)).status).toBe(404);
    expect((await list('underwriter.nbo', id)).body.data.map((row: { id: number }) => row.id)).toEqual([c]);
    // Attached again it is a file of its own.
    expect((await upload(pdfFile('removed a'), { id })).body.id).not.toBe(a);
  });
});

describe('what no record needs is swept', () => {
  const sweep = (days: number) =>
    sweepFiles(t.database, { files: t.files, now: new Date(Date.now() + days * DAY), retentionDays: 30 });

  test('orphans after a day, removed files after their time, shared bytes never', async () => {
    const id = await draft();
    const removed = await upload(pdfFile('to be swept'), { id });
    const shared = await upload(pdfFile('shared'), { id });
    await upload(pdfFile('shared'), { id: await draft() });
    const orphan = sha(Buffer.from('orphan'));
    await t.files.put(orphan, Buffer.from('orphan'));
    t.clock.set(new Date());
    await remove('underwriter.nbo', removed.body.id);
    await remove('underwriter.nbo', shared.body.id);
    expect([await sweep(0), await t.files.has(orphan)]).toEqual([0, true]);
    expect([(await sweep(2)) > 0, await t.files.has(orphan)]).toEqual([true, false]);
    expect(await t.files.has(removed.body.sha256)).toBe(true);
    expect(await sweep(31)).toBeGreaterThan(0);
    expect(await t.files.has(removed.body.sha256)).toBe(false);
    expect(await t.files.has(shared.body.sha256)).toBe(true);
    expect(await t.files.has(sha(PNG))).toBe(true);
  });

  test('bytes that were swept between their keeping and their row are kept once more', async () => {
    const { put } = t.files;
    const bytes = pdfFile('lost on the way');
    const id = await draft();
    let kept = 0;
    t.files.put = async (key, input) => {
      await put(key, input);
      kept += 1;
      if (kept === 1) await t.files.delete(key);
    };
    const made = await upload(bytes, { id });
    t.files.put = put;
    expect((await open('underwriter.nbo', made.body.id)).bytes).toEqual(bytes);
  });

  test('an upload that meets the sweep keeps its bytes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = pdfFile(`met ${round}`);
      await t.files.put(sha(bytes), bytes);
      const id = await draft();
      const [made] = await Promise.all([upload(bytes, { id }), sweep(2)]);
      expect(made.status).toBe(200);
      expect((await open('underwriter.nbo', made.body.id)).bytes).toEqual(bytes);
    }
  });
});
