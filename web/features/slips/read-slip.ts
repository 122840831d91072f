import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { slipSections } from '../../../domain/slips/contract.ts';
import { signingOf as signed, slipFaults, type SlipLineBody } from '../../../domain/slips/read-slip.ts';
import type { Signing } from '../../../domain/slips/signing.ts';
import { findingsOf } from '../../../domain/slips/reading.ts';
import { readSections } from '../../../domain/slips/sections.ts';
import type { SlipFinding } from '../../../domain/slips/terms.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { wholeNumber } from '../../ui/fields/whole-number.ts';
import { idOf, type SecurityRow } from '../placements/form/policy-values.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import { readPolicy, type PolicyReading, type Surroundings } from '../placements/form/read-policy.ts';
import { isBlankLine, sectionsOf, type LineRow, type SlipValues } from '../placements/form/slip-values.ts';

export type SlipReading = PolicyReading & { signing: Signing };

function typedLines(rows: readonly LineRow[]): SlipLineBody[] {
  return rows.map((row) => ({
    security: row.security === null ? null : idOf(row.security.id),
    written: rateOf(row.written),
    to_stand: row.to_stand === 'yes',
    quoted_on: row.quoted_on || null,
    written_on: row.written_on || null,
    signed_on: row.signed_on || null,
  }));
}

/** The lines signed as the server will sign them, by the same rule, with each keystroke. §2 Signing down. */
export function signingOf(values: SlipValues, rows: readonly LineRow[]): Signing {
  return signed(typedLines(rows), { basis: values.slip.security.written_basis, order: rateOf(values.fac) ?? 0n });
}

/** A line with what it signs for, as a placement of either market has it. */
function asPlaced(row: LineRow, line: Signing['lines'][number] | undefined): SecurityRow {
  return { ...row, offer: formatRate(line?.written ?? 0n), share: formatRate(line?.signed ?? 0n) };
}

const unreadLines = (rows: readonly LineRow[]): FieldError[] =>
  rows.flatMap((row, index) =>
    row.written !== '' && rateOf(row.written) === null
      ? [{ field: `securities.${index}.written`, message: 'Line must be between 0 and 100.' }]
      : [],
  );

/** Reads a slip's form: by the same rules and figures as the server. */
export function readSlip(values: SlipValues, surroundings: Surroundings): SlipReading {
  const rows = values.securities.filter((row) => !isBlankLine(row));
  const signing = signingOf(values, rows);
  const placed = rows.map((row, index) => asPlaced(row, signing.lines[index]));
  const reading = readPolicy({ ...values, securities: placed }, { ...surroundings, market: 'LONDON' });
  const common = reading.faults.filter(
    ({ field }) =>
      !/^securities\.\d+\.share$/.test(field) && !(signing.outcome === 'REFUSED' && field === 'securities'),
  );
  const { data: slip, error } = z.safeDecode(slipSections, sectionsOf(values));
  // Input that cannot be sent (a risk code of three letters, a time of 25:00) is a fault at its field.
  const own =
    slip === undefined
      ? error.issues.map((issue) => ({ field: `slip.${issue.path.join('.')}`, message: issue.message }))
      : slipFaults({ slip, currency: values.currency, securities: typedLines(rows) }, signing, surroundings.today);
  return { ...reading, signing, faults: [...common, ...unreadLines(rows), ...own] };
}

/** What keeps a slip that can be saved from being submitted: written lines short of the order, or a line of nothing. */
export function slipSubmitFaults({ signing }: SlipReading): FieldError[] {
  if (signing.summary.short > 0n) return [{ field: 'securities', message: signing.summary.sentence }];
  return signing.lines.flatMap((line, index) =>
    line.signed === 0n
      ? [{ field: `securities.${index}.written`, message: 'This line signs for nothing: take it off the slip.' }]
      : [],
  );
}

/** What the check reads besides the form. */
type CheckContext = {
  umr: string;
  countries: ReadonlySet<string>;
  clauses: readonly { id: number; code: string; title: string }[];
};

const NO_UMR_YET = 'B0000NEW';

/** The completeness check over what is typed: the same that the checker will see. */
export function checkTyped(values: SlipValues, reading: SlipReading, context: CheckContext): SlipFinding[] {
  const sections = z.safeDecode(slipSections, sectionsOf(values));
  // What cannot be read yet is a fault of its field, not as a finding.
  if (!sections.success) return [];
  const umr = context.umr === '' ? NO_UMR_YET : context.umr;
  const { draft, signing } = reading;
  const { sections: typed = [], ...parts } = sections.data;
  const rows = values.securities.filter((row) => !isBlankLine(row));
  return findingsOf({
    sections: parts,
    bySection: readSections(typed, draft.currency).sections,
    umr,
    warranty:
      values.warranty_kind === '' ? null : { kind: values.warranty_kind, days: wholeNumber(values.warranty_days, 0) },
    paymentTerms: values.payment_terms,
    figures: reading.figures,
    lines: rows.map((row, index) => ({
      securityId: row.security === null ? -1 - index : idOf(row.security.id),
      name: row.security?.label ?? `line ${index + 1}`,
      market: row.security?.bureau === false ? 'LOCAL' : 'LONDON',
      written: signing.lines[index]?.written ?? 0n,
      writtenOn: row.written_on || null,
      signed: signing.lines[index]?.signed ?? 0n,
      toStand: row.to_stand === 'yes',
      stamp: row.stamp,
      reference: row.reference,
    })),
    facts: {
      brokerNumber: umr.slice(1, 5),
      reinsured: values.reinsured?.label ?? '',
      insured: values.insured?.label ?? '',
      start: draft.start,
      end: draft.end,
      currency: draft.currency,
      sumInsured: draft.sumInsured,
      premium: draft.premium,
      order: draft.fac,
      commission: rateOf(values.cedant_commission) ?? 0n,
      brokerage: rateOf(values.brokerage) ?? 0n,
      clauses: context.clauses.filter((clause) => values.clauses.includes(String(clause.id))),
      countries: context.countries,
    },
  });
}
