import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createUser } from './accounts/users.ts';
import { saveRole } from './accounts/roles.ts';
import { endorsementBody } from './endorsements/contract.ts';
import { bankAccountForm as firmBankForm } from './firm/bank-accounts.ts';
import { branchForm } from './firm/branches.ts';
import { saveAccount } from './firm/ledger-accounts.ts';
import * as settings from './firm/settings.ts';
import { newRate, taxForm } from './firm/taxes.ts';
import { saveTerms } from './firm/terms.ts';
import { bodyFaults, onScreen } from './form-faults.ts';
import { bodyOf, emptyOf, factsOf, fieldsOf, isBlankRow, valuesOf } from './forms.ts';
import { policyBody } from './placements/contract.ts';
import { slipBody } from './slips/contract.ts';
import { bordereauCommon } from './imports/bordereau.ts';
import { removeAttachment } from './attachments/contract.ts';
import { editLimit, saveLending, saveLimit } from './authority/contract.ts';
import { reasonForm } from './decision-calls.ts';
import { mailForm } from './documents/sending.ts';
import { supersedeBody } from './documents/superseding.ts';
import { declarationBody } from './endorsements/declaration.ts';
import { reopenPeriod } from './closing/periods.ts';
import { renameTemplate, saveTemplate } from './placements/templates.ts';
import { erasePerson } from './privacy/contract.ts';
import { receiptCalls, saveReceipt } from './receipts/contract.ts';
import { clause } from './registers/clauses.ts';
import { currency } from './registers/currencies.ts';
import { bankAccountForm, partyForm, securityForm } from './registers/party-shapes.ts';
import { readTypedAmount, readTypedRate } from './values/typed.ts';
import { recordSigning } from './slips/contract.ts';
import { payVoucher, savePremiumVoucher, saveVoucher } from './vouchers/contract.ts';
import { amount, day, optionalDay, rate, recordId, text } from './wire.ts';

// What cannot be told of its shape is written by hand beside its form.
const { clauses: _clauses, warranty: _warranty, ...policyFields } = policyBody.shape;
const { clauses: _c, warranty: _w, ...slipFields } = slipBody.shape;

const FORMS: Record<string, z.ZodMiniObject> = {
  receipt: saveReceipt.body,
  premiumVoucher: savePremiumVoucher.body,
  voucher: saveVoucher.body,
  policy: z.object(policyFields),
  slip: z.object(slipFields),
  endorsement: endorsementBody,
  bordereau: bordereauCommon,
  termsOfPayment: saveTerms.body,
  party: partyForm,
  security: securityForm,
  partyBank: bankAccountForm,
  clause: clause.save.body,
  currency: currency.save.body,
  branch: branchForm,
  firmBank: firmBankForm,
  account: saveAccount.body,
  tax: taxForm,
  taxRate: newRate,
  identity: settings.letterheadBody,
  books: settings.booksBody,
  sessions: settings.sessionsBody,
  underwriting: settings.underwritingBody,
  retention: settings.retentionBody,
  mail: settings.mailBody,
  user: createUser.body,
  role: saveRole.body,
  signing: z.pick(recordSigning.body, { notified_on: true, lines: true }),
  template: saveTemplate.body,
  templateName: z.pick(renameTemplate.body, { name: true }),
  declaration: declarationBody,
  payment: z.pick(payVoucher.body, { bank_date: true, bank_reference: true, reason: true }),
  rejection: reasonForm,
  reversal: z.pick(receiptCalls.reverse.body, { reason: true }),
  replacement: supersedeBody,
  removedFile: removeAttachment.body,
  reopening: z.pick(reopenPeriod.body, { month: true, reason: true }),
  erasure: z.pick(erasePerson.body, { reason: true }),
  loan: saveLending.body,
  limit: saveLimit.body,
  limitAmount: z.pick(editLimit.body, { amount: true }),
  mailed: mailForm,
};
const all = Object.entries(FORMS);

const decimal = (places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`);
const pickOf = (shape: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const inner =
    shape instanceof z.ZodMiniOptional || shape instanceof z.ZodMiniNullable ? shape._zod.def.innerType : shape;
  if (inner !== shape) return pickOf(inner);
  return inner instanceof z.ZodMiniEnum ? fc.constantFrom(...inner.options) : fc.constant('');
};

/** What a user may have entered in the fields of a form, whether it is allowed or not. */
function entered(form: z.ZodMiniObject, shape: z.core.$ZodType, at: string): fc.Arbitrary<unknown> {
  if (shape instanceof z.ZodMiniOptional || shape instanceof z.ZodMiniNullable)
    return entered(form, shape._zod.def.innerType, at);
  const inside = (name: string) => (at === '' ? name : `${at}.${name}`);
  if (shape instanceof z.ZodMiniObject)
    return fc.record(
      Object.fromEntries(Object.entries(shape.shape).map(([name, one]) => [name, entered(form, one, inside(name))])),
    );
  const facts = factsOf(form, at);
  if (shape instanceof z.ZodMiniArray && facts === null)
    return fc.array(entered(form, shape._zod.def.element, `${at}.0`), { maxLength: 4 });
  const some = {
    text: fc.string({ maxLength: 12 }),
    amount: decimal(2),
    rate: decimal(6),
    day: fc.constantFrom('2026-01-31', '2028-02-29'),
    whole: fc.nat(400).map(String),
    record: fc.record({ id: fc.integer({ min: 1 }).map(String), label: fc.string() }),
    choice: pickOf(shape),
    switch: fc.boolean(),
    records: fc.array(fc.integer({ min: 1 }).map(String), { maxLength: 3 }),
    choices: fc.constant([]),
  }[facts?.kind ?? 'text'];
  const nothing = facts?.kind === 'record' ? null : '';
  return facts === null || ['switch', 'records', 'choices'].includes(facts.kind)
    ? some
    : fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: fc.constant(nothing) });
}

const RUNS = { numRuns: 60, seed: 20_261_122 };

describe.each(all)('the form of a %s', (_, shape) => {
  const typed = entered(shape, shape, '');

  test('left empty it is refused at required fields alone, in the words of its call', () => {
    const faults = bodyFaults(shape, bodyOf(shape, emptyOf(shape)));
    for (const { field, message } of faults) {
      expect(message, field).not.toMatch(/Invalid|expected/);
      expect(message, field).not.toBe('');
    }
    const refused = new Set(faults.map(({ field }) => field));
    for (const field of fieldsOf(shape).filter((name) => refused.has(name)))
      expect(factsOf(shape, field)?.required ?? true, field).toBe(true);
  });

  test('what is sent comes back as it was typed, and is sent the same again', () => {
    fc.assert(
      fc.property(typed, (values) => {
        const body = bodyOf(shape, values as never);
        const again = bodyOf(shape, valuesOf(shape, body as never));
        expect(JSON.stringify(again)).toBe(JSON.stringify(body));
      }),
      RUNS,
    );
  });

  test('its fields come in the order of the contract, each once', () => {
    const fields = fieldsOf(shape);
    expect(new Set(fields).size).toBe(fields.length);
    const tops = [...new Set(fields.map((field) => field.split('.')[0]))];
    expect(tops).toEqual(Object.keys(shape.shape));
  });
});

const LINE = z.strictObject({
  security: recordId,
  share: rate('Share.'),
  note: z.optional(text({ max: 20, message: 'N.' })),
});
const SAMPLE = z.object({
  name: text({ min: 2, max: 40, message: 'Name.' }),
  remark: z.optional(text({ max: 500, message: 'Remark.' })),
  sum: amount('Sum.'),
  limit: z.optional(z.nullable(amount('Limit.'))),
  from: day('From.'),
  until: z.optional(z.nullable(day('Until.'))),
  seen: optionalDay,
  days: z.int('Days.').check(z.minimum(0, 'Days.'), z.maximum(365, 'Days.')),
  party: recordId,
  above: z.nullable(recordId),
  market: z.nullable(z.enum(['LOCAL', 'LONDON'])),
  kind: z.enum(['ONE', 'TWO']),
  active: z.boolean(),
  clauses: z.array(recordId),
  at: z.strictObject({
    street: text({ max: 60, message: 'Street.' }),
    town: z.optional(text({ max: 30, message: 'T.' })),
  }),
  lines: z.array(LINE),
});

describe('by its kind a field', () => {
  test('begins empty; a choice that must be made begins with the first', () => {
    expect(emptyOf(SAMPLE)).toEqual({
      name: '',
      remark: '',
      sum: '',
      limit: '',
      from: '',
      until: '',
      seen: '',
      days: '',
      party: null,
      above: null,
      market: '',
      kind: 'ONE',
      active: false,
      clauses: [],
      at: { street: '', town: '' },
      lines: [],
    });
  });

  test('sends nothing as its call takes it, else what it refuses', () => {
    expect(bodyOf(SAMPLE, emptyOf(SAMPLE))).toEqual({
      name: '',
      remark: '',
      sum: '',
      limit: null,
      from: '',
      until: null,
      seen: null,
      days: -1,
      party: 0,
      above: null,
      market: null,
      kind: 'ONE',
      active: false,
      clauses: [],
      at: { street: '', town: '' },
      lines: [],
    });
    expect(bodyFaults(SAMPLE, bodyOf(SAMPLE, emptyOf(SAMPLE)))).toEqual([
      { field: 'name', message: 'Name.' },
      { field: 'sum', message: 'Sum.' },
      { field: 'from', message: 'From.' },
      { field: 'days', message: 'Days.' },
      { field: 'party', message: 'Choose one from the list.' },
    ]);
  });

  test('holds a record as it is read: by id or by name, days as they are written, nothing as nothing', () => {
    const values = valuesOf(SAMPLE, {
      name: 'Umoja',
      remark: undefined,
      sum: '1250000.00',
      limit: null,
      from: '2026-01-01',
      until: null,
      seen: null,
      days: 30,
      party: { id: 7, name: 'Umoja Insurance' },
      above: 3,
      market: null,
      kind: 'TWO',
      active: true,
      clauses: [4, 5],
      at: { street: 'Moi Avenue', town: undefined },
      lines: [{ security: { id: 9, name: 'Munich Re' }, share: '60', note: undefined }],
    });
    expect(values).toMatchObject({
      remark: '',
      sum: '1250000.00',
      limit: '',
      days: '30',
      party: { id: '7', label: 'Umoja Insurance' },
      above: { id: '3', label: '' },
      market: '',
      clauses: ['4', '5'],
      at: { street: 'Moi Avenue', town: '' },
      lines: [{ security: { id: '9', label: 'Munich Re' }, share: '60', note: '' }],
    });
    expect(bodyOf(SAMPLE, values)).toMatchObject({
      days: 30,
      party: 7,
      above: 3,
      clauses: [4, 5],
      lines: [{ security: 9 }],
    });
  });

  test('says what its contract asks', () => {
    expect(factsOf(SAMPLE, 'name')).toMatchObject({ kind: 'text', required: true, maxLength: 40 });
    expect(factsOf(SAMPLE, 'remark')).toMatchObject({ required: false, maxLength: 500 });
    expect(factsOf(SAMPLE, 'limit')).toMatchObject({ kind: 'amount', required: false });
    expect(factsOf(SAMPLE, 'seen')).toMatchObject({ kind: 'day', required: false });
    expect(factsOf(SAMPLE, 'at.town')).toMatchObject({ kind: 'text', maxLength: 30 });
    expect(factsOf(SAMPLE, 'lines.3.share')).toMatchObject({ kind: 'rate', required: true });
    expect(factsOf(SAMPLE, 'lines')).toBeNull();
    expect(factsOf(SAMPLE, 'premium')).toBeNull();
  });

  test.each([
    ['3', 3],
    [' 30 ', 30],
    ['2.5', -1],
    ['-1', -1],
    ['soon', -1],
  ])('a count typed as "%s" is sent as %s', (days, sent) => {
    expect(bodyOf(SAMPLE, { ...emptyOf(SAMPLE), days }).days).toBe(sent);
  });

  test.each([
    ['1.5m', '1500000.00'],
    ['250k', '250000.00'],
    ['KES 1,250,000.00', '1250000.00'],
    ['12,50,000', '1250000.00'],
    ['(500)', '-500.00'],
  ])('an amount typed as "%s" is sent as %s', (typed, sent) => {
    const sum = readTypedAmount(typed, 'KES') ?? '';
    expect(bodyOf(SAMPLE, { ...emptyOf(SAMPLE), sum }).sum).toBe(sent);
  });

  test.each([
    ['12,5', '12.5'],
    ['0.25%', '0.25'],
    ['.5', '0.5'],
    ['33.333333', '33.333333'],
  ])('a percentage typed as "%s" is sent as %s', (typed, sent) => {
    const share = readTypedRate(typed) ?? '';
    const lines = [{ ...emptyOf(LINE), share }];
    expect(bodyOf(SAMPLE, { ...emptyOf(SAMPLE), lines }).lines).toMatchObject([{ share: sent }]);
  });
});

describe('rows', () => {
  const blank = emptyOf(LINE);
  const half = { ...blank, share: '50' };

  test('that are left blank are not sent', () => {
    const lines = [blank, half, blank, { ...half, share: '25' }];
    expect(isBlankRow(LINE, blank)).toBe(true);
    expect(isBlankRow(LINE, half)).toBe(false);
    expect(bodyOf(SAMPLE, { ...emptyOf(SAMPLE), lines }).lines).toMatchObject([{ share: '50' }, { share: '25' }]);
  });

  test('have their faults where the screen shows them', () => {
    const isBlank = [true, false, true, false];
    const at = (field: string) => onScreen({ field, message: 'No.' }, { list: 'lines', isBlank }).field;
    expect(at('lines.0.security')).toBe('lines.1.security');
    expect(at('lines.1.share')).toBe('lines.3.share');
    expect(at('lines')).toBe('lines');
    expect(at('name')).toBe('name');
  });
});
