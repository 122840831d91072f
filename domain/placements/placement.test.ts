import { expect, it } from 'vitest';
import { ap, EXAMPLE, kes, percent, TERMS, WHT, YEAR } from '../endorsements/example.ts';
import { endorse, type Endorsement } from '../endorsements/endorsements.ts';
import { textsOf } from './fields.ts';
import type { TaxFigure } from './figures.ts';
import { linesOn, notedOn } from '../endorsements/layers.ts';
import { NO_STAGES } from './line-stages.ts';
import { broughtBy, placementOf, type ApprovedEndorsement, type PlacementRows } from './placement.ts';

const LINES = TERMS.lines.map((line, index) => ({
  ...line,
  id: 10 + index,
  name: `Security ${line.securityId}`,
  status: 'ACTIVE',
  market: 'LOCAL' as const,
  lineLimit: null,
  ratedOn: null,
  offer: line.share,
  commission: null,
  brokerage: null,
  stages: { ...NO_STAGES, stamp: `S${line.securityId}` },
}));
const bookedTaxes = EXAMPLE.tranches.flatMap(({ noted }) =>
  noted.lines.flatMap((line, index) =>
    line.taxes.map((tax): TaxFigure & { lineId: number } => ({ ...tax, lineId: 10 + index })),
  ),
);

const ADDED = ap({ premium: { keyed: kes('100000.00') } });
const SEC: Endorsement = {
  type: 'SEC',
  number: 2,
  date: '2026-11-01',
  placement: {
    fac: percent('60'),
    taxes: [WHT],
    lines: [
      { securityId: 2, resident: true, share: percent('40') },
      { securityId: 1, resident: true, share: percent('20') },
    ],
  },
};

/** The example with endorsements, each booked as it was worked out when it was approved. */
function rows(...applied: Endorsement[]): PlacementRows {
  let stack = EXAMPLE;
  const endorsements = applied.map((one, index): ApprovedEndorsement => {
    const { premium, figures, stack: next } = endorse(stack, one);
    stack = next;
    const sumInsured = one.type === 'AP' ? kes('600000000.00') : null;
    return {
      id: index + 1,
      number: `E${index + 1}`,
      type: one.type,
      date: one.date,
      description: '',
      sumInsured,
      words: null,
      section: null,
      premium,
      keyed: null,
      applied: one,
      postedOn: null,
      lines: [],
      figures,
    };
  });
  const ref = { id: 1, name: '' };
  return {
    id: 7,
    version: 3,
    market: 'LOCAL',
    figuresRule: 2,
    status: 'APPROVED',
    reference: 'NBO/FAC/2026/000001',
    branch: { ...ref, code: 'NBO' },
    reinsured: ref,
    insured: ref,
    cover: { ...ref, class: null, classIds: [1] },
    producer: { id: 1, name: 'Maker' },
    riskCountry: null,
    instalments: [],
    currency: 'KES',
    dateOffered: '2026-02-20',
    adjustment: null,
    excessAmount: null,
    texts: textsOf({}),
    paymentTerms: 'LUMP_30',
    remittanceDays: 30,
    warranty: null,
    clauses: [],
    postedOn: '2026-03-01',
    slip: null,
    terms: {
      period: YEAR,
      sumInsured: kes('500000000.00'),
      rate: percent('0.25'),
      premium: kes('1250000.00'),
      fac: TERMS.fac,
      commission: TERMS.commission,
      brokerage: TERMS.brokerage,
    },
    lines: LINES,
    taxes: { booked: bookedTaxes },
    endorsements,
    securities: [],
  };
}

it('has the figures that its notes were made with, whatever the taxes are now', () => {
  const { original, current } = placementOf(rows(), null);
  expect(original.figures).toEqual(notedOn(EXAMPLE));
  expect(current).toBe(original);
  expect(original.lines.map((line) => line.figures.netPayable)).toEqual([
    kes('218750.00'),
    kes('175000.00'),
    kes('121875.00'),
  ]);
});

it('leaves out what takes effect after its day, and keeps the original beside it', () => {
  const all = rows(ADDED, SEC);
  const terms = (day: string | null) => {
    const { current, endorsements } = placementOf(all, day);
    const { premium, sumInsured, rate, lines } = current;
    return {
      premium,
      sumInsured,
      rate,
      lines: lines.map((line) => line.securityId),
      counts: endorsements.map((one) => one.counts),
    };
  };
  const first = {
    premium: kes('1250000.00'),
    sumInsured: kes('500000000.00'),
    rate: percent('0.25'),
    lines: [1, 2, 3],
  };
  const added = { premium: kes('1350000.00'), sumInsured: kes('600000000.00'), rate: null, lines: [1, 2, 3] };
  expect(terms('2026-10-05')).toEqual({ ...first, counts: [false, false] });
  expect(terms('2026-10-06')).toEqual({ ...added, counts: [true, false] });
  expect(terms('2026-11-01')).toEqual({ ...added, lines: [2, 1], counts: [true, true] });
  expect(terms(null)).toEqual({ ...added, lines: [2, 1], counts: [true, true] });
  expect(placementOf(all, null).original.lines.map((line) => line.securityId)).toEqual([1, 2, 3]);
});

it('gives each line what was booked for it, and those that have left behind those in force', () => {
  const placement = placementOf(rows(ADDED, SEC), null);
  const noted = notedOn(placement.stack);
  const { figures, lines } = placement.current;
  expect(broughtBy(placement).lines.map((line) => line.netPayable)).toEqual(noted.lines.map((line) => line.netPayable));
  expect(figures.debitNote).toBe(noted.debitNote);
  expect(figures.lines.map((line) => line.securityId)).toEqual([2, 1, 3]);
  expect(lines.map((line) => [line.changed, line.offer, line.stages.stamp])).toEqual([
    [true, percent('40'), 'S2'],
    [true, percent('20'), 'S1'],
  ]);
});

it('names whose lines bear a loss of any day, whatever its own', () => {
  const { placements, stack } = placementOf(rows(ADDED, SEC), '2026-10-10');
  const bearing = (day: string) => linesOn({ ...stack, placements }, day).map((line) => line.securityId);
  expect([bearing('2026-10-31'), bearing('2026-11-01')]).toEqual([
    [1, 2, 3],
    [2, 1],
  ]);
});

it('works an unbooked placement out by the rules of its first day', () => {
  const { original } = placementOf({ ...rows(), taxes: { rules: [WHT] } }, null);
  expect(original.figures).toEqual(notedOn(EXAMPLE));
});
