import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('registers as files', () => {
  test.each([
    'reinsured',
    'insurancecompany',
    'securities',
    'securitieslondon',
    'covertype',
    'clause',
    'currency',
    'user',
    'role',
    'branch',
    'bankaccount',
    'underwriting/templates',
  ])('%s gives itself as CSV, XLSX and PDF', async (list) => {
    const csv = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'csv' } });
    expect([csv.status, String(csv.headers['content-type'])]).toEqual([200, expect.stringContaining('text/csv')]);
    const xlsx = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'xlsx' } });
    expect([xlsx.status, xlsx.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const pdf = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'pdf', status: 'ACTIVE' } });
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(readPdfText(pdf.bytes)).toMatch(/Status\s+Active/);
  });

  test('all that is found and no more; a formula in a name stays text', async () => {
    for (const name of ['=cmd|calc', 'Mara Assurance', 'Pwani Mutual'])
      await t.call('root', `POST ${SCA}/reinsured/save`, { body: { name, address: 'Nairobi' } });
    const { body } = await t.call('root', `GET ${SCA}/reinsured/items`, { query: { format: 'csv' } });
    expect(body).toContain("'=cmd|calc");
    const found = await t.call('root', `GET ${SCA}/reinsured/items`, { query: { format: 'csv', searchValue: 'mara' } });
    expect(String(found.body).trim().split('\r\n')).toHaveLength(2);
  });

  test.each([
    ['user', 'Name,Email,Roles,Status,Second factor,Last signed in'],
    ['role', 'Name,Code,Rights,Second factor,Status'],
    ['branch', 'Code,Name,Address,Phone,Status'],
    ['bankaccount', 'Name,Bank,Bank branch,Number,IBAN,SWIFT,Currency,For,Ledger account,Branch,Default,Status'],
    ['underwriting/templates', 'Name,Market,Class,Cover type,Branch,Status,Made by'],
    ['ledgeraccount', 'Account,Name,Type,Kept by,Status,Sub-ledger'],
    ['clause', 'Code,Title,Market,Class,Wording version,Status'],
  ])('the headings of %s', async (list, headings) => {
    const { bytes } = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'csv' } });
    expect(bytes.toString('utf8').slice(1).split('\r\n')[0]).toBe(headings);
  });

  test('a file says a state by its code and a paper by its words', async () => {
    const users = (format: string) => t.call('root', `GET ${SCA}/user/items`, { query: { format } });
    expect((await users('csv')).bytes.toString('utf8')).toContain(',ACTIVE,');
    const text = readPdfText((await users('pdf')).bytes);
    expect(text).toContain('Active');
    expect(text).not.toContain('ACTIVE');
  });

  test('amounts of sub-ledger accounts are amounts in a spreadsheet, and unknown accounts are not there', async () => {
    const get = (account: string, format?: string) =>
      t.call('root', `GET ${SCA}/ledgeraccount/subaccounts`, { query: { account, ...(format && { format }) } });
    const { bytes } = await get(codeOf('PREMIUM_RECEIVABLE'), 'csv');
    expect(bytes.toString('utf8').slice(1)).toBe('Sub-ledger account,Currency,Debit,Credit,Balance\r\n');
    expect((await get('9999')).status).toBe(404);
    const paper = readPdfText((await get(codeOf('PREMIUM_RECEIVABLE'), 'pdf')).bytes);
    expect(paper).toMatch(new RegExp(`Account\\s+${codeOf('PREMIUM_RECEIVABLE')}`));
  });

  test('a manager’s file of users holds no other branch', async () => {
    const { body } = await t.call('manager.nbo', `GET ${SCA}/user/items`, { query: { format: 'csv' } });
    expect(body).toContain('cashier.nbo');
    expect(body).not.toContain('.lon');
    const pdf = await t.call('manager.nbo', `GET ${SCA}/user/items`, { query: { format: 'pdf' } });
    expect(readPdfText(pdf.bytes)).toContain('cashier.nbo');
    expect(readPdfText(pdf.bytes)).not.toContain('.lon');
    const cashier = await t.call('cashier.nbo', `GET ${SCA}/user/items`, { query: { format: 'pdf' } });
    expect(cashier.status).toBe(403);
  });
});
