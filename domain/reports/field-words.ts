/** What the fields of records are called, wherever a change of one is shown. */
/** What the fields of records are called, wherever a change of one is shown. */
import { PLACEMENT_FIELDS, SECTION_FIGURES, SLIP_FIELDS, slipLabel } from '../placements/fields.ts';

export type RefKind = 'policy' | 'party' | 'cover_type' | 'clause' | 'tax' | 'note' | 'part' | 'user';
export type FieldKind =
  | 'text'
  | 'money'
  | 'rate'
  | 'day'
  | 'days'
  | 'code'
  | 'terms'
  | 'warranty'
  | 'endorsementtype'
  | 'basis'
  | 'clauses'
  /** A part of a record whose own name says nothing: its fields are named alone. */
  | 'whole'
  | RefKind;
type FieldWords = { label: string; kind: FieldKind };

const FIELDS: Readonly<Record<string, FieldWords>> = {
  ...PLACEMENT_FIELDS,
  limit_amount: SECTION_FIGURES.limit_amount,
  class_id: { label: 'Class', kind: 'cover_type' },
  endorsementtype: { label: 'Type', kind: 'endorsementtype' },
  effective_date: { label: 'Effective date', kind: 'day' },
  description: { label: 'Description', kind: 'text' },
  basis: { label: 'Worked out', kind: 'basis' },
  set_off: { label: 'Set against', kind: 'code' },
  dateOfIssue: { label: 'Bank date', kind: 'day' },
  receiptType: { label: 'Type', kind: 'code' },
  method: { label: 'Came in by', kind: 'code' },
  certificate: { label: 'Certificate', kind: 'text' },
  day: { label: 'Booked on', kind: 'day' },
  reason: { label: 'Reason', kind: 'text' },
  receiptAmount: { label: 'Amount received', kind: 'money' },
  bank_reference: { label: 'Bank reference', kind: 'text' },
  narrationRef: { label: 'Narration', kind: 'text' },
  narration: { label: 'Narration', kind: 'text' },
  bank_date: { label: 'Bank date', kind: 'day' },
  security: { label: 'Security', kind: 'party' },
  payee: { label: 'Payee', kind: 'party' },
  kind: { label: 'Kind', kind: 'code' },
  tax: { label: 'Tax', kind: 'tax' },
  account: { label: 'Account', kind: 'text' },
  note: { label: 'Note', kind: 'text' },
  receipt: { label: 'Receipt', kind: 'text' },
  amount: { label: 'Amount', kind: 'money' },
  due_on: { label: 'Due', kind: 'day' },
  policy: { label: 'Policy', kind: 'policy' },
  slip: { label: 'Slip', kind: 'whole' },
  leader: SLIP_FIELDS.leader,
  settlement_due_date: SLIP_FIELDS.settlement_due_date,
  percent: { label: 'Percent', kind: 'rate' },
  rated_on: { label: 'Rated on', kind: 'day' },
  clauses_local: { label: 'Clauses of local policies', kind: 'text' },
  clauses_london: { label: 'Clauses of slips', kind: 'text' },
  rating_agency: { label: 'Agency', kind: 'text' },
  line_limit: { label: 'Line limit', kind: 'text' },
  exposure_limit: { label: 'Limit in all', kind: 'text' },
  status: { label: 'Status', kind: 'code' },
};

/** A list within a record: its rows are identified by what they refer to, and compared column by column. */
export type ListWords = {
  key: string;
  of: RefKind;
  columns: readonly (FieldWords & {
    field: string;
    /** Its words where it is absent. */ or?: string;
    /** Records with this field have no such column. */ unless?: string;
  })[];
};

export const LISTS: Readonly<Record<string, ListWords>> = {
  securities: {
    key: 'security',
    of: 'party',
    columns: [
      { field: 'share', label: 'signed line', kind: 'rate' },
      { field: 'offer', label: 'written line', kind: 'rate', or: 'share', unless: 'endorsementtype' },
      { field: 'commission', label: 'commission', kind: 'rate' },
      { field: 'brokerage', label: 'brokerage', kind: 'rate' },
    ],
  },
  allocations: {
    key: 'note',
    of: 'note',
    columns: [
      { field: 'amount', label: 'allocated', kind: 'money' },
      { field: 'note_amount', label: 'settled', kind: 'text' },
    ],
  },
  stamps: {
    key: 'security',
    of: 'party',
    columns: [
      { field: 'stamp', label: 'stamp', kind: 'text' },
      { field: 'reference', label: 'reference', kind: 'text' },
      { field: 'to_stand', label: 'to stand', kind: 'text' },
    ],
  },
  items: { key: 'item', of: 'part', columns: [{ field: 'amount', label: 'paid', kind: 'money' }] },
};

function plainLabel(field: string): string {
  const words = field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/ id$/, '')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field's words; a term of a slip is known by its place, and one that is not listed is called by its own name. */
export function fieldWords(field: string, place = field): FieldWords {
  const term = slipLabel(place);
  if (term !== undefined) return { label: term, kind: 'text' };
  return FIELDS[field] ?? { label: plainLabel(field), kind: 'text' };
}
