import { addDays, type Day } from '../../../domain/values/day.ts';
import { parseAmount, showMoney } from '../../../domain/values/money.ts';
import type { Chance } from './random.ts';
import type { Story } from './story.ts';

const SCA = '/api/sca/v1';
type Line = { security: number; share: string };

/** The sections of a contract in which a carrier's checker finds nothing to refuse. */
function sectionsFor(story: Story, policy: Record<string, unknown>, leader: number): Record<string, unknown> {
  const { desk, chance } = story;
  const deductions = `Cedant commission ${String(policy['cedant_commission'])}%`;
  const currency = String(policy['currency']);
  const sum = parseAmount(String(policy['sum_insured']), currency);
  const amount = typeof sum === 'bigint' ? showMoney({ amount: sum, currency }) : '';
  return {
    risk: {
      type: 'Facultative reinsurance of property all risks',
      start_time: '00:01',
      end_time: '23:59',
      time_zone: 'Local standard time at the situation of the risk',
      interest: policy['interest'],
      limit: `${amount} any one occurrence`,
      excess: String(policy['excess']).replace('minimum ', `minimum ${String(policy['currency'])} `),
      situation: policy['territory'],
      conditions:
        'As the original policy. Sanction limitation and exclusion clause LMA3100. Reinsurers liability clause LMA3333.',
      subjectivities: chance.happens(0.3)
        ? [
            {
              what: 'Survey of the principal location by an approved surveyor',
              by: addDays(desk.today(), 60),
              until_met: 'Cover is in force in full.',
              consequence: 'Reinsurers may end cover by 14 days’ notice.',
            },
          ]
        : [],
      choice_of_law: 'England and Wales',
      jurisdiction: 'The courts of England and Wales',
      payment_terms: policy['warranty']
        ? 'Payable as the premium payment clause LSW3001 says.'
        : 'Payable on the terms of the debit note.',
      taxes_payable: [{ tax: 'Withholding tax on reinsurance premium, 5%', payable_by: 'Reinsurers' }],
    },
    information: 'Loss record of the last five years, values and survey report, seen and agreed by the reinsurers.',
    security: {
      liability: 'The liability of each reinsurer is several and not joint. LMA3333.',
      written_basis: 'WHOLE',
      signed_basis: 'WHOLE',
      signing_provisions:
        'Where the written lines exceed the order they are signed down in proportion, save lines to stand.',
    },
    subscription: {
      leader,
      contract_changes: 'General underwriters agreement with the property schedule.',
      other_parties: 'None',
      claims_agreement: 'The slip leader and the second reinsurer.',
      claims_basis: 'The claims agreement arrangements of the market.',
      delegated_claims: 'None',
      expert_fees: 'Collected by the broker from each reinsurer.',
      settlement_due_date: addDays(String(policy['insurance_start_date']), 40),
      bureau_arrangements: 'Premiums and claims are settled through the bureau.',
      non_bureau_arrangements: 'Premiums and claims are settled by the broker.',
    },
    fiscal: {
      country_of_origin: policy['risk_country'],
      overseas_broker: 'None',
      client_classification: 'Reinsurance',
      risk_codes: [
        { code: 'P3', percent: '70' },
        { code: 'B3', percent: '30' },
      ],
    },
    remuneration: { brokerage: `${String(policy['brokerage'])}% of the premium`, fees: 'None', deductions },
  };
}

/** How a security quotes and writes its line on a day. */
const writtenOn = (day: Day, chance: Chance) => ({
  stamp: `L${chance.between(100, 9_999)}`,
  reference: `${chance.between(100_000, 999_999)}`,
  quoted_on: day,
  quote_reference: `Q${chance.between(1_000, 9_999)}`,
  written_on: day,
});

type Written = { securities: object[]; slip: { risk: { subjectivities?: object[] }; subscription: object } };

/** The terms of last year's slip as its securities quote and write them again. */
export function writtenAgain(terms: Written, { day, start }: { day: Day; start: Day }, chance: Chance): Written {
  const { risk, subscription } = terms.slip;
  const { subjectivities = [] } = risk;
  const by = addDays(day, 60);
  return {
    ...terms,
    securities: terms.securities.map((line) => ({ ...line, ...writtenOn(day, chance) })),
    slip: {
      ...terms.slip,
      risk: { ...risk, subjectivities: subjectivities.map((one) => ({ ...one, by })) },
      subscription: { ...subscription, settlement_due_date: addDays(start, 40) },
    },
  };
}

/** The same placement as a London slip: written by London securities, often over the order, stamped on the day. */
export function slipOf(story: Story, policy: Record<string, unknown>): Record<string, unknown> {
  const { desk, chance, cast } = story;
  const { securities, interest: _interest, excess: _excess, territory: _territory, ...placement } = policy;
  const lines = securities as Line[];
  const london = chance.some(cast.london, lines.length);
  // Where there are fewer securities than lines, and now and then besides, each writes more than is needed.
  const over = lines.length > london.length || (london.length > 2 && chance.happens(0.5));
  const entered = lines.slice(0, london.length).map((line, index) => ({
    security: london[index] ?? 0,
    written: over ? '40' : line.share,
    ...writtenOn(desk.today(), chance),
  }));
  return { ...placement, securities: entered, slip: sectionsFor(story, policy, entered[0]?.security ?? 0) };
}

/** Tells the securities of a signed slip what each signed for. */
export async function notifyLines({ desk }: Story, slip: { id: number; maker: string }): Promise<void> {
  const { version } = await desk.call<{ version: number }>(slip.maker, `GET ${SCA}/londonslip/${slip.id}`);
  await desk.call(slip.maker, `PUT ${SCA}/londonslip/signing/${slip.id}`, {
    body: { version, notified_on: desk.today() },
  });
}
