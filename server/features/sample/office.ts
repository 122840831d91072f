import type { WireReply } from '../../../domain/endpoint.ts';
import type { getInvoice } from '../../../domain/invoices/contract.ts';
import type { accountingInfo } from '../../../domain/registers/aggregates.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { received, SCA } from './steps.ts';
import { type Branch, type Diary, note, type Saved, type Story, who } from './story.ts';

const BRANCH = 'NBO';
const CURRENCY = 'KES';
const clerk = who('accountant', BRANCH);
const manager = who('manager', BRANCH);
const cashier = who('cashier', BRANCH);

type Fate = 'DRAFT' | 'PENDING' | 'APPROVED' | 'REJECTED';
type Kind = 'invoice' | 'journal';

/** A record of the office as the accountant saves it, brought as far as it has come. */
async function entered(story: Story, kind: Kind, { body, fate }: { body: object; fate: Fate }): Promise<number> {
  const { desk } = story;
  const { id } = await desk.call<Saved>(clerk, `POST ${SCA}/${kind}/save`, { body });
  if (fate === 'DRAFT') return id;
  const { version } = await desk.call<Saved>(clerk, `PUT ${SCA}/${kind}/submit/${id}`);
  if (fate === 'PENDING') return id;
  await desk.call(manager, `PUT ${SCA}/${kind}/approve/${id}/${fate}`, {
    body: { version, ...(fate === 'REJECTED' && { reason: 'The reinsured has not signed the quotation yet.' }) },
  });
  return id;
}

/** The account that has a purpose in the firm's books, by its name there. */
async function accountNamed(story: Story, name: string): Promise<string> {
  const { ledgerAccounts } = await story.desk.call<WireReply<typeof accountingInfo>>(
    clerk,
    `GET ${SCA}/aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms`,
  );
  const account = ledgerAccounts.find((one) => one.name === name);
  if (!account) throw new Error(`The sample firm has no account ${name}.`);
  return account.code;
}

type Fee = { nth: number; description: string; days: string; price: string; tax?: number };

/** The tax that the firm charges on its own invoices. */
async function taxOnFees({ desk }: Story): Promise<number> {
  const { id } = await desk.call<Saved>('root', `POST ${SCA}/tax/save`, {
    body: { code: 'VAT', name: 'Value added tax' },
  });
  const rate = { rate: '16', basis: 'INVOICE', borne_by: 'REINSURED', applies_to: 'ALL' };
  const always = { market: null, class_id: null, effective_from: desk.today(), effective_to: null, enabled: true };
  await desk.call('root', `POST ${SCA}/tax/rate`, { body: { tax_id: id, ...rate, ...always } });
  return id;
}

async function feeFor(story: Story, { nth, description, days, price, tax }: Fee) {
  const { reinsureds } = story.cast;
  return {
    kind: 'FEE',
    party: reinsureds[nth % reinsureds.length],
    currency: CURRENCY,
    terms: 'LUMP_30',
    reference: `Q-${4_400 + nth}`,
    lines: [
      {
        description,
        account: await accountNamed(story, 'Fee income'),
        quantity: days,
        price,
        ...(tax !== undefined && { tax }),
      },
    ],
  };
}

/** What its reinsured pays of an invoice: all of it, received and approved. */
async function paid(story: Story, invoice: number): Promise<void> {
  const { desk } = story;
  const {
    party,
    amount,
    number,
    note: open,
  } = await desk.call<WireReply<typeof getInvoice>>(cashier, `GET ${SCA}/invoice/${invoice}`);
  await received(story, BRANCH, {
    payer: party.id,
    amount,
    currency: CURRENCY,
    type: 'FEE',
    words: `Invoice ${number}`,
    reference: `FT${desk.today().replaceAll('-', '')}7731`,
    allocations: [{ note: open?.id, amount }],
  });
}

/** A journal that puts a cost where it belongs. M16. */
async function reclassified(story: Story, { narration, amount }: { narration: string; amount: string }) {
  return {
    day: story.desk.today(),
    narration,
    lines: [
      { account: await accountNamed(story, 'Expenses'), currency: CURRENCY, debit: amount },
      { account: await accountNamed(story, 'Bank charges'), currency: CURRENCY, credit: amount },
    ],
  };
}

/** What the firm charges for its own work, with invoices in every state, and what its accountant books by hand. */
export function planOffice(stories: ReadonlyMap<Branch['code'], Story>, diary: Diary): void {
  const story = stories.get(BRANCH);
  if (!story) return;
  const on = (daysAgo: number, tell: () => Promise<unknown>): void => {
    const day: Day = addDays(story.last, -daysAgo);
    note(diary, day, { branch: BRANCH, tell: async () => void (await tell()) });
  };
  const vat = { id: 0 };
  on(50, async () => {
    vat.id = await taxOnFees(story);
  });
  // What was invoiced before the firm was registered has no tax.
  const taxed = () => (vat.id === 0 ? {} : { tax: vat.id });
  const fee = (daysAgo: number, fate: Fate, of: Fee): { id: number } => {
    const made = { id: 0 };
    on(daysAgo, async () => {
      made.id = await entered(story, 'invoice', { body: await feeFor(story, { ...of, ...taxed() }), fate });
    });
    return made;
  };
  const survey = { description: 'Risk survey of the mills', days: '3', price: '45000.00' };
  const settled = fee(96, 'APPROVED', { nth: 1, ...survey });
  on(61, () => paid(story, settled.id));
  const credited = fee(47, 'APPROVED', { nth: 4, description: 'Treaty advice', days: '6', price: '38000.00' });
  on(33, async () => {
    const of = { nth: 4, description: 'One day not worked', days: '1', price: '38000.00' };
    const { terms: _terms, ...body } = await feeFor(story, { ...of, ...taxed() });
    await entered(story, 'invoice', { body: { ...body, credits: credited.id }, fate: 'APPROVED' });
  });
  fee(12, 'APPROVED', { nth: 2, description: 'Training of the claims team', days: '2', price: '52500.00' });
  fee(8, 'REJECTED', { nth: 5, ...survey });
  fee(4, 'PENDING', { nth: 3, description: 'Review of wordings', days: '4', price: '40000.00' });
  fee(1, 'DRAFT', { nth: 0, ...survey });

  const journal = (daysAgo: number, fate: Fate, of: { narration: string; amount: string }) =>
    on(daysAgo, async () => entered(story, 'journal', { body: await reclassified(story, of), fate }));
  journal(40, 'APPROVED', { narration: 'Courier entered as a bank charge', amount: '12400.00' });
  journal(3, 'PENDING', { narration: 'Subscription entered as a bank charge', amount: '8900.00' });
}
