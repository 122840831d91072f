import { totalFigures, type LineFigures, type PlacementFigures, type TaxFigure } from './figures.ts';

/** Figures of nothing: what is noted before the first note. */
export function noFigures(): PlacementFigures {
  return totalFigures([]);
}

const taxKey = (tax: TaxFigure) => `${tax.taxId}/${tax.rate}/${tax.basis}/${tax.borneBy}/${tax.charge ?? ''}`;

// The same tax at two rates stays two: a document says the rate that each amount was made with.
function addTaxes(a: readonly TaxFigure[], b: readonly TaxFigure[]): TaxFigure[] {
  const totals = new Map<string, TaxFigure>();
  for (const tax of [...a, ...b]) {
    const known = totals.get(taxKey(tax));
    totals.set(taxKey(tax), { ...tax, amount: (known?.amount ?? 0n) + tax.amount });
  }
  return [...totals.values()];
}

function addLines(a: LineFigures, b: LineFigures): LineFigures {
  return {
    securityId: b.securityId,
    share: b.share,
    sharePremium: a.sharePremium + b.sharePremium,
    commission: a.commission + b.commission,
    brokerage: a.brokerage + b.brokerage,
    taxes: addTaxes(a.taxes, b.taxes),
    taxOfSecurity: a.taxOfSecurity + b.taxOfSecurity,
    taxOfReinsured: a.taxOfReinsured + b.taxOfReinsured,
    taxOfBroker: a.taxOfBroker + b.taxOfBroker,
    deductions: a.deductions + b.deductions,
    netPayable: a.netPayable + b.netPayable,
  };
}

function negateLine(line: LineFigures): LineFigures {
  return {
    securityId: line.securityId,
    share: line.share,
    sharePremium: -line.sharePremium,
    commission: -line.commission,
    brokerage: -line.brokerage,
    taxes: line.taxes.map((tax) => ({ ...tax, amount: -tax.amount })),
    taxOfSecurity: -line.taxOfSecurity,
    taxOfReinsured: -line.taxOfReinsured,
    taxOfBroker: -line.taxOfBroker,
    deductions: -line.deductions,
    netPayable: -line.netPayable,
  };
}

/** The mirror of figures: every amount with the other sign, shares and rates as they are. §2 CANCEL_FLAT. */
export function negateFigures(figures: PlacementFigures): PlacementFigures {
  return { ...totalFigures(figures.lines.map(negateLine)), placed: figures.placed };
}

/** Figures added per security and component, securities in order of first use; the shares are the later ones. §2. */
export function addFigures(a: PlacementFigures, b: PlacementFigures): PlacementFigures {
  const lines = new Map(a.lines.map((line) => [line.securityId, line]));
  for (const line of b.lines) {
    const known = lines.get(line.securityId);
    lines.set(line.securityId, known ? addLines(known, line) : line);
  }
  return totalFigures([...lines.values()]);
}

/** a − b, per security and component. §2: the whole computed afresh less what was noted. */
export function subtractFigures(a: PlacementFigures, b: PlacementFigures): PlacementFigures {
  const shares = new Map(a.lines.map((line) => [line.securityId, line.share]));
  const difference = addFigures(a, negateFigures(b));
  return totalFigures(difference.lines.map((line) => ({ ...line, share: shares.get(line.securityId) ?? line.share })));
}

/** A line on which an endorsement moves nothing at all. */
export function isNil(line: LineFigures): boolean {
  return (
    [line.sharePremium, line.commission, line.brokerage, line.taxOfReinsured, line.netPayable].every(
      (amount) => amount === 0n,
    ) && line.taxes.every((tax) => tax.amount === 0n)
  );
}

/**
 * The figures of an endorsement as its documents show them: the lines in force first, each with the share that it has now,
 * then those that only give back, with the share that they had; taxes that come to nothing are left out.
 */
export function presentFigures(
  figures: PlacementFigures,
  inForce: readonly { securityId: number; share: bigint }[],
): PlacementFigures {
  const known = new Map(figures.lines.map((line) => [line.securityId, line]));
  const current = new Set(inForce.map((line) => line.securityId));
  const clean = (line: LineFigures) => ({ ...line, taxes: line.taxes.filter((tax) => tax.amount !== 0n) });
  const lines = [
    ...inForce.map(({ securityId, share }) => ({ ...(known.get(securityId) ?? nilLine(securityId)), share })),
    ...figures.lines.filter((line) => !current.has(line.securityId) && !isNil(line)),
  ];
  const placed = inForce.reduce((total, line) => total + line.share, 0n);
  return { ...totalFigures(lines.map(clean)), placed };
}

function nilLine(securityId: number): LineFigures {
  return {
    securityId,
    share: 0n,
    sharePremium: 0n,
    commission: 0n,
    brokerage: 0n,
    taxes: [],
    taxOfSecurity: 0n,
    taxOfReinsured: 0n,
    taxOfBroker: 0n,
    deductions: 0n,
    netPayable: 0n,
  };
}
