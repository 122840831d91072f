import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { findPersons } from '../../../domain/privacy/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { contains } from '../registers/page.ts';

const MOST = 50;

/** Everybody whose name or email holds the words: users, parties, and those whom a party names. */
export async function findPeople(ctx: Ctx, { query }: Decoded<typeof findPersons>): Promise<Reply<typeof findPersons>> {
  const typed = query.searchValue.toLowerCase();
  const named = contains(sql`lower(name || ' ' || email)`, typed);
  const { rows } = await sql<Reply<typeof findPersons>[number]>`
    (select 'user' as kind, id, name, email, initcap(status) as detail from users
      where ${named} and anonymised_at is null order by name, id limit ${MOST})
    union all
    (select 'party', id, name, email, initcap(kind) from parties
      where ${contains(sql`search_text`, searchKey(query.searchValue))} and erased_at is null and merged_into is null
      order by name_key, id limit ${MOST})
    union all
    (select 'contact', c.id, c.name, c.email, p.name from party_contacts c join parties p on p.id = c.party_id
      where ${contains(sql`lower(c.name || ' ' || c.email)`, typed)} order by c.name, c.id limit ${MOST})
    union all
    (select 'intermediary', i.id, i.name, i.email, p.name from party_intermediaries i join parties p on p.id = i.party_id
      where ${contains(sql`lower(i.name || ' ' || i.email)`, typed)} order by i.name, i.id limit ${MOST})
    limit ${MOST}`.execute(ctx.db);
  return rows;
}
