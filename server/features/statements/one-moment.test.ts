import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { workStatements } from './statements.factories.ts';

const S = '/api/sca/v1/statements';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await approvedPolicy(t, book);
});
afterAll(() => t.close());

const { savePremium, submit, decide, pay } = voucherCalls(() => t);

/** Does something once, just before the application asks what waits for the reinsureds. */
function beforeAwaiting(act: () => Promise<unknown>): void {
  let waiting = true;
  const watched = new WeakSet<object>();
  t.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const plain = client.query.bind(client);
    const query = async (statement: string | { text: string }, ...more: unknown[]): Promise<unknown> => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (waiting && text.includes('as awaiting from awaited')) {
        waiting = false;
        await act();
      }
      return Reflect.apply(plain, undefined, [statement, ...more]);
    };
    Object.assign(client, { query });
  });
}

test('a statement is of one moment, though a payment is booked while it is made', async () => {
  const { id } = (await savePremium(book.a, '218750.00', { override: true })).body;
  await submit(id);
  await decide(id, 'manager.nbo', { reason: 'Agreed' });
  let paid = 0;
  beforeAwaiting(async () => {
    paid = (await pay(id)).status;
  });
  const body = { side: 'SECURITY', asat: '2026-03-02', parties: [book.a], mail: false };
  const started = await t.call('accountant.nbo', `POST ${S}/batch`, { body });
  await workStatements(t, []);
  expect(paid).toBe(200);
  const batch = (await t.call('accountant.nbo', `GET ${S}/batch/${started.body.id}`)).body;
  const paper = await t.call('accountant.nbo', `GET /api/sca/v1/document/${batch.data[0].statement.id}`);
  const text = readPdfText(paper.bytes).replace(/\s+/g, ' ');
  expect(text).toContain('KES 218,750.00 due to you');
  expect(text).toContain('Of the premium, KES 218,750.00 has not been received from the reinsureds yet.');
});
