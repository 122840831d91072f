import type { Book } from './factories.ts';
import { examplePolicy, userId } from './factories.ts';
import type { TestApp } from './testApp.ts';
import { decideIn } from './decide-record.ts';

const SLIP = '/api/sca/v1/londonslip';

/** Sections in which a carrier's checker finds nothing to refuse; `leader` is a security of the slip. */
export function completeSections(leader: number): Record<string, unknown> {
  return {
    risk: {
      type: 'Facultative reinsurance of property all risks',
      start_time: '00:01',
      end_time: '23:59',
      time_zone: 'Local standard time at the situation',
      interest: 'Buildings, plant and stock as in the original policy.',
      limit: 'KES 500,000,000.00 any one occurrence',
      excess: 'KES 2,500,000.00 each and every loss',
      situation: 'Kisumu, Kenya',
      conditions: 'Sanction limitation and exclusion clause LMA3100.',
      subjectivities: [
        {
          what: 'Survey report by an approved surveyor',
          by: '2026-04-30',
          until_met: 'Cover is in force in full.',
          consequence: 'Cover ends 14 days after notice.',
        },
      ],
      choice_of_law: 'Kenya',
      jurisdiction: 'The courts of Kenya',
      payment_terms: 'Payable within 30 days of inception.',
      taxes_payable: [{ tax: 'Withholding tax on reinsurance premium, 5%', payable_by: 'Reinsurers' }],
    },
    information: 'Loss record of five years and survey of 2025, seen and agreed by the reinsurers.',
    security: {
      liability: 'Several liability: the obligations of the reinsurers are several and not joint. LMA3333.',
      written_basis: 'WHOLE',
      signed_basis: 'WHOLE',
      signing_provisions: 'Lines are signed down to the order in proportion, save lines to stand.',
    },
    subscription: {
      leader,
      contract_changes: 'General underwriters agreement of 2014.',
      other_parties: 'None',
      claims_agreement: 'Slip leader and the second reinsurer.',
      claims_basis: 'Single claims agreement party arrangements.',
      delegated_claims: 'None',
      expert_fees: 'Collected by the broker from each reinsurer.',
      settlement_due_date: '2026-04-30',
      bureau_arrangements: 'Settled through the bureau by the broker.',
      non_bureau_arrangements: 'Settled with each reinsurer by the broker.',
    },
    fiscal: {
      tax_payable: 'Withholding tax, 5%',
      country_of_origin: 'KE',
      overseas_broker: 'None',
      client_classification: 'Reinsurance',
      risk_codes: [
        { code: 'P3', percent: '60' },
        { code: 'B3', percent: '40' },
      ],
    },
    remuneration: { brokerage: '5% of the premium', fees: 'None', deductions: 'Cedant commission 25%' },
  };
}

const stamped = (security: number, written: string, name: string) => ({
  security,
  written,
  stamp: `${name} 1234`,
  reference: `${name}/26/01`,
  quoted_on: '2026-02-20',
  quote_reference: `Q-${name}`,
  written_on: '2026-02-25',
});

/** §2's example as a London slip: written 25/20/15 on an order of 60, so that it signs as written. */
export function exampleSlip(book: Book, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { securities: _local, interest: _i, excess: _e, territory: _t, ...placement } = examplePolicy(book);
  return {
    ...placement,
    securities: [stamped(book.a, '25', 'AAA'), stamped(book.b, '20', 'BBB'), stamped(book.c, '15', 'CCC')],
    slip: completeSections(book.a),
    ...changes,
  };
}

/** Saves, submits and approves a slip in Nairobi; gives its id. */
export async function approvedSlip(t: TestApp, book: Book, changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await t.call('underwriter.nbo', `POST ${SLIP}/save`, { body: exampleSlip(book, changes) });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const id: number = saved.body.id;
  await t.call('underwriter.nbo', `PUT ${SLIP}/submit/${id}`);
  const approved = await decideIn(t)(
    'manager.nbo',
    `PUT ${SLIP}/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}`,
  );
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return id;
}

/** Lines as securities wrote them: security, size and whether the line is to stand. */
export const writtenLines = (...written: [number, string, boolean?][]) =>
  written.map(([security, size, stands = false]) => ({
    security,
    written: size,
    to_stand: stands,
    stamp: 'ABC 1234',
    reference: 'R-1',
    written_on: '2026-02-25',
  }));

/** The complete sections with some fields otherwise. */
export const changedSections = (leader: number, changes: Record<string, Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(completeSections(leader)).map(([name, fields]) => [
      name,
      typeof fields === 'object' ? { ...fields, ...changes[name] } : fields,
    ]),
  );

/** The calls of an underwriter of Nairobi at slips; both are read at each call, as tests open them before. */
export const slipCalls = (t: () => TestApp, book: () => Book) => ({
  save: (changes: Record<string, unknown> = {}, who = 'underwriter.nbo') =>
    t().call(who, `POST ${SLIP}/save`, { body: exampleSlip(book(), changes) }),
  get: async (id: number) => (await t().call('underwriter.nbo', `GET ${SLIP}/${id}`)).body,
  submit: (id: number) => t().call('underwriter.nbo', `PUT ${SLIP}/submit/${id}`),
});
