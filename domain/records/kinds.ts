import { ADJUSTMENT_STATES } from '../adjustments/states.ts';
import { SCA } from '../endpoint.ts';
import { CLAIM_STATES, MOVEMENT_STATES } from '../claims/states.ts';
import { ENDORSEMENT_STATES } from '../endorsements/states.ts';
import { INVOICE_STATES } from '../invoices/states.ts';
import { JOURNAL_STATES } from '../journals/states.ts';
import type { Permission } from '../permissions.ts';
import { POLICY_STATES } from '../placements/states.ts';
import { RECEIPT_RIGHTS } from '../receipts/rights.ts';
import { RECEIPT_STATES } from '../receipts/states.ts';
import type { State } from '../states.ts';
import { VOUCHER_RIGHTS } from '../vouchers/rights.ts';
import { VOUCHER_STATES } from '../vouchers/states.ts';

/** The kinds of record that are made, submitted and decided. §4. */
export const KIND_NAMES = [
  'policy',
  'endorsement',
  'claim',
  'movement',
  'receipt',
  'voucher',
  'adjustment',
  'invoice',
  'journal',
] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** What a caller needs for work on a record. */
export type RecordRights = {
  view: Permission;
  /** One of these lets somebody add notes and files. */
  work: readonly Permission[];
  /** One of these lets somebody take away what another added. */
  manage: readonly Permission[];
};

/** A series of numbers, gapless per branch and year. §4 Numbers. */
export type Series = {
  /** What stands for {KIND} in its numbers: two to five capitals. */
  code: string;
  label: string;
  /** With what a number begins until the firm chooses its own format. */
  leads: 'BRANCH' | 'KIND';
  /** By it the trail names the series, and the settings have them in this order: it never changes. */
  id: number;
};

/** All that server and browser both know of a kind; what is theirs alone they bind to its name. */
export type Kind = RecordRights & {
  /** As a sentence names one, and as lists count several. */
  noun: string;
  plural: string;
  /** Where its calls are. */
  path: string;
  states: Readonly<Record<string, State<string>>>;
  create: Permission;
  decide: Permission;
  /** Where its records need different rights by what they are: all of these. Its calls let in who holds one, and ask for the record's own. */
  rights?: Readonly<Record<'create' | 'decide', readonly Permission[]>>;
  /** One of these sends its papers out of the house, or makes others in their place. */
  issue: readonly Permission[];
  /** That of its number; an endorsement is numbered on its policy, a movement on its claim, an invoice as its note. §4 Numbers. */
  series: Series | null;
  /** When it gets that number. */
  numberedAt: 'SAVING' | 'APPROVAL';
};

const PLACEMENT_RIGHTS = {
  view: 'policies.view',
  create: 'policies.create',
  decide: 'policies.decide',
  work: ['policies.create', 'policies.decide'],
  manage: ['policies.decide'],
  issue: ['policy_documents.generate'],
} as const satisfies Partial<Kind>;

const CLAIM_RIGHTS = {
  view: 'claims.view',
  create: 'claims.create',
  decide: 'claims.decide',
  work: ['claims.create', 'claims.decide'],
  manage: ['claims.decide'],
  issue: ['claims.generate'],
} as const satisfies Partial<Kind>;

export const KINDS = {
  policy: {
    ...PLACEMENT_RIGHTS,
    noun: 'policy',
    plural: 'policies',
    path: `${SCA}/underwriting`,
    states: POLICY_STATES,
    series: { code: 'FAC', label: 'Local policy', leads: 'BRANCH', id: 1 },
    numberedAt: 'SAVING',
  },
  endorsement: {
    ...PLACEMENT_RIGHTS,
    noun: 'endorsement',
    plural: 'endorsements',
    path: `${SCA}/endorsement`,
    states: ENDORSEMENT_STATES,
    series: null,
    numberedAt: 'SAVING',
  },
  claim: {
    ...CLAIM_RIGHTS,
    noun: 'claim',
    plural: 'claims',
    path: `${SCA}/claim`,
    states: CLAIM_STATES,
    series: { code: 'CL', label: 'Claim', leads: 'BRANCH', id: 3 },
    numberedAt: 'SAVING',
  },
  movement: {
    ...CLAIM_RIGHTS,
    noun: 'movement',
    plural: 'movements',
    path: `${SCA}/claim/movement`,
    states: MOVEMENT_STATES,
    series: null,
    numberedAt: 'SAVING',
  },
  receipt: {
    noun: 'receipt',
    plural: 'receipts',
    path: `${SCA}/receivable`,
    states: RECEIPT_STATES,
    view: 'receipts.view',
    create: 'receipts.create',
    decide: 'receipts.decide',
    rights: RECEIPT_RIGHTS,
    work: ['receipts.create', 'receipts.decide'],
    manage: ['reversals.decide'],
    issue: ['receipts.create', 'receipts.decide'],
    series: { code: 'RV', label: 'Receipt', leads: 'KIND', id: 6 },
    numberedAt: 'APPROVAL',
  },
  voucher: {
    noun: 'voucher',
    plural: 'vouchers',
    path: `${SCA}/paymentvoucher`,
    states: VOUCHER_STATES,
    view: 'vouchers.view',
    create: 'vouchers.create',
    decide: 'vouchers.decide',
    rights: VOUCHER_RIGHTS,
    work: [...VOUCHER_RIGHTS.create, ...VOUCHER_RIGHTS.decide, 'vouchers.pay'],
    manage: ['vouchers.decide'],
    issue: ['vouchers.create', 'vouchers.decide'],
    series: { code: 'PV', label: 'Payment voucher', leads: 'KIND', id: 7 },
    numberedAt: 'APPROVAL',
  },
  adjustment: {
    noun: 'adjustment',
    plural: 'adjustments',
    path: `${SCA}/adjustment`,
    states: ADJUSTMENT_STATES,
    view: 'receipts.view',
    create: 'allocations.create',
    decide: 'journals.decide',
    work: ['allocations.create', 'journals.decide'],
    manage: ['journals.decide'],
    issue: ['allocations.create', 'journals.decide'],
    series: { code: 'ADJ', label: 'Adjustment', leads: 'KIND', id: 9 },
    numberedAt: 'APPROVAL',
  },
  invoice: {
    noun: 'invoice',
    plural: 'invoices',
    path: `${SCA}/invoice`,
    states: INVOICE_STATES,
    view: 'invoices.view',
    create: 'invoices.create',
    decide: 'invoices.decide',
    work: ['invoices.create', 'invoices.decide'],
    manage: ['invoices.decide'],
    issue: ['invoices.create', 'invoices.decide'],
    // Its number is that of its note.
    series: null,
    numberedAt: 'APPROVAL',
  },
  journal: {
    noun: 'journal',
    plural: 'journals',
    path: `${SCA}/journal`,
    states: JOURNAL_STATES,
    view: 'journals.view',
    create: 'journals.create',
    decide: 'journals.decide',
    work: ['journals.create', 'journals.decide'],
    manage: ['journals.decide'],
    issue: [],
    series: { code: 'JV', label: 'Journal', leads: 'KIND', id: 10 },
    numberedAt: 'APPROVAL',
  },
} as const satisfies Record<KindName, Kind>;

/** A London slip is a policy with calls and numbers of its own. */
export const SLIP = {
  ...KINDS.policy,
  noun: 'slip',
  plural: 'slips',
  path: `${SCA}/londonslip`,
  series: { code: 'LDN', label: 'London slip', leads: 'BRANCH', id: 2 },
} as const satisfies Kind;

/** A kind, or what a policy of London is. */
export const kindOf = ({ kind, london }: { kind: KindName; london: boolean }): Kind => (london ? SLIP : KINDS[kind]);

/** Kinds of which papers are made. */
export const PAPERED = [
  'policy',
  'endorsement',
  'claim',
  'movement',
  'receipt',
  'voucher',
  'adjustment',
  'invoice',
] as const satisfies readonly KindName[];
export type PaperedKind = (typeof PAPERED)[number];

/** Kinds that the ledger has entries of. */
export const POSTED = [
  'policy',
  'endorsement',
  'movement',
  'receipt',
  'voucher',
  'adjustment',
  'invoice',
  'journal',
] as const satisfies readonly KindName[];
export type PostedKind = (typeof POSTED)[number];

/** What the ledger has entries of besides: acts on the books as a whole, which root does and nobody decides. M7, M8. */
export const BOOK_ACTS = ['revaluation', 'year_closing'] as const;
export type BookAct = (typeof BOOK_ACTS)[number];
/** A document of the firm's books from another system: posted once, decided by nobody. */
export const HISTORY_SOURCE = 'history';
/** What made an entry of the ledger. */
export type EntrySource = PostedKind | BookAct | typeof HISTORY_SOURCE;

/** Kinds that are found by number or party from anywhere; a movement is found with its claim. */
export const SEARCHED = [
  'endorsement',
  'policy',
  'claim',
  'receipt',
  'voucher',
  'adjustment',
  'invoice',
  'journal',
] as const satisfies readonly KindName[];
export type SearchedKind = (typeof SEARCHED)[number];

export type StatusOf<K extends KindName> = keyof (typeof KINDS)[K]['states'];
export type AnyStatus = { [K in KindName]: StatusOf<K> }[KindName];

export const isKind = (name: string): name is KindName => KIND_NAMES.some((kind) => kind === name);

/** The rights of which one lets somebody make, or decide, some record of a kind. */
export const rightsTo = (act: 'create' | 'decide', { rights, ...kind }: Kind): readonly Permission[] =>
  rights?.[act] ?? [kind[act]];

/** A kind where a name begins with it: "Receipt". */
export const titleOf = ({ noun }: Pick<Kind, 'noun'>) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** One and several of a kind, as a list counts them. */
export const nounsOf = ({ noun, plural }: Pick<Kind, 'noun' | 'plural'>) => [noun, plural] as const;

/** The states in which somebody has decided a record: those of its decision and what follows from it. §4. */
export function decidedStates({ states }: Kind): string[] {
  const moves = Object.values(states).flatMap((state) => [state.moves.decide, state.moves.pay, state.moves.reverse]);
  return [...new Set(moves.flatMap((targets) => targets ?? []))];
}

/**
 * Kinds of record that have files and notes and whose versions are compared. Of those that are decided the trail holds
 * the whole body at each saving; of the registers it holds how they began and what each change was.
 */
export const RECORDS = [...KIND_NAMES, 'party', 'cover_type', 'clause', 'currency'] as const;
export type RecordName = (typeof RECORDS)[number];
