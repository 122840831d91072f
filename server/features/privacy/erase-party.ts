import { sql } from 'kysely';
import { notFound } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import type { Subject } from './subjects.ts';

const WORDS = {
  draft: (n: bigint) => `${n} drafts and submitted records name them: decide or disable these.`,
  claims: (n: bigint) => `${n} claims on their policies are open: close these.`,
  cover: (n: bigint) => `${n} policies are in force: they name a party of the contract.`,
  open: (n: bigint) => `${n} notes or receipts are open: settle these.`,
};

/** What prevents erasing a party: a contract in force, money that is open, a record that waits. */
async function obstaclesOf(ctx: Ctx, id: number): Promise<string[]> {
  const { rows } = await sql<{ draft: bigint; cover: bigint; claims: bigint; open: bigint }>`
    with named as (
      select id, status, insurance_end_date from policies where insured_id = ${id} or endorsed_insured_id = ${id} or reinsured_id = ${id}
      union
      select p.id, p.status, p.insurance_end_date from policies p join policy_lines l on l.policy_id = p.id where l.security_id = ${id})
    select
      (select count(*) from named where status in ('DRAFT', 'PENDING', 'REJECTED'))
        + (select count(*) from receipts where payer_id = ${id} and status in ('DRAFT', 'PENDING', 'REJECTED'))
        + (select count(*) from vouchers where payee_id = ${id} and status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED'))
        + (select count(*) from invoices where party_id = ${id} and status in ('DRAFT', 'PENDING', 'REJECTED'))
        + (select count(*) from manual_journal_lines l join manual_journals j on j.id = l.journal_id
          where l.party_id = ${id} and j.status in ('DRAFT', 'PENDING', 'REJECTED')) as draft,
      (select count(*) from named where status = 'APPROVED' and insurance_end_date >= ${ctx.today}) as cover,
      (select count(*) from claims c join named n on n.id = c.policy_id
        where c.status in ('DRAFT', 'PENDING', 'REJECTED') or (c.status = 'APPROVED' and c.closed_on is null)) as claims,
      (select count(*) from open_items where party_id = ${id} and outstanding <> 0) as open`.execute(ctx.db);
  const [counts] = rows;
  return (['draft', 'cover', 'claims', 'open'] as const).flatMap((what) => {
    const count = counts?.[what] ?? 0n;
    return count > 0n ? [WORDS[what](count)] : [];
  });
}

async function readParty(ctx: Ctx, id: number, lock: boolean) {
  const query = ctx.db
    .selectFrom('parties')
    .select(['id', 'kind', 'market', 'name', 'version'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('merged_into', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow(notFound);
}

// The former name in the words by which records are found; each is searched in every branch.
async function forgetInSearch(ctx: Ctx, id: number, name: string): Promise<void> {
  const was = searchKey(name);
  const forget = (
    table: 'policies' | 'claims' | 'receipts' | 'vouchers' | 'adjustments' | 'invoices',
    named: ReturnType<typeof sql>,
  ) => sql`
    update ${sql.table(table)} t set search_text = replace(t.search_text, ${was}, '') where ${named}`;
  await forget(
    'policies',
    sql`t.insured_id = ${id} or t.endorsed_insured_id = ${id} or t.reinsured_id = ${id} or t.id in (select policy_id from slips where leader_id = ${id})`,
  ).execute(ctx.db);
  await ctx.db.updateTable('policy_lines').set({ notified_to: '' }).where('security_id', '=', id).execute();
  await forget('receipts', sql`t.payer_id = ${id}`).execute(ctx.db);
  await forget('vouchers', sql`t.payee_id = ${id}`).execute(ctx.db);
  await forget('invoices', sql`t.party_id = ${id}`).execute(ctx.db);
  await forget('adjustments', sql`t.note_id in (select n.id from notes n where n.party_id = ${id})`).execute(ctx.db);
  await forget(
    'claims',
    sql`t.policy_id in (select p.id from policies p where ${id} in (p.insured_id, p.endorsed_insured_id, p.reinsured_id))`,
  ).execute(ctx.db);
}

async function eraseParty(ctx: Ctx, id: number): Promise<void> {
  const party = await readParty(ctx, id, true);
  const name = `Erased party ${id}`;
  await ctx.db.deleteFrom('party_contacts').where('party_id', '=', id).execute();
  await ctx.db.deleteFrom('payer_names').where('party_id', '=', id).execute();
  await ctx.db.deleteFrom('party_intermediaries').where('party_id', '=', id).execute();
  await ctx.db
    .updateTable('parties')
    .set({
      name,
      name_key: nameKey(name),
      search_text: searchKey(name),
      short_name: '',
      address: '',
      email: '',
      registration_number: '',
      tax_number: '',
      status: 'INACTIVE',
      erased_at: ctx.now,
      version: party.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await forgetInSearch(ctx, id, party.name);
  await sql`select erase_party_traces(${id})`.execute(ctx.db);
}

/** A party that is a person: an insured above all. */
export const PARTY: Subject = {
  read: (ctx, id) => readParty(ctx, id, false),
  lock: (ctx, id) => readParty(ctx, id, true),
  obstacles: obstaclesOf,
  erase: eraseParty,
  erased: [
    'Name, short name, address, email, registration and tax number.',
    'Contacts, intermediaries and the details of bank accounts.',
    'The names and accounts by which its payments are known on bank statements.',
    'Names and addresses that the audit trail keeps beside its facts.',
    'The name in the search of policies, claims, receipts, vouchers, adjustments and invoices.',
  ],
  kept: [
    'Policies, claims, notes, receipts, payments and the ledger, under “Erased party” and its number: books of account.',
    'Documents that were issued: they never change.',
    'What banks wrote on their statements.',
    'What was typed into free text, such as the interest of a policy, the claimant of a claim or a narration.',
  ],
};
