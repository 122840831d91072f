import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bankAccountsOf } from './party-banks.ts';
import { VALUE_COLUMNS, type PartyRegister } from './party-values.ts';

type PartyRecord = Reply<PartyEndpoints['one']>;

/** A party of a register, merged away or not. One of another register answers like a missing one. */
export async function partyHead(ctx: Ctx, register: PartyRegister, id: number) {
  return ctx.db
    .selectFrom('parties as p')
    .leftJoin('parties as into', 'into.id', 'p.merged_into')
    .leftJoin('users as m', 'm.id', 'p.made_by')
    .select([
      'p.id',
      'p.status',
      'p.version',
      'p.market',
      'p.country_name',
      'p.merged_into',
      'p.made_by',
      'p.created_at',
    ])
    .select(VALUE_COLUMNS.map((column) => `p.${column}` as const))
    .select(['into.name as into_name', 'm.name as maker'])
    .where('p.id', '=', id)
    .where('p.kind', '=', register.kind)
    .where('p.market', 'is not distinct from', register.market)
    .executeTakeFirstOrThrow(notFound);
}

/** One party with everything that belongs to it; what belongs to a branch is a request of its own. §5. */
export async function partyRecord(ctx: Ctx, register: PartyRegister, id: number): Promise<PartyRecord> {
  const { country_name, merged_into, into_name, made_by, maker, ...row } = await partyHead(ctx, register, id);
  const contacts = await ctx.db
    .selectFrom('party_contacts')
    .select(['name', 'role', 'email', 'phone', 'documents'])
    .where('party_id', '=', id)
    .orderBy('position')
    .execute();
  const intermediaries = await ctx.db
    .selectFrom('party_intermediaries')
    .select(['name', 'reference', 'email'])
    .where('party_id', '=', id)
    .orderBy('position')
    .execute();
  const merged = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('merged_into', '=', id)
    .orderBy('name_key')
    .execute();
  const { exposure_limit: limit, exposure_currency: currency } = row;
  return {
    ...row,
    exposure_limit: limit === null || currency === null ? null : formatAmount(limit, currency),
    market: row.market as PartyRecord['market'],
    status: row.status as PartyRecord['status'],
    countryName: country_name === '' ? null : country_name,
    merged_into: merged_into === null ? null : { id: merged_into, name: into_name ?? '' },
    merged_from: merged,
    made_by: made_by === null ? null : { id: made_by, name: maker ?? '' },
    contacts: contacts as PartyRecord['contacts'],
    intermediaries,
    bank_accounts: await bankAccountsOf(ctx, id),
  };
}
