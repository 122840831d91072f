import { mt940 } from '../server/features/banks/banks.factories.ts';
import { addDays, dayIn } from '../domain/values/day.ts';
import type { Caller } from './calls.ts';
import { yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

export type MoneyRecords = {
  receipt: number;
  /** An approved one with cash left, and the draft of another branch that some of it is for. */
  received: number;
  passedOn: number;
  adjustment: number;
  voucher: number;
  invoice: number;
  journal: number;
  bankStatement: number;
  statementBatch: number;
  recordBatch: number;
  replacement: number;
  reconciliation: number;
  paymentFile: number;
  remittanceBatch: number;
  schedule: number;
};

type Calls = Pick<Caller, 'call'>;

/** An account of the firm with a bank, for client money. */
export async function ourAccount({ call }: Calls, number: string, purpose = 'CLIENT'): Promise<number> {
  const { id } = await call('POST bankaccount/save', {
    name: `Clients ${number}`,
    bank: 'Bahari Bank',
    bank_branch: '',
    number,
    iban: '',
    swift: '',
    currency: 'KES',
    purpose,
    branch_id: null,
    is_default: false,
  });
  return id;
}

/** A statement of an account of its own with a line that nothing explains. */
async function statementOfBank({ call }: Calls): Promise<number> {
  const number = '0100700901';
  const account = await ourAccount({ call }, number);
  const entries = [
    { amount: '562500.00', reference: 'FT901', text: 'From somebody whose name is rather long to read' },
  ];
  const file = mt940({ account: number, opening: '1000.00', closing: '563500.00', entries });
  const { id } = await call(`POST bankstatement/save?account=${account}&name=march.sta`, Buffer.from(file));
  return id;
}

type Payers = Record<'root' | 'maker' | 'checker' | 'payer', Calls>;

/** An approved voucher for an expense, to be paid from an office account of its own on a day; gives both. */
export async function expenseToPay(
  { root, maker, checker }: Omit<Payers, 'payer'>,
  { payee, day, number }: { payee: number; day: string; number: string },
): Promise<{ account: number; voucher: number }> {
  const account = await ourAccount(root, number, 'OFFICE');
  const { ledgerAccounts } = await maker.call('GET aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms');
  const { code } = ledgerAccounts.find((one: { function: string | null }) => one.function === 'EXPENSES');
  const expense = {
    kind: 'EXPENSE',
    currency: 'KES',
    bank_date: day,
    bank_account: account,
    amount: '1250.00',
    account: code,
  };
  const { id } = await maker.call('POST paymentvoucher/save', { ...expense, payee, narration: 'Survey' });
  const { version } = await maker.call(`PUT paymentvoucher/submit/${id}`);
  await checker.call(`PUT paymentvoucher/approve/${id}/APPROVED`, { version });
  return { account, voucher: id };
}

/** A payment file with one voucher, and the advice of it to its payee. */
export async function fileForBank(
  people: Payers,
  payee: number,
): Promise<Pick<MoneyRecords, 'paymentFile' | 'remittanceBatch'>> {
  const day = addDays(yearUnderWay().insurance_start_date, 30);
  const { account, voucher } = await expenseToPay(people, { payee, day, number: '0100700902' });
  const { id } = await people.payer.call('POST paymentfile/save', { account, day, vouchers: [voucher] });
  const advice = await people.payer.call('POST statements/remittances/send', { vouchers: [voucher], mail: false });
  return { paymentFile: id, remittanceBatch: advice.id };
}

/** Money that a branch received, some of it for another branch. */
export async function cashElsewhere(
  { root, maker, checker }: Omit<Payers, 'payer'>,
  payer: number,
): Promise<Pick<MoneyRecords, 'received' | 'passedOn'>> {
  const { id: received } = await approvedReceipt(
    { maker, checker },
    {
      dateOfIssue: yearUnderWay().insurance_start_date,
      receiptType: 'ON_ACCOUNT',
      reinsured: payer,
      receiptAmount: '1000.00',
      currency: 'KES',
    },
  );
  const { branch } = await root.call(`GET receivable/${received}`);
  const { branches } = (await root.call('GET auth/session')).user;
  const { id: into } = branches.find((one: { id: number }) => one.id !== branch.id);
  const part = { source: received, into, receiptType: 'PREMIUM', receiptAmount: '400.00' };
  const { id: passedOn } = await root.call('POST receivable/passon', part);
  return { received, passedOn };
}

/** A security's own statement, with a line that we know nothing of and one that may be of several documents. */
async function theirStatement({ call }: Calls, security: number, day: string): Promise<number> {
  const { documents } = await reconciliationOf({ call }, { security, day, rows: ['Unknown,1.00'] });
  const rows = documents.map(({ number, open }: { number: string; open: string }) => `${number},${open}`);
  const { id } = await reconciliationOf({ call }, { security, day, rows: [...rows, 'Premium of March,125.50'] });
  return id;
}

type Theirs = { security: number; day: string; rows: readonly string[] };

async function reconciliationOf({ call }: Calls, { security, day, rows }: Theirs) {
  const file = Buffer.from(['Document,Balance', ...rows, ''].join('\n'));
  const { id } = await call(
    `POST reconciliation/save?party=${security}&currency=KES&asat=${day}&name=theirs.csv`,
    file,
  );
  return call(`GET reconciliation/${id}`);
}

/** An approved invoice that is drafted again every month. */
export async function recurringInvoice({ maker, checker }: Pick<Payers, 'maker' | 'checker'>, party: number) {
  const { ledgerAccounts } = await maker.call('GET aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms');
  const { code } = ledgerAccounts.find((one: { function: string | null }) => one.function === 'FEE_INCOME');
  const { id } = await maker.call('POST invoice/save', {
    kind: 'FEE',
    party,
    currency: 'KES',
    terms: 'LUMP_30',
    lines: [{ description: 'Retainer', account: code, quantity: '1', price: '25000.00' }],
  });
  const { version } = await maker.call(`PUT invoice/submit/${id}`);
  await checker.call(`PUT invoice/approve/${id}/APPROVED`, { version });
  const first = addDays(dayIn('Africa/Nairobi', new Date()), 30);
  const calendar = { every: 'MONTH', first_on: first, terms: 'LUMP_30' };
  const schedule: { id: number } = await maker.call('POST invoice/schedule/save', { invoice: id, ...calendar });
  return schedule.id;
}

/** The first security of a policy given to the second from today on, by a job. */
export async function replacementOn({ call }: Calls, policy: number): Promise<number> {
  const { securities } = await call(`GET underwriting/${policy}`);
  const [leaving, taking] = securities;
  const { id } = await call('POST securities/replacement/batch', {
    security: leaving.security.id,
    effective_date: dayIn('Africa/Nairobi', new Date()),
    successors: [{ security: taking.security.id, share: '100' }],
    policies: [{ id: policy, line: leaving.share }],
  });
  return id;
}

/** A receipt, an adjustment and a voucher of an approved policy, and an invoice to its reinsured, each a draft, so that its form opens too. */
export async function moneyRecords(
  { call }: Calls,
  policy: number,
  root: Calls,
): Promise<
  Omit<MoneyRecords, 'paymentFile' | 'remittanceBatch' | 'schedule' | 'replacement' | 'received' | 'passedOn'>
> {
  const { insurance_start_date: start } = yearUnderWay();
  const { notes, reinsured, securities } = await call(`GET underwriting/${policy}`);
  const note = notes.find((one: { kind: string }) => one.kind === 'DN').id;
  const receipt = await call('POST receivable/save', {
    dateOfIssue: start,
    receiptType: 'PREMIUM',
    reinsured: reinsured.id,
    receiptAmount: '1000.00',
    currency: 'KES',
    allocations: [{ note, amount: '1000.00' }],
  });
  const adjustment = await call('POST adjustment/save', {
    note,
    kind: 'UNCOLLECTABLE',
    amount: '1000.00',
    day: start,
    reason: 'The reinsured is insolvent',
  });
  const security = securities[0].security.id;
  const [{ item }] = await call(`GET paymentvoucher/findPoliciesBySecurity?security=${security}`);
  const voucher = await call('POST paymentvoucher/save2', {
    currency: 'KES',
    bank_date: addDays(start, 30),
    security,
    override: true,
    items: [{ item, amount: '1000.00' }],
  });
  const { ledgerAccounts } = await call('GET aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms');
  const codeFor = (name: string): string =>
    ledgerAccounts.find((one: { function: string | null }) => one.function === name).code;
  const code = codeFor('FEE_INCOME');
  const invoice = await call('POST invoice/save', {
    kind: 'FEE',
    party: reinsured.id,
    currency: 'KES',
    terms: 'LUMP_30',
    lines: [{ description: 'Administration', account: code, quantity: '1.5', price: '40000.00' }],
  });
  const bankStatement = await statementOfBank(root);
  const today = dayIn('Africa/Nairobi', new Date());
  const statements = await call('POST statements/batch', { side: 'REINSURED', asat: today, mail: true });
  const journal = await call('POST journal/save', {
    day: start,
    narration: 'Fees of the year before',
    lines: [
      { account: codeFor('EXPENSES'), currency: 'KES', debit: '1000.00' },
      { account: codeFor('EQUITY'), currency: 'KES', credit: '1000.00' },
    ],
  });
  // Of a draft, which its job refuses: the report says why, and the draft stays.
  const records = [{ id: receipt.id, version: receipt.version }];
  const recordBatch = await root.call('POST batch/start', { kind: 'receipt', act: 'approve', records });
  return {
    bankStatement,
    recordBatch: recordBatch.id,
    statementBatch: statements.id,
    reconciliation: await theirStatement({ call }, security, today),
    receipt: receipt.id,
    adjustment: adjustment.id,
    voucher: voucher.id,
    invoice: invoice.id,
    journal: journal.id,
  };
}
