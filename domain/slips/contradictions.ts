/** Texts of a slip that say something else than its figures: a contract that says two things is not submitted. §7. */
import { showMoney } from '../values/money.ts';
import { formatRate, parseRate, type Rate } from '../values/rate.ts';
import { limitTotal } from './sections.ts';
import type { Slip, SlipFacts } from './slip.ts';
import { stop, type SlipFinding } from './terms.ts';
import { amountsOf, percentagesIn, saysNone } from './words.ts';

/**
 * The limit is of the sum insured, in the currency of the placement, or what the limits of its sections come to; sections
 * without amounts have limits of their own.
 */
function limitAgainst({ risk, sections }: Slip, { currency, sumInsured }: SlipFacts): SlipFinding[] {
  const stated = amountsOf(risk.limit ?? '', currency);
  const [first] = stated;
  const limits = limitTotal(sections ?? []);
  const isPlain = sumInsured > 0n && ((sections ?? []).length === 0 || limits !== null);
  if (!isPlain || first === undefined || stated.includes(sumInsured)) return [];
  if (limits !== null && stated.includes(limits)) return [];
  const show = (amount: bigint) => showMoney({ amount, currency });
  const message = `The limit names ${show(first)} but the sum insured is ${show(sumInsured)}: name the sum insured, or change it.`;
  return [stop('RISK', 'risk.limit', message)];
}

/** A tax that the figures deduct or add is named, whatever else is. */
function taxesAgainst({ risk }: Slip, { taxes }: SlipFacts): SlipFinding[] {
  const named = risk.taxes_payable ?? [];
  const [tax] = taxes;
  if (tax === undefined || named.length === 0 || named.some((one) => !saysNone(one.tax))) return [];
  const message = `${tax} is in the figures of this placement: name it and who pays it instead of None.`;
  return [stop('RISK', 'risk.taxes_payable.0.tax', message)];
}

/** What is deducted from the premium of reinsurers is their tax in the fiscal part too. */
function fiscalAgainst({ fiscal }: Slip, { taxesOfSecurities: [tax] }: SlipFacts): SlipFinding[] {
  if (tax === undefined || !saysNone(fiscal.tax_payable ?? '')) return [];
  return [
    stop('FISCAL', 'fiscal.tax_payable', `${tax} is deducted from the reinsurers: name it here instead of None.`),
  ];
}

const ratesIn = (text: string): Rate[] => {
  const rates: Rate[] = [];
  for (const stated of percentagesIn(text)) {
    const rate = parseRate(stated);
    if (typeof rate === 'bigint') rates.push(rate);
  }
  return rates;
};

/** Percentages are stated and none of them is the placement's; deductions may name taxes beside the commission. */
const otherThan = (text: string, rate: Rate): boolean => {
  const stated = ratesIn(text);
  return stated.length > 0 && !stated.includes(rate);
};

function remunerationAgainst({ remuneration }: Slip, { brokerage, commission }: SlipFacts): SlipFinding[] {
  const heading = 'REMUNERATION';
  const deductions = remuneration.deductions ?? '';
  const cedants = `The placement has a cedant commission of ${formatRate(commission)}%`;
  const none = commission > 0n && saysNone(deductions);
  const other = (commission > 0n || /commission/i.test(deductions)) && otherThan(deductions, commission);
  return [
    ...(otherThan(remuneration.brokerage ?? '', brokerage)
      ? [stop(heading, 'remuneration.brokerage', `The placement has a brokerage of ${formatRate(brokerage)}%.`)]
      : []),
    ...(none || other ? [stop(heading, 'remuneration.deductions', `${cedants}: name it here.`)] : []),
  ];
}

/** Where the texts of a slip contradict its figures, at the field that says it; each keeps the slip from being submitted. */
export function contradictions(slip: Slip, facts: SlipFacts): SlipFinding[] {
  return [
    ...limitAgainst(slip, facts),
    ...taxesAgainst(slip, facts),
    ...fiscalAgainst(slip, facts),
    ...remunerationAgainst(slip, facts),
  ];
}
