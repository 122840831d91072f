import { addDays } from '../domain/values/day.ts';
import type { Caller } from './calls.ts';
import { yearUnderWay } from './placements.ts';

type Desks = { handler: Caller; checker: Caller };
export type ClaimRecords = { claim: number; draft: number; called: number; pending: number; event: number };

/** A claim of a policy that is called and to be called again, and one that is a draft; an event that could have caused them. */
export async function claimRecords({ handler, checker }: Desks, policy: number): Promise<ClaimRecords> {
  const today = addDays(yearUnderWay().insurance_start_date, 219);
  const flood = { name: 'Nyando floods', first_day: addDays(today, -30), last_day: addDays(today, -28) };
  const { id: event } = await handler.call('POST claim/event/save', flood);
  const notify = async (daysAgo: number): Promise<number> => {
    const { id } = await handler.call('POST claim/save', {
      policy,
      event,
      claimreserve: '39000000',
      data_loss_date: addDays(today, -daysAgo),
      notified_on: addDays(today, -daysAgo),
      cedantclaimnumber: 'SAV/F/2291',
      claim_desc: 'Water in the second warehouse of the mill',
      cause: 'Flood',
      place: 'Kisumu',
      experts: [{ role: 'ADJUSTER', name: 'Lakeside Loss Adjusters', reference: 'LLA/881', fee: '500000' }],
    });
    return id;
  };
  const call = async (claim: number, amount: string) => {
    const reason = 'Interim payment on the adjuster’s report';
    const { id } = await handler.call('POST claim/movement/save', {
      claim,
      amount,
      reason,
      type: 'CALL',
      movement_date: today,
    });
    const { version } = await handler.call(`PUT claim/movement/submit/${id}`);
    return { id, version };
  };
  const claim = await notify(30);
  const { version } = await handler.call(`PUT claim/submit/${claim}`);
  await checker.call(`PUT claim/approve/${claim}/APPROVED/${checker.userId}`, { version });
  const called = await call(claim, '10000000');
  await checker.call(`PUT claim/movement/approve/${called.id}/APPROVED`, { version: called.version });
  const pending = await call(claim, '5000000');
  return { claim, called: called.id, pending: pending.id, draft: await notify(28), event };
}
