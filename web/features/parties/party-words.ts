import type { WireReply } from '../../../domain/endpoint.ts';
import type { oneParty, partyNotes, partyPosition } from '../../../domain/parties/contract.ts';
import { type OPEN_SIDE_LABELS, PARTY_KIND_LABELS, type PartyKind } from '../../../domain/parties/tables.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { claimHref, paths, withQuery } from '../../paths.ts';
import {
  INSUREDS,
  LONDON_SECURITIES,
  REINSUREDS,
  SECURITIES,
  type PartyRegister,
} from '../registers/parties/party-registers.ts';

export type Party = WireReply<typeof oneParty>;
export type PositionRow = NonNullable<WireReply<typeof partyPosition>['data']>[number];
export type PartyNote = WireReply<typeof partyNotes>['data'][number];

/** The register in which a party of a kind is edited. */
export const REGISTER_OF: Record<PartyKind, PartyRegister> = {
  REINSURED: REINSUREDS,
  INSURED: INSUREDS,
  LOCAL: SECURITIES,
  LONDON: LONDON_SECURITIES,
};

export const isReinsurer = (kind: PartyKind): boolean => kind === 'LOCAL' || kind === 'LONDON';

type Side = keyof typeof OPEN_SIDE_LABELS;
const TURNED: Record<Side, string> = { TO_US: 'In credit', BY_US: 'In debit' };

/** What an open balance is called that is on the other side: its own money with us, or ours with it. */
export const turnedWord = (side: Side, total: string | null): string | null =>
  total?.startsWith('-') === true ? TURNED[side] : null;

/** What is overdue; credits alone are not late. */
export const lateOf = (overdue: string | null): string | null => (overdue?.startsWith('-') === true ? '0' : overdue);

/** Who it is, in a line under its name. */
export function subtitleOf(party: Party): string {
  const rating = [party.rating, party.rating_agency].filter(Boolean).join(' by ');
  return [PARTY_KIND_LABELS[party.kind], party.short_name, party.countryName, rating === '' ? '' : `Rated ${rating}`]
    .filter(Boolean)
    .join(' · ');
}

/** The statement of a party's account; insureds have none. */
export function statementHref({ kind, id }: Party): string | null {
  if (kind === 'INSURED') return null;
  return withQuery(isReinsurer(kind) ? paths.payableReport : paths.facultativeReport, { param: id });
}

/** Where the statement of a party is made and mailed. */
export const statementsHref = ({ kind }: Party): string =>
  withQuery(paths.statementAccounts, { side: isReinsurer(kind) ? 'SECURITY' : undefined });

type OpenNote = Pick<PartyNote, 'id' | 'side' | 'purpose' | 'currency' | 'invoice'> & { claim: PartyNote['claim'] };
type Deed = { words: 'Receive' | 'Pay' | 'Refund' | 'Open claim'; href: string };

type Payer = Pick<Party, 'id' | 'kind'>;

/** What the next step on an open note is, for those who may: a receipt of what is owed to us, a voucher of what we owe. */
export function deedOf(party: Payer, note: OpenNote, may: (permission: Permission) => boolean): Deed | null {
  const { id, currency } = note;
  const payer = isReinsurer(party.kind) ? { security: party.id } : { reinsured: party.id };
  if (note.side === 'TO_US') {
    if (!may('receipts.create')) return null;
    const query = note.invoice === null ? { ...payer, currency, note: id } : { invoice: note.invoice };
    return { words: 'Receive', href: withQuery(paths.receiptNew, query) };
  }
  if (!may('vouchers.create')) return null;
  if (note.purpose === 'RETURN' && !isReinsurer(party.kind))
    return { words: 'Refund', href: withQuery(paths.voucherOther, { kind: 'REFUND', note: id }) };
  if (note.claim !== null) return { words: 'Open claim', href: claimHref(note.claim.id) };
  return { words: 'Pay', href: withQuery(paths.voucherNew, { security: party.id, currency }) };
}
