/** Terms of a slip that are figures elsewhere: where they are left empty, the figures say them. §7. */
import type { LineFigures } from '../placements/figures.ts';
import { payingWords, type KeyedInstalment } from '../placements/instalments.ts';
import type { TermsOfPayment } from '../placements/terms.ts';
import { showMoney, type CurrencyCode } from '../values/money.ts';
import { formatRate, type Rate } from '../values/rate.ts';
import type { SlipParts } from './contract.ts';
import { limitTotal, type Section } from './sections.ts';

/** What the terms are worked out from; amounts in minor units of `currency`. */
type Figured = {
  currency: CurrencyCode;
  sumInsured: bigint;
  bySection: readonly Section[];
  commission: Rate;
  brokerage: Rate;
  paymentTerms: TermsOfPayment;
  /** As entered by hand. */
  instalments?: readonly KeyedInstalment[] | undefined;
  lines: readonly Pick<LineFigures, 'taxes' | 'sharePremium'>[];
};

type TaxPayable = { tax: string; payable_by: string };
/** The terms by their names in the call. */
type FiguredTerms = {
  limit: string;
  payment_terms: string;
  brokerage: string;
  deductions: string;
  taxes_payable: TaxPayable[];
  tax_payable: string;
};

const PAYERS = { SECURITY: 'Reinsurers', REINSURED: 'Reinsured' } as const;

/** Each tax of the figures once, with who bears it; what the broker bears is nobody else's matter. None before a line signs. */
function taxesOf(lines: Figured['lines']): TaxPayable[] {
  if (lines.every((line) => line.sharePremium === 0n)) return [];
  const taxes = lines.flatMap((line) =>
    line.taxes.flatMap(({ name, borneBy, amount }) =>
      borneBy === 'BROKER' || amount === 0n ? [] : [{ tax: name, payable_by: PAYERS[borneBy] }],
    ),
  );
  const once = new Map(taxes.map((one) => [`${one.tax}\n${one.payable_by}`, one]));
  return once.size === 0 ? [{ tax: 'None', payable_by: '' }] : [...once.values()];
}

/** The taxes that reinsurers bear, as the fiscal part names them; "" before a line signs. */
const taxOfReinsurers = (taxes: readonly TaxPayable[]): string => {
  const borne = taxes.filter((one) => one.payable_by === PAYERS.SECURITY).map((one) => one.tax);
  if (taxes.length === 0) return '';
  return borne.length === 0 ? 'None' : borne.join('; ');
};

const ofPremium = (rate: Rate) => (rate === 0n ? 'None' : `${formatRate(rate)}% of the premium`);

/** What the figures of a slip say under the headings of its contract; no limit without a sum insured. */
export function figuredTerms(figured: Figured): FiguredTerms {
  const { currency, sumInsured, bySection, commission, brokerage, paymentTerms: terms, instalments, lines } = figured;
  const limit = limitTotal(bySection) ?? sumInsured;
  const taxes = taxesOf(lines);
  return {
    limit: limit > 0n ? showMoney({ amount: limit, currency }) : '',
    payment_terms: payingWords({ terms, ...(instalments && { instalments }) }, currency),
    brokerage: ofPremium(brokerage),
    deductions: commission === 0n ? 'None' : `Cedant commission ${ofPremium(commission)}`,
    taxes_payable: taxes,
    tax_payable: taxOfReinsurers(taxes),
  };
}

/** A slip whose empty terms are said by its figures; what is written stays as it is. */
export function withFigures(parts: SlipParts, figured: FiguredTerms): SlipParts {
  const { risk, fiscal, remuneration } = parts;
  return {
    ...parts,
    risk: {
      ...risk,
      limit: risk.limit || figured.limit,
      payment_terms: risk.payment_terms || figured.payment_terms,
      taxes_payable: risk.taxes_payable?.length ? risk.taxes_payable : figured.taxes_payable,
    },
    fiscal: { ...fiscal, tax_payable: fiscal?.tax_payable || figured.tax_payable },
    remuneration: {
      ...remuneration,
      brokerage: remuneration.brokerage || figured.brokerage,
      deductions: remuneration.deductions || figured.deductions,
    },
  };
}
