/** Policies and changes of securities of chance, as the properties of endorsements and of placements share them. */
import { originalStack, type PolicyStack } from '../endorsements/layers.ts';
import type { Endorsement } from '../endorsements/endorsements.ts';
import type { LayerTerms, PlacementLine, TaxRule } from '../placements/figures.ts';
import { addDays } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { HUNDRED } from '../values/rate.ts';
import type { Chance } from './chance.ts';

/** An amount of 100 %, in minor units, small and large. */
export function amountOf(c: Chance): bigint {
  return c.big(1, c.pick([9, 1000, 1_000_000, 1_000_000_000, 900_000_000_000]));
}

const LARGEST_FLAT_UNITS = 9_000;
/** No tax of chance asks a larger flat amount, in minor units. */
export const LARGEST_FLAT = BigInt(LARGEST_FLAT_UNITS);

/** A flat amount, a minimum, or neither. */
function perPolicy(c: Chance): Pick<TaxRule, 'flat' | 'minimum'> & { rate?: bigint } {
  return c.pick([{}, { flat: c.big(1, LARGEST_FLAT_UNITS), rate: 0n }, { minimum: c.big(1, 90_000_000) }]);
}

/** Up to two taxes, on any basis, borne by anybody; `charged`: some of them once per policy. */
export function taxesOf(c: Chance, charged = false): TaxRule[] {
  return Array.from({ length: c.int(0, 2) }, (_, index) => ({
    taxId: index + 1,
    code: 'T',
    name: 'Tax',
    rate: c.pick([c.big(0, 10_000_000), 5_000_000n]),
    basis: c.pick(['GROSS', 'NET_OF_COMMISSION', 'BROKERAGE', 'COMMISSION'] as const),
    borneBy: c.pick(['SECURITY', 'REINSURED', 'BROKER'] as const),
    appliesTo: c.pick(['ALL', 'RESIDENT', 'NON_RESIDENT'] as const),
    market: null,
    classId: null,
    ...(charged && perPolicy(c)),
  }));
}

function linesOf(c: Chance, ids: readonly number[]): PlacementLine[] {
  return ids.map((securityId) => ({
    securityId,
    resident: c.happens(0.6),
    share: c.pick([c.big(1, 16) * 1_000_000n, c.big(1, 16_000_000)]),
    commission: c.happens(0.2) ? c.big(0, 30_000_000) : null,
    brokerage: c.happens(0.2) ? c.big(0, 10_000_000) : null,
  }));
}

function termsOf(c: Chance, charged: boolean): LayerTerms {
  const lines = linesOf(
    c,
    Array.from({ length: c.int(1, 5) }, (_, index) => index + 1),
  );
  return {
    fac: sum(lines.map((line) => line.share)),
    commission: c.big(0, 40) * 1_000_000n,
    brokerage: c.big(0, 15_000_000),
    market: 'LOCAL',
    classIds: [],
    lines,
    taxes: taxesOf(c, charged),
  };
}

/** Other securities, other shares, or both: some lines stay as they are, some leave, some come. */
export function replacementOf(c: Chance, stack: PolicyStack): Extract<Endorsement, { type: 'SEC' }>['placement'] {
  const { terms } = stack;
  const stay = terms.lines.filter(() => c.happens(0.6));
  const room = HUNDRED - sum(stay.map((line) => line.share));
  const known = new Set(stay.map((line) => line.securityId));
  const fresh = linesOf(
    c,
    [c.int(1, 9), c.int(10, 19)].filter((id) => !known.has(id)),
  );
  const target = c.happens(0.7) ? terms.fac - (HUNDRED - room) : c.big(1, 40_000_000);
  const [first, ...others] = fresh;
  const rest = sum(others.map((line) => line.share));
  const lines =
    first && target > rest
      ? [...stay, { ...first, share: target - rest }, ...others]
      : [...stay, ...(stay.length === 0 ? fresh : [])];
  return {
    fac: sum(lines.map((line) => line.share)),
    lines,
    taxes: c.happens(0.8) ? terms.taxes : taxesOf(c),
  };
}

/** A policy of any period on any terms, as first approved; `charged` as of its taxes. */
export function originalOf(c: Chance, charged = false): PolicyStack {
  const start = addDays('2023-06-01', c.int(0, 800));
  const end = addDays(start, c.pick([0, 1, 30, 364, 365, c.int(0, 800)]));
  return originalStack({ period: { start, end }, terms: termsOf(c, charged), premium: amountOf(c) });
}
