import type { Desk } from './desk.ts';
import { type Branch, type Saved, type Story, who } from './story.ts';

export const SCA = '/api/sca/v1';

/** What a reinsured or security pays: of which kind, for which notes, in which words. */
type Paying = {
  payer: number | undefined;
  amount: string;
  currency: string;
  type: 'PREMIUM' | 'FEE' | 'ON_ACCOUNT';
  method?: 'BANK_TRANSFER' | 'CHEQUE';
  words: string;
  reference: string;
  allocations?: readonly { note: number | undefined; amount: string; note_amount?: string }[];
};

type Drafted = { kind: 'paymentvoucher' | 'adjustment'; id: number };
type Entered = {
  kind: Drafted['kind'];
  save?: 'save' | 'save2';
  body: object;
  /** What is attached to it, by the name of the file. */
  paper?: { name: string; file: Buffer };
};

/** What the accountant saves, with its paper, and the manager approves: gives it as it is then. */
export async function approved(story: Story, branch: Branch['code'], entered: Entered): Promise<Saved> {
  const { kind, save = 'save', body, paper } = entered;
  const clerk = who('accountant', branch);
  const { id } = await story.desk.call<Saved>(clerk, `POST ${SCA}/${kind}/${save}`, { body });
  if (paper) {
    const query = { entity: kind, id: String(id), name: paper.name };
    await story.desk.call(clerk, `POST ${SCA}/attachment/save`, { query, file: paper.file });
  }
  return decided(story, branch, { kind, id });
}

/** A draft of the accountant, submitted and approved by the manager. */
export async function decided({ desk }: Story, branch: Branch['code'], { kind, id }: Drafted): Promise<Saved> {
  const { version } = await desk.call<Saved>(who('accountant', branch), `PUT ${SCA}/${kind}/submit/${id}`);
  return desk.call<Saved>(who('manager', branch), `PUT ${SCA}/${kind}/approve/${id}/APPROVED`, { body: { version } });
}

/** The cashier pays an approved voucher. */
export async function paidOut({ desk }: Story, branch: Branch['code'], { id, version }: Saved): Promise<void> {
  const body = {
    version,
    bank_reference: `OUT${40_000 + id}`,
    reason: 'Paid by cheque, handed over against a receipt.',
  };
  await desk.call(who('cashier', branch), `PUT ${SCA}/paymentvoucher/pay/${id}`, { body });
}

/** What came in, entered by the cashier and approved by the accountant: gives it as it is then. */
export async function received({ desk }: Story, branch: Branch['code'], paying: Paying): Promise<Saved> {
  const cashier = who('cashier', branch);
  const { id } = await desk.call<Saved>(cashier, `POST ${SCA}/receivable/save`, {
    body: {
      dateOfIssue: desk.today(),
      receiptType: paying.type,
      method: paying.method ?? 'BANK_TRANSFER',
      reinsured: paying.payer,
      receiptAmount: paying.amount,
      currency: paying.currency,
      bank_reference: paying.reference,
      narrationRef: paying.words,
      allocations: paying.allocations ?? [],
    },
  });
  const { version } = await desk.call<Saved>(cashier, `PUT ${SCA}/receivable/submit/${id}`);
  const body = { version };
  return desk.call<Saved>(who('accountant', branch), `PUT ${SCA}/receivable/approve/${id}/APPROVED`, { body });
}

type Account = { branch: Branch['code']; reinsured: number; currency: string };

/** Where a reinsured is paid in a currency: entered by the accountant and confirmed by the manager, once. */
export async function confirmAccount(desk: Desk, { branch, reinsured, currency }: Account): Promise<void> {
  const clerk = who('accountant', branch);
  const at = `${SCA}/reinsured/${reinsured}/bankaccount`;
  const known = await desk.call<{ bank_accounts: { currency: string; state: string }[]; name: string }>(
    clerk,
    `GET ${SCA}/reinsured/${reinsured}`,
  );
  if (known.bank_accounts.some((one) => one.currency === currency && one.state === 'ACTIVE')) return;
  const body = {
    currency,
    bank: 'Pwani Bank',
    branch: 'Upper Hill',
    account_name: known.name,
    account_number: `0${3_070_000 + reinsured * 61}`,
    swift: 'PWANKENA',
  };
  const account = await desk.call<Saved>(clerk, `POST ${at}`, { body });
  await desk.call(who('manager', branch), `PUT ${at}/${account.id}/decide`, {
    body: { decision: 'ACTIVE', version: 1 },
  });
}
