import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { makeReportBook } from './test-book.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
  await makeReportBook(t);
});
afterAll(() => t.close());

const get = (who: string, address: string, query: Record<string, string | number>) =>
  t.call(who, `GET /api/sca/v1/${address}`, { query });

test.each([
  ['facultativereportitem', 'REINSURED'],
  ['receivable/ageingsummaryreport', 'REINSURED'],
  ['paymentvoucher/securityreport', 'SECURITY'],
  ['paymentvoucher/ageingsummaryreport', 'SECURITY'],
  ['underwriting/s3', 'SECURITY'],
  ['underwriting/s3/lines', 'SECURITY'],
])('%s of one party names it once on paper, above its rows; its sheet on each', async (path, kind) => {
  const { rows } = await t.ownerPool.query<{ id: number; name: string }>(
    `select p.id, p.name from parties p join notes n on n.party_id = p.id where p.kind = $1 group by p.id order by count(*) desc, p.id limit 1`,
    [kind],
  );
  const [party] = rows;
  if (party === undefined) throw new Error('No party has a note.');
  const query = { param: String(party.id) };
  const paper = readPdfText((await get('root', path, { ...query, format: 'pdf' })).bytes).replace(/\s+/g, ' ');
  expect(paper.split(party.name)).toHaveLength(2);
  const sheet = (await get('root', path, { ...query, format: 'csv' })).bytes
    .toString('utf8')
    .split('\r\n')
    .slice(1, -1);
  expect(sheet.length).toBeGreaterThan(0);
  expect(sheet.every((line) => line.includes(party.name))).toBe(true);
  const all = readPdfText((await get('root', path, { param: 'ALL', format: 'pdf' })).bytes).replace(/\s+/g, ' ');
  expect(all).toContain(party.name);
});
