import { mt940 } from '../server/features/banks/banks.factories.ts';
import { addDays } from '../domain/values/day.ts';
import type { Caller } from './calls.ts';
import { yearUnderWay } from './placements.ts';

export type MoneyRecords = {
  receipt: number;
  adjustment: number;
  voucher: number;
  invoice: number;
  bankStatement: number;
};

type Calls = Pick<Caller, 'call'>;

/** An account of the firm with a bank, for client money. */
export async function ourAccount({ call }: Calls, number: string): Promise<number> {
  const { id } = await call('POST bankaccount/save', {
    name: `Clients ${number}`,
    bank: 'Bahari Bank',
    bank_branch: '',
    number,
    iban: '',
    swift: '',
    currency: 'KES',
    purpose: 'CLIENT',
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

/** A receipt, an adjustment and a voucher of an approved policy, and an invoice to its reinsured, each a draft, so that its form opens too. */
export async function moneyRecords({ call }: Calls, policy: number, root: Calls): Promise<MoneyRecords> {
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
  const { code } = ledgerAccounts.find((one: { function: string | null }) => one.function === 'FEE_INCOME');
  const invoice = await call('POST invoice/save', {
    kind: 'FEE',
    party: reinsured.id,
    currency: 'KES',
    terms: 'LUMP_30',
    lines: [{ description: 'Administration', account: code, quantity: '1.5', price: '40000.00' }],
  });
  const bankStatement = await statementOfBank(root);
  return { bankStatement, receipt: receipt.id, adjustment: adjustment.id, voucher: voucher.id, invoice: invoice.id };
}
