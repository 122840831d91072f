import type { currentSession } from '../../../domain/accounts/session.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { findOpenNotes } from '../../../domain/receipts/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { received, SCA } from './steps.ts';
import { minorUnits, type Saved, type Story } from './story.ts';

const [HERE, THERE] = ['NBO', 'LON'] as const;
const CURRENCIES = ['USD', 'GBP', 'EUR'] as const;
/** Both branches are touched: one root drafts, another decides. M16. */
const [MAKER, CHECKER] = ['root', 'root.two'];

type Open = { payer: number; currency: string; note: number; outstanding: bigint };

/** The first debit note of premium that is open in London, whoever owes it. */
async function openThere({ desk, cast }: Story): Promise<Open | undefined> {
  for (const currency of CURRENCIES)
    for (const payer of cast.reinsureds) {
      const query = { reinsured: String(payer), currency, branch: THERE };
      const notes = await desk.call<WireReply<typeof findOpenNotes>>(MAKER, `GET ${SCA}/receivable/opennotes`, {
        query,
      });
      const open = notes.find(({ purpose }) => purpose === 'PREMIUM');
      if (open) return { payer, currency, note: open.id, outstanding: minorUnits(open.outstanding, currency) };
    }
  return undefined;
}

type Paid = { payer: number; currency: string; amount: bigint; reference: string };

/** What came into the bank of Nairobi, and as much of it as London uses, drafted there and submitted. */
async function passedOn(
  story: Story,
  { payer, currency, amount, reference }: Paid,
  { part, allocations }: { part: bigint; allocations: readonly { note: number; amount: string }[] },
): Promise<Saved> {
  const { desk } = story;
  const { id: source } = await received(story, HERE, {
    payer,
    amount: formatAmount(amount, currency),
    currency,
    type: 'ON_ACCOUNT',
    words: 'For our London office',
    reference,
  });
  const { user } = await desk.call<WireReply<typeof currentSession>>(MAKER, `GET ${SCA}/auth/session`);
  const into = user.branches.find(({ code }) => code === THERE)?.id;
  const body = { source, into, receiptType: 'PREMIUM', receiptAmount: formatAmount(part, currency), allocations };
  const { id } = await desk.call<Saved>(MAKER, `POST ${SCA}/receivable/passon`, { body });
  return desk.call<Saved>(MAKER, `PUT ${SCA}/receivable/submit/${id}`);
}

/** A reinsured pays into the bank of Nairobi what it owes in London, where it is used; and shillings, half of which wait to be. M16. */
export async function paidElsewhere(story: Story): Promise<void> {
  const open = await openThere(story);
  if (!open) return;
  const { payer, currency, note, outstanding } = open;
  const { id, version } = await passedOn(
    story,
    { payer, currency, amount: outstanding, reference: `FT${90_000 + note}` },
    { part: outstanding, allocations: [{ note, amount: formatAmount(outstanding, currency) }] },
  );
  await story.desk.call(CHECKER, `PUT ${SCA}/receivable/approve/${id}/APPROVED`, { body: { version } });
  const shillings = { payer, currency: 'KES', amount: 20_000_000n, reference: `FT${91_000 + note}` };
  await passedOn(story, shillings, { part: 10_000_000n, allocations: [] });
}
