import { CREDIT_NOTE_FIELDS } from '../../../domain/slips/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBook, userId, type Book } from '../../testing/factories.ts';
import { approvedSlip, exampleSlip } from '../../testing/slip-factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const LDN = '/api/sca/v1/londonslip';
let t: TestApp;
let book: Book;
let approved: number;
let draft: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  approved = await approvedSlip(t, book);
  draft = (await t.call('underwriter.nbo', `POST ${LDN}/save`, { body: exampleSlip(book) })).body.id;
});
afterAll(() => t.close());

const make = (kind: string, query: Record<string, string | number>, headers: Record<string, string> = {}) =>
  t.call('underwriter.nbo', `PUT ${LDN}/${kind}`, { query, headers });
const PDF = { accept: 'application/pdf' };

describe('papers of a slip', () => {
  test('MRC slip and reinsurance slips are made before approval too; the others only after', async () => {
    for (const kind of ['mrcslip', 'reinsuranceslip', 'londonrslipreport'])
      expect((await make(kind, { id: draft })).status, kind).toBe(200);
    for (const kind of ['debitnote', 'creditnote', 'covernote']) {
      const { status, body } = await make(kind, { id: draft });
      expect([status, body.title], kind).toEqual([409, 'This document can be made once the record is approved.']);
    }
    for (const kind of ['mrcslip', 'reinsuranceslip', 'londonrslipreport', 'debitnote', 'creditnote', 'covernote'])
      expect((await make(kind, { id: approved })).status, kind).toBe(200);
  });

  test('the same call again gives the same document; a changed slip is another version', async () => {
    const [first, again] = [await make('mrcslip', { id: draft }), await make('mrcslip', { id: draft })];
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ kind: 'london-slip', version: 1 });
    const edited = await t.call('underwriter.nbo', `PUT ${LDN}/edit`, {
      body: { ...exampleSlip(book), id: draft, version: 1 },
    });
    expect(edited.status).toBe(200);
    expect((await make('mrcslip', { id: draft })).body).toMatchObject({ version: 2 });
  });

  test('each security has a slip and a credit note of its own; one that is named comes alone, and as a PDF', async () => {
    for (const [kind, made] of [
      ['londonrslipreport', 'london-reinsurance-slip'],
      ['creditnote', 'credit-note'],
    ] as const) {
      const all = (await make(kind, { id: approved })).body;
      expect(all.map((one: { kind: string }) => one.kind)).toEqual([made, made, made]);
      expect(new Set(all.map((one: { sha256: string }) => one.sha256)).size).toBe(3);
      const named = await make(kind, { id: approved, security: 'security b' });
      expect(named.body).toEqual(all[1]);
      expect((await make(kind, { id: approved, security: book.b })).body).toEqual(all[1]);
      const file = await make(kind, { id: approved, security: book.b }, PDF);
      expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const missing = await make('creditnote', { id: approved, security: 'Nobody Re' });
    expect(missing.body.title).toBe(
      'security was booked as Security A, Security B, Security C, but Nobody Re was sent.',
    );
  });

  test('the slip of one security goes to that security, the MRC slip to each that it is offered to', async () => {
    await t.ownerPool.query(`update parties set email = 'b@securities.test' where id = $1`, [book.b]);
    await t.ownerPool.query(`update parties set email = 'c@securities.test' where id = $1`, [book.c]);
    const parties = async (id: number) =>
      (await t.call('underwriter.nbo', `GET /api/sca/v1/document/mail/${id}`)).body.addresses.map(
        (one: { party: string }) => one.party,
      );
    const own = await make('londonrslipreport', { id: approved, security: book.b });
    expect(await parties(own.body.id)).toEqual(['Security B']);
    expect(await parties((await make('mrcslip', { id: approved })).body.id)).toEqual(['Security B', 'Security C']);
  });

  test('the documents of a slip are listed with it', async () => {
    const { body } = await t.call('underwriter.nbo', 'GET /api/sca/v1/document/items', {
      query: { record_kind: 'policy', record_id: approved },
    });
    const kinds = body.map((row: { kind: string }) => row.kind);
    expect(new Set(kinds)).toEqual(
      new Set([
        'london-slip',
        'reinsurance-slip',
        'london-reinsurance-slip',
        'debit-note',
        'credit-note',
        'cover-note',
      ]),
    );
  });
});

describe('what a caller says about money is never believed', () => {
  const security = () => ({ id: approved, security: book.a });
  const booked = {
    dateoffered: '2026-02-20',
    currency: 'kes',
    reinsured: 'Savannah Insurance',
    cover_type: 'Test class',
    cedant_policy_number: '',
    cedant_commission: '25.0',
    insuredname: 'kisumu sugar works',
    insurance_start_date: '2026-03-01',
    insurance_end_date: '2027-02-28',
    excess: 'KES 2,500,000.00 each and every loss',
    territory: 'Kisumu, Kenya',
    sum_insured: '500000000',
    premium: '1250000',
    offer: '25',
    share: '25.00',
    brokerage: '5',
    fac: '60',
    sharepremium: '312500',
    deductions: '93750.00',
    commission: '78125',
    netpayable: '218750.0',
    endorsementtype: 'NEW',
  };

  test('what agrees with the books by value makes the note', async () => {
    const { status, body } = await make('creditnote', { ...security(), ...booked });
    expect([status, body.kind]).toEqual([200, 'credit-note']);
    const { body: slip } = await t.call('underwriter.nbo', `GET ${LDN}/${approved}`);
    const named = { broker_reference: slip.broker_reference, credit_note_reference: body.number };
    expect((await make('creditnote', { ...security(), ...booked, ...named })).body).toEqual(body);
  });

  test.each([
    ['netpayable', '218750.01', 'netpayable was booked as 218750.00, but 218750.01 was sent.'],
    ['sharepremium', '1', 'sharepremium was booked as 312500.00, but 1 was sent.'],
    ['commission', '0', 'commission was booked as 78125.00, but 0 was sent.'],
    ['deductions', '93750.5', 'deductions was booked as 93750.00, but 93750.5 was sent.'],
    ['premium', '1250000.01', 'premium was booked as 1250000.00, but 1250000.01 was sent.'],
    ['sum_insured', '5', 'sum_insured was booked as 500000000.00, but 5 was sent.'],
    ['share', '26', 'share was booked as 25, but 26 was sent.'],
    ['offer', '30', 'offer was booked as 25, but 30 was sent.'],
    ['fac', '61', 'fac was booked as 60, but 61 was sent.'],
    ['brokerage', '6', 'brokerage was booked as 5, but 6 was sent.'],
    ['cedant_commission', '24', 'cedant_commission was booked as 25, but 24 was sent.'],
    ['currency', 'USD', 'currency was booked as KES, but USD was sent.'],
    ['reinsured', 'Somebody', 'reinsured was booked as Savannah Insurance, but Somebody was sent.'],
    ['insuredname', 'Somebody', 'insuredname was booked as Kisumu Sugar Works, but Somebody was sent.'],
    ['cover_type', 'Marine', 'cover_type was booked as Test class, but Marine was sent.'],
    ['territory', 'Uganda', 'territory was booked as Kisumu, Kenya, but Uganda was sent.'],
    ['excess', 'None', 'excess was booked as KES 2,500,000.00 each and every loss, but None was sent.'],
    ['dateoffered', '2026-02-21', 'dateoffered was booked as 2026-02-20, but 2026-02-21 was sent.'],
    ['insurance_start_date', '2026-03-02', 'insurance_start_date was booked as 2026-03-01, but 2026-03-02 was sent.'],
    ['cedant_policy_number', 'X/1', 'cedant_policy_number was booked as , but X/1 was sent.'],
    ['endorsementtype', 'Nonsense', 'Some fields need attention.'],
    ['insurance_end_date', '2027-03-01', 'insurance_end_date was booked as 2027-02-28, but 2027-03-01 was sent.'],
  ])('%s %s', async (field, value, title) => {
    const { status, body } = await make('creditnote', { ...security(), [field]: value });
    expect([status, body.title]).toEqual([title.startsWith('Some') ? 400 : 409, title]);
  });

  test('every field of the specification is one of those that are held against the books', () => {
    const SPECIFIED =
      'id dateoffered currency security broker_reference credit_note_reference reinsured cover_type cedant_policy_number ' +
      'cedant_commission insuredname insurance_start_date insurance_end_date excess territory sum_insured premium offer ' +
      'share brokerage fac sharepremium deductions commission netpayable userId endorsementtype';
    const known = [...CREDIT_NOTE_FIELDS, 'id', 'security', 'userId', 'endorsementtype'];
    expect(SPECIFIED.split(' ').filter((field) => !known.some((one) => one === field))).toEqual([]);
  });

  test('broker and credit note references too', async () => {
    for (const field of ['broker_reference', 'credit_note_reference']) {
      const { status, body } = await make('creditnote', { ...security(), [field]: 'NBO/LDN/2020/000001' });
      expect([status, body.title]).toEqual([409, expect.stringContaining(`${field} was booked as`)]);
    }
  });

  test('premiumshare and premiumamount of a London reinsurance slip', async () => {
    expect(
      (await make('londonrslipreport', { ...security(), premiumshare: '25', premiumamount: '312500.0' })).status,
    ).toBe(200);
    for (const [field, value] of [
      ['premiumshare', '24'],
      ['premiumamount', '312500.01'],
    ] as const) {
      const { status, body } = await make('londonrslipreport', { ...security(), [field]: value });
      expect([status, body.title]).toEqual([409, expect.stringContaining(`but ${value} was sent.`)]);
    }
  });

  test('userId must be the caller’s own', async () => {
    const own = await userId(t, 'underwriter.nbo');
    expect((await make('debitnote', { id: approved, userId: own })).status).toBe(200);
    expect((await make('debitnote', { id: approved, userId: own + 1 })).status).toBe(403);
    expect((await make('creditnote', { id: approved, userId: own + 1 })).status).toBe(403);
  });
});

describe('the data behind the papers', () => {
  test('the slip by its headings, in MRC order', async () => {
    const { body } = await t.call('underwriter.nbo', `GET ${LDN}/londonslipreport`, { query: { id: approved } });
    expect(body.sections.map((section: { title: string }) => section.title)).toEqual([
      'Risk details',
      'Information',
      'Security details',
      'Subscription agreement',
      'Fiscal and regulatory',
      'Broker remuneration and deductions',
    ]);
    const labels = body.sections[0].headings.map((heading: { label: string }) => heading.label);
    expect(labels).toEqual([
      'Unique Market Reference',
      'Type',
      'Reinsured',
      'Original insured',
      'Period',
      'Interest',
      'Limit or sum insured',
      'Excess or deductible',
      'Situation',
      'Conditions',
      'Subjectivity',
      'Choice of law and jurisdiction',
      'Premium',
      'Premium payment terms',
      'Taxes payable',
    ]);
    expect(body).toMatchObject({ for_offer: false, umr: expect.stringMatching(/^B1234NBO26\d{6}$/) });
    expect(body.securities[0]).toMatchObject({
      security: 'Security A',
      leader: true,
      signed: '25',
      premium: '312500.00',
    });
  });

  test('either as a file for a spreadsheet, a row for each thing that is said', async () => {
    const csv = async (report: string) =>
      (
        await t.call('underwriter.nbo', `GET ${LDN}/${report}`, { query: { id: approved, format: 'csv' } })
      ).bytes.toString();
    const slip = await csv('londonslipreport');
    expect(slip).toContain('1.6,Risk details,Interest,,');
    expect(slip).toContain('Fiscal and regulatory,Allocation of premium to risk codes,P3,60%');
    expect(slip).toContain('Securities,Security A,"Premium, KES",312500.00');
    const cover = await csv('londonslipcovernotereport');
    expect(cover).toContain('1.6,Risk details,Interest,,');
    expect(cover).not.toContain('Subscription agreement');
    const foreign = await t.call('manager.lon', `GET ${LDN}/londonslipreport`, {
      query: { id: approved, format: 'xlsx' },
    });
    expect(foreign.status).toBe(404);
    const xlsx = await t.call('underwriter.nbo', `GET ${LDN}/londonslipreport`, {
      query: { id: approved, format: 'xlsx' },
    });
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
    for (const report of ['londonslipreport', 'londonslipcovernotereport']) {
      const query = { id: approved, format: 'pdf' };
      const text = readPdfText((await t.call('underwriter.nbo', `GET ${LDN}/${report}`, { query })).bytes);
      for (const words of ['Risk details', 'Interest', 'Security A']) expect(text, report).toContain(words);
    }
  });

  test('the cover note leaves out what concerns the subscription alone', async () => {
    const { body } = await t.call('underwriter.nbo', `GET ${LDN}/londonslipcovernotereport`, {
      query: { id: approved },
    });
    expect(body.sections.map((section: { title: string }) => section.title)).toEqual(['Risk details', 'Information']);
    expect(body.securities).toHaveLength(3);
    expect((await t.call('manager.lon', `GET ${LDN}/londonslipreport`, { query: { id: approved } })).status).toBe(404);
  });
});
