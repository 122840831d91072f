import { addDays, dayIn, type Day } from '../domain/values/day.ts';
import { examplePolicy, type Book } from '../server/testing/factories.ts';
import { exampleSlip } from '../server/testing/slip-factories.ts';
import type { Caller } from './calls.ts';

/** The parties of the journeys by their ids, as the factories want them; of a market's securities. */
export async function journeyBook({ call }: Caller, market: 'LOCAL' | 'LONDON'): Promise<Book> {
  const idOf = async (register: string, name: string): Promise<number> => {
    const { data } = await call(`GET ${register}/findAll?searchValue=${encodeURIComponent(name)}`);
    return data[0].id;
  };
  const [a, b, c] =
    market === 'LOCAL'
      ? ['Acacia Reinsurance', 'Baobab Reinsurance', 'Cardinal Reinsurance']
      : ['Syndicate 1910', 'Syndicate 2488', 'Thames Marine Company'];
  const register = market === 'LOCAL' ? 'securities' : 'securitieslondon';
  return {
    reinsured: await idOf('reinsured', 'Savannah Insurance Company'),
    insured: await idOf('insurancecompany', 'Kisumu Sugar Works'),
    coverType: (await call('GET covertype/findAll')).data[0].id,
    a: await idOf(register, a ?? ''),
    b: await idOf(register, b ?? ''),
    c: await idOf(register, c ?? ''),
  };
}

/** A year of which 146 of 365 days are left, today's among them: §2's example endorsed. */
export function yearUnderWay(): { insurance_start_date: Day; insurance_end_date: Day; dateoffered: Day } {
  const start = addDays(dayIn('Africa/Nairobi', new Date()), -219);
  return { insurance_start_date: start, insurance_end_date: addDays(start, 364), dateoffered: start };
}

type Desks = { maker: Caller; checker: Caller };
type Placed = { terms: object; posting_day?: Day };

async function approvedAs({ maker, checker }: Desks, path: string, { terms, ...posting }: Placed): Promise<number> {
  const { id } = await maker.call(`POST ${path}/save`, terms);
  const { version } = await maker.call(`PUT ${path}/submit/${id}`);
  await checker.call(`PUT ${path}/approve/${id}/APPROVED/${checker.userId}`, { version, ...posting });
  return id;
}

/** §2's example, placed and approved, in either market; gives its id. */
export async function approvedPlacement(desks: Desks, book: Book, market: 'LOCAL' | 'LONDON'): Promise<number> {
  const path = market === 'LOCAL' ? 'underwriting' : 'londonslip';
  const example = market === 'LOCAL' ? examplePolicy : exampleSlip;
  return approvedAs(desks, path, { terms: example(book, yearUnderWay()) });
}

/** A policy that is placed and approved, booked on the day that is named; gives its debit note. */
export async function notedPolicy(desks: Desks, placed: Placed): Promise<{ id: number; number: string }> {
  const policy = await approvedAs(desks, 'underwriting', placed);
  const { notes } = await desks.maker.call(`GET underwriting/${policy}`);
  return notes.find(({ kind }: { kind: string }) => kind === 'DN');
}

export type Records = Record<'policy' | 'slip' | 'approved' | 'pending' | 'draft' | 'entered' | 'enteredSlip', number>;

/** A policy and a slip in London's branch, approved and as drafts, and endorsements of the policy in three states. */
export async function placedRecords(desks: Desks): Promise<Records> {
  const { maker, checker } = desks;
  const [local, london] = [await journeyBook(maker, 'LOCAL'), await journeyBook(maker, 'LONDON')];
  const policy = await approvedPlacement(desks, local, 'LOCAL');
  const slip = await approvedPlacement(desks, london, 'LONDON');
  const { id: entered } = await maker.call('POST underwriting/save', examplePolicy(local, yearUnderWay()));
  const { id: enteredSlip } = await maker.call('POST londonslip/save', exampleSlip(london, yearUnderWay()));
  const endorse = async (changes: Record<string, unknown>): Promise<number> => {
    const { id } = await maker.call('POST underwriting/endorsement', {
      policy,
      endorsementtype: 'AP',
      effective_date: addDays(yearUnderWay().insurance_start_date, 219),
      description: 'New boiler house added',
      ...changes,
    });
    return id;
  };
  const approved = await endorse({ sum_insured: '600000000' });
  const { version } = await maker.call(`PUT endorsement/submit/${approved}`);
  await checker.call(`PUT endorsement/approve/${approved}/APPROVED`, { version });
  const pending = await endorse({ endorsementtype: 'RP', sum_insured: '500000000' });
  await maker.call(`PUT endorsement/submit/${pending}`);
  const draft = await endorse({ endorsementtype: 'CANCEL_PRORATA' });
  return { policy, slip, approved, pending, draft, entered, enteredSlip };
}
