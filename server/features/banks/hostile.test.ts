import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { camt053, camtEntry, mt940, ourBankAccount, previewFile, readFile } from './banks.factories.ts';

let t: TestApp;
let account: number;
beforeAll(async () => {
  t = await testApp();
  account = await ourBankAccount(t);
});
afterAll(() => t.close());

const whole = camt053({ opening: '0', closing: '300', entries: camtEntry({ amount: '300' }) });
const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
const MB = 1024 * 1024;

test.each<[string, string | Buffer, RegExp]>([
  [
    'an outside entity',
    `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${whole.replace('S1', '&x;')}`,
    /DOCTYPE/,
  ],
  ['a billion laughs', `<!DOCTYPE d [<!ENTITY a0 "ha">${laughs}]>${whole.replace('S1', '&a12;')}`, /DOCTYPE/],
  ['an outside schema of a DTD', `<!doctype d SYSTEM "http://127.0.0.1:1/x.dtd">${whole}`, /DOCTYPE/],
  ['depth', `<Document>${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</Document>`, /nested too deeply/],
  ['a document that was cut', whole.slice(0, 400), /damaged/],
  ['a prototype', whole.replaceAll('Stmt>', '__proto__>'), /no CAMT\.053|damaged/],
  ['invalid UTF-8 as XML', Buffer.concat([Buffer.from(whole.slice(0, -20)), Buffer.from([0xc3, 0x28])]), /not UTF-8/],
  [
    'invalid UTF-8 as MT940',
    Buffer.concat([Buffer.from(mt940({ opening: '0.00', closing: '0.00' })), Buffer.from([0xff])]),
    /not UTF-8/,
  ],
  ['a NUL in XML', whole.replace('S1', 'S\u0000'), /not UTF-8/],
  ['a NUL in MT940', mt940({ opening: '0.00', closing: '0.00' }).replace('STMT', 'S\u0000'), /not UTF-8/],
  [
    'a wrong sum',
    whole.replace('>300</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts', '>299.99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts'),
    /lead to KES 299\.99/,
  ],
  [
    'more digits than an amount has, in MT940',
    mt940({ opening: '0.00', closing: '0.00', entries: [{ amount: '99999999999999999999.00' }] }),
    /no entry of an MT940 statement/,
  ],
  ['more digits than an amount has, in XML', whole.replaceAll('300', '99999999999999999999'), /no amount of KES/],
  ['another account’s', whole.replace('0100200301', '0100200399'), /of the account 0100200399/],
  ['nothing', '', /empty|body/i],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000000', 'hex'), /PNG/],
  ['XML in UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), /./],
  ['a sheet that is named as none', 'a,b\n1,2\n', /CSV or XLSX/],
  [
    'too many entries',
    mt940({ opening: '0.00', closing: '0.00', entries: Array.from({ length: 20_001 }, () => ({ amount: '1.00' })) }),
    /20,000 lines/,
  ],
])('%s is refused in one sentence, and nothing is kept', async (_, file, sentence) => {
  const sent = await readFile(t, file, { account, name: 'statement.xml' });
  expect(sent.status).toBeGreaterThanOrEqual(400);
  expect(sent.status).toBeLessThan(500);
  expect(`${sent.body.title} ${sent.body.errors?.[0]?.message ?? ''}`).toMatch(sentence);
  const looked = await previewFile(t, file, { account, name: 'statement.xml' });
  expect(looked.status === 200 ? looked.body.ready : looked.status < 500).toBe(looked.status !== 200);
  expect((await t.ownerPool.query('select 1 from bank_statements')).rowCount).toBe(0);
});

test('50 MB are not read', async () => {
  const sent = await readFile(t, Buffer.alloc(50 * MB, 32), { account });
  expect([sent.status, sent.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
});

test('an entity that is left unresolved says what it says', async () => {
  const sent = await previewFile(t, whole.replace('S1', '&x;'), { account, name: 'statement.xml' });
  expect(sent.status).toBe(200);
});
