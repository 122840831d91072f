import type { Person } from './people.ts';
import type { Sample } from './samples.ts';
import type { Ref, World } from './scene.ts';

const CASH = ['ROLE_ROOT', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER'];
const VOUCHERS = ['ROLE_ROOT', 'ROLE_ACCOUNTANT'];
const makerOf = (who: Person, makers: readonly string[]) => (makers.includes(who.role) ? who.name : undefined);

type State = 'DRAFT' | 'PENDING' | 'APPROVED';
const of = (record: (world: World, maker: string | undefined) => Promise<Ref>, makers: readonly string[]): Sample => ({
  of: async ({ world, who, own }) => ({
    params: { id: (await record(world, own ? makerOf(who, makers) : undefined)).id },
  }),
});
/** About the caller's own record, as withdrawing and disabling are; and about somebody else's, as deciding is. */
const ownReceipt = (state: State) => of((world, maker) => world.receipt(state, maker), CASH);
const anyReceipt = (state: State) => of((world) => world.receipt(state), []);
const ownVoucher = (state: State) => of((world, maker) => world.voucher(state, maker), VOUCHERS);
const anyVoucher = (state: State) => of((world) => world.voucher(state), []);
const decided = (record: (world: World) => Promise<Ref>): Sample => ({
  of: async ({ world }) => {
    const { id, version } = await record(world);
    return { params: { id, a: 'APPROVED' }, body: { version } };
  },
});
const undone = (record: (world: World) => Promise<Ref>): Sample => ({
  of: async ({ world }) => {
    const { id, version } = await record(world);
    return { params: { id }, body: { reason: 'Keyed twice', version } };
  },
});
const NEUTRAL = { bank_reference: 'B-1', narrationRef: 'Paid' };

const RECEIPTS: Record<string, Sample> = {
  'GET /receivable/{id}': anyReceipt('APPROVED'),
  'GET /receivable/foreignnotes': {
    of: ({ world }) => ({ query: { reinsured: world.book.reinsured, currency: 'USD' } }),
  },
  'GET /receivable/opennotes': { of: ({ world }) => ({ query: { reinsured: world.book.reinsured, currency: 'KES' } }) },
  'POST /receivable/save': {
    of: async ({ world }) => ({
      body: world.receiptBody({ ...NEUTRAL, allocations: [{ note: await world.note(), amount: '1.00' }] }),
    }),
  },
  'PUT /receivable/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.receipt('DRAFT');
      return { body: { ...world.receiptBody(NEUTRAL), id, version } };
    },
  },
  'PUT /receivable/submit/{id}': anyReceipt('DRAFT'),
  'PUT /receivable/withdraw/{id}': ownReceipt('PENDING'),
  'GET /receivable/preview/{id}': anyReceipt('PENDING'),
  'PUT /receivable/approve/{id}/{a}': decided((world) => world.receipt('PENDING')),
  'PUT /receivable/allocate': {
    of: async ({ world }) => {
      const { id, version } = await world.receipt('APPROVED');
      return { body: { id, version, allocations: [{ note: await world.note(), amount: '1.00' }] } };
    },
  },
  'PUT /receivable/reverse/{id}': undone((world) => world.receipt('APPROVED')),
  'PUT /receivable/bounce/{id}': undone((world) => world.receipt('APPROVED')),
  'DELETE /receivable/{id}': ownReceipt('DRAFT'),
  'PUT /receivable/receipt': { of: async ({ world }) => ({ query: { id: (await world.receipt('APPROVED')).id } }) },
  'PUT /receivable/receipt2': { of: async ({ world }) => ({ query: { id: (await world.receipt('APPROVED')).id } }) },
};

const premium = async (world: World) => ({
  currency: 'KES',
  bank_date: '2026-03-02',
  narration: 'Premium',
  security: world.book.a,
  items: [{ item: await world.part(), amount: '1.00' }],
});
// A drawing needs brokerage that was released; the same receipt that funds the security's part released some.
const drawing = async (world: World) => {
  await world.part();
  return { currency: 'KES', bank_date: '2026-03-02', narration: 'Brokerage', kind: 'DRAWING', amount: '1.00' };
};

const VOUCHER_CALLS: Record<string, Sample> = {
  'GET /paymentvoucher/{id}': anyVoucher('APPROVED'),
  'GET /underwriting/securitiesandinvoices': { of: () => ({}) },
  'GET /paymentvoucher/findPoliciesBySecurity': { of: ({ world }) => ({ query: { security: world.book.a } }) },
  'GET /paymentvoucher/owing': {
    of: ({ world }) => ({ query: { kind: 'PREMIUM', currency: 'KES', payee: world.book.a } }),
  },
  'GET /paymentvoucher/refundable': { of: ({ world }) => ({ query: { payee: world.book.reinsured } }) },
  'POST /paymentvoucher/save2': { of: async ({ world }) => ({ body: await premium(world) }) },
  'POST /paymentvoucher/save': { of: async ({ world }) => ({ body: await drawing(world) }) },
  'PUT /paymentvoucher/edit2': {
    of: async ({ world }) => {
      const { id, version } = await world.voucher('DRAFT');
      return { body: { ...(await premium(world)), id, version } };
    },
  },
  'PUT /paymentvoucher/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.drawing();
      return { body: { ...(await drawing(world)), id, version } };
    },
  },
  'PUT /paymentvoucher/submit/{id}': anyVoucher('DRAFT'),
  'PUT /paymentvoucher/withdraw/{id}': ownVoucher('PENDING'),
  'GET /paymentvoucher/preview/{id}': anyVoucher('PENDING'),
  'PUT /paymentvoucher/approve/{id}/{a}': decided((world) => world.voucher('PENDING')),
  'PUT /paymentvoucher/pay/{id}': {
    of: async ({ world }) => {
      const { id, version } = await world.voucher('APPROVED');
      return { params: { id }, body: { version, bank_reference: 'FT 902' } };
    },
  },
  'PUT /paymentvoucher/reverse/{id}': undone((world) => world.voucher('APPROVED')),
  'DELETE /paymentvoucher/{id}': ownVoucher('DRAFT'),
  'PUT /paymentvoucher/document': {
    of: async ({ world }) => ({ query: { id: (await world.voucher('APPROVED')).id } }),
  },
};

const ownAdjustment = (state: State) => of((world, maker) => world.adjustment(state, maker), VOUCHERS);
const anyAdjustment = (state: State) => of((world) => world.adjustment(state), []);
const lost = async (world: World) => ({
  note: await world.note(),
  kind: 'UNCOLLECTABLE',
  amount: '1.00',
  day: '2026-03-02',
  reason: 'Insolvent',
});

const ADJUSTMENTS: Record<string, Sample> = {
  'GET /adjustment/{id}': anyAdjustment('APPROVED'),
  'GET /adjustment/note': { of: async ({ world }) => ({ query: { note: await world.note() } }) },
  'GET /adjustment/net': { of: async ({ world }) => ({ query: { claim: (await world.standingClaim()).id } }) },
  'POST /adjustment/save': { of: async ({ world }) => ({ body: await lost(world) }) },
  'PUT /adjustment/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.adjustment('DRAFT');
      return { body: { ...(await lost(world)), id, version } };
    },
  },
  'PUT /adjustment/document': {
    of: async ({ world }) => ({ query: { id: (await world.adjustment('APPROVED')).id } }),
  },
  'PUT /adjustment/submit/{id}': anyAdjustment('DRAFT'),
  'PUT /adjustment/withdraw/{id}': ownAdjustment('PENDING'),
  'GET /adjustment/preview/{id}': anyAdjustment('PENDING'),
  'PUT /adjustment/approve/{id}/{a}': decided((world) => world.adjustment('PENDING')),
  'PUT /adjustment/reverse/{id}': undone((world) => world.adjustment('APPROVED')),
  'DELETE /adjustment/{id}': ownAdjustment('DRAFT'),
};

const ownInvoice = (state: State) => of((world, maker) => world.invoice(state, maker), VOUCHERS);
const anyInvoice = (state: State) => of((world) => world.invoice(state), []);

const INVOICES: Record<string, Sample> = {
  'GET /invoice/{id}': anyInvoice('APPROVED'),
  'GET /invoice/taxes': { of: ({ world }) => ({ query: { party: world.book.reinsured, currency: 'KES' } }) },
  'POST /invoice/save': { of: ({ world }) => ({ body: world.invoiceBody({ reference: 'PO 1' }) }) },
  'PUT /invoice/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.invoice('DRAFT');
      return { body: { ...world.invoiceBody({ reference: 'PO 1' }), id, version } };
    },
  },
  'PUT /invoice/submit/{id}': anyInvoice('DRAFT'),
  'PUT /invoice/withdraw/{id}': ownInvoice('PENDING'),
  'GET /invoice/preview/{id}': anyInvoice('PENDING'),
  'PUT /invoice/approve/{id}/{a}': decided((world) => world.invoice('PENDING')),
  'PUT /invoice/reverse/{id}': undone((world) => world.invoice('APPROVED')),
  'DELETE /invoice/{id}': ownInvoice('DRAFT'),
  'PUT /invoice/document': { of: async ({ world }) => ({ query: { id: (await world.invoice('APPROVED')).id } }) },
};

const ownJournal = (state: State) => of((world, maker) => world.journal(state, maker), VOUCHERS);
const anyJournal = (state: State) => of((world) => world.journal(state), []);

const JOURNALS: Record<string, Sample> = {
  'GET /journal/{id}': anyJournal('APPROVED'),
  'POST /journal/save': { of: ({ world }) => ({ body: world.journalBody({ reference: 'AC 1' }) }) },
  'PUT /journal/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.journal('DRAFT');
      return { body: { ...world.journalBody({ reference: 'AC 1' }), id, version } };
    },
  },
  'PUT /journal/submit/{id}': anyJournal('DRAFT'),
  'PUT /journal/withdraw/{id}': ownJournal('PENDING'),
  'GET /journal/preview/{id}': anyJournal('PENDING'),
  'PUT /journal/approve/{id}/{a}': decided((world) => world.journal('PENDING')),
  'PUT /journal/reverse/{id}': undone((world) => world.journal('APPROVED')),
  'DELETE /journal/{id}': ownJournal('DRAFT'),
};

export const MONEY_SAMPLES: Record<string, Sample> = {
  ...RECEIPTS,
  ...VOUCHER_CALLS,
  ...ADJUSTMENTS,
  ...INVOICES,
  ...JOURNALS,
};
