import type { Day } from '../domain/values/day.ts';
import { examplePolicy, type Book } from '../server/testing/factories.ts';
import type { Caller } from './calls.ts';
import { notedPolicy, yearUnderWay } from './placements.ts';

type Desks = { maker: Pick<Caller, 'call'>; checker: Pick<Caller, 'call'> };
type Entered = {
  dateOfIssue: string;
  receiptType: string;
  reinsured: number;
  receiptAmount: string;
  currency: string;
  allocations?: readonly object[];
  bank_reference?: string;
};

/** A receipt that one enters and another approves; gives its id and number. */
export async function approvedReceipt(
  { maker, checker }: Desks,
  receipt: Entered,
): Promise<{ id: number; number: string }> {
  const { id } = await maker.call('POST receivable/save', receipt);
  const { version } = await maker.call(`PUT receivable/submit/${id}`);
  const { number } = await checker.call(`PUT receivable/approve/${id}/APPROVED`, { version });
  return { id, number };
}

type Premium = { posted: Day; received: readonly Day[] };

/** §2's example, booked on a day, of which half of what its reinsured owes came on each of others. */
export async function halfReceived(
  { clerk, ...desks }: Record<'maker' | 'checker' | 'clerk', Caller>,
  book: Book,
  { posted, received }: Premium,
): Promise<void> {
  const placed = { terms: examplePolicy(book, yearUnderWay()), posting_day: posted };
  const { id: note } = await notedPolicy(desks, placed);
  for (const dateOfIssue of received) {
    const came = { dateOfIssue, receiptType: 'PREMIUM', reinsured: book.reinsured, currency: 'KES' };
    const amount = '281250.00';
    const allocations = [{ note, amount }];
    await approvedReceipt({ maker: clerk, checker: desks.checker }, { ...came, receiptAmount: amount, allocations });
  }
}
