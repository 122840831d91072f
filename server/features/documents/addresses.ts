import { sql, type RawBuilder } from 'kysely';
import { recipientsOf, type SentDocument } from '../../../domain/registers/party-shapes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Papered } from '../records.ts';
import { carriersNow } from '../carriers.ts';
import type { SeenDocument } from './sending.ts';

type KnownAddress = { party: string; email: string };
type Contact = { email: string; documents: string[] };

/** Papers that have no address of their own go where the papers nearest to them go. */
const NEAREST: Readonly<Record<string, SentDocument>> = {
  'return-debit-note': 'debit-note',
  'return-credit-note': 'credit-note',
  'london-slip': 'reinsurance-slip',
  'london-reinsurance-slip': 'reinsurance-slip',
  'endorsement-slip': 'reinsurance-slip',
  'loss-advice': 'claim-invoice',
  'claim-statement': 'statement',
  'premium-reminder': 'statement',
  'remittance-advice': 'payment-voucher',
  'uncollectable-advice': 'credit-note',
  'salvage-note': 'debit-note',
  invoice: 'debit-note',
  'invoice-credit': 'credit-note',
};
const addressedAs = (kind: string): SentDocument => NEAREST[kind] ?? (kind as SentDocument);

/**
 * A paper of a policy that one security has of its own is that security's; a slip is for each to whom it is offered, or who carries the risk since the last
 * change of securities.
 */
function partiesOfPolicy({ kind, record_id: id, security_id: security }: SeenDocument, scope: RawBuilder<unknown>) {
  if (security !== 0) return sql`select ${security}::int`;
  return kind === 'reinsurance-slip' || kind === 'london-slip'
    ? sql`select distinct security_id from (${carriersNow(sql`${id}::int`, scope)}) l`
    : sql`select reinsured_id from policies where id = ${id} and branch_id = ${scope}`;
}

/** The parties that a document is for: its payer, payee or reinsured, and securities. */
const PARTIES: Record<Papered, (document: SeenDocument, scope: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  policy: partiesOfPolicy,
  note: ({ record_id: id }, scope) => sql`select party_id from notes where id = ${id} and branch_id = ${scope}`,
  endorsement: ({ record_id: id }, scope) => sql`
    select p.reinsured_id from endorsements e join policies p on p.id = e.policy_id
    where e.id = ${id} and e.branch_id = ${scope}
    union select security_id from endorsement_lines where endorsement_id = ${id} and branch_id = ${scope}`,
  claim: ({ record_id: id, security_id: security }, scope) =>
    security !== 0
      ? sql`select ${security}::int`
      : sql`select p.reinsured_id from claims c join policies p on p.id = c.policy_id
          where c.id = ${id} and c.branch_id = ${scope}`,
  // An invoice is for its security, what comes back for the reinsured.
  movement: ({ record_id: id, security_id: security }, scope) =>
    security !== 0
      ? sql`select ${security}::int`
      : sql`select p.reinsured_id from movements m join claims c on c.id = m.claim_id join policies p on p.id = c.policy_id
          where m.id = ${id} and m.branch_id = ${scope}`,
  receipt: ({ record_id: id }, scope) => sql`select payer_id from receipts where id = ${id} and branch_id = ${scope}`,
  voucher: ({ record_id: id }, scope) => sql`select payee_id from vouchers where id = ${id} and branch_id = ${scope}`,
  statement: ({ record_id: id }, scope) =>
    sql`select party_id from statement_items where id = ${id} and branch_id = ${scope}`,
  remittance: ({ record_id: id }, scope) =>
    sql`select party_id from statement_items where id = ${id} and branch_id = ${scope}`,
  adjustment: ({ security_id: security }) => sql`select ${security}::int`,
  invoice: ({ record_id: id }, scope) => sql`select party_id from invoices where id = ${id} and branch_id = ${scope}`,
};

type Reached = { id: number; party: string; email: string; contacts: Contact[] };

async function reached(ctx: Ctx, parties: RawBuilder<unknown>): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select p.id, p.name as party, p.email, coalesce((
      select json_agg(json_build_object('email', c.email, 'documents', c.documents) order by c.position)
      from party_contacts c where c.party_id = p.id), '[]') as contacts
    from parties p where p.id in (${parties}) order by p.name, p.id`.execute(ctx.db);
  return rows;
}

const sentTo = (kind: SentDocument, parties: readonly Reached[]): (KnownAddress & { id: number })[] =>
  parties.flatMap(({ id, party, ...known }) => recipientsOf(kind, known).map((email) => ({ id, party, email })));

/** Where something of a kind may be sent, by what is known of some parties: the one place that decides it. §7 Documents. */
export async function addressesOf(ctx: Ctx, kind: SentDocument, parties: RawBuilder<unknown>) {
  return sentTo(kind, await reached(ctx, parties));
}

/** Where a document is to be sent, and every address of the parties that it is for: whatever their contacts take. */
export async function addressesFor(
  ctx: Ctx,
  document: SeenDocument,
): Promise<{ addresses: KnownAddress[]; known: string[] }> {
  const parties = await reached(ctx, PARTIES[document.record_kind](document, sql`any(${ctx.scope}::int[])`));
  const own = parties.flatMap(({ email, contacts }) => [email, ...contacts.map((contact) => contact.email)]);
  return {
    addresses: sentTo(addressedAs(document.kind), parties).map(({ party, email }) => ({ party, email })),
    known: [...new Set(own.filter((email) => email !== ''))],
  };
}
