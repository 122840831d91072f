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

/** §2's example, placed and approved, in either market; gives its id. */
export async function approvedPlacement(
  { maker, checker }: Desks,
  book: Book,
  market: 'LOCAL' | 'LONDON',
): Promise<number> {
  const path = market === 'LOCAL' ? 'underwriting' : 'londonslip';
  const example = market === 'LOCAL' ? examplePolicy : exampleSlip;
  const { id } = await maker.call(`POST ${path}/save`, example(book, yearUnderWay()));
  await maker.call(`PUT ${path}/submit/${id}`);
  await checker.call(`PUT ${path}/approve/${id}/APPROVED/${checker.userId}`);
  return id;
}
