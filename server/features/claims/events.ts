import { sql } from 'kysely';
import type { editEvent, getEvent, listEvents, saveEvent } from '../../../domain/claims/report-contract.ts';
import { claimTable, eventTable } from '../../../domain/claims/table.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf, invalid } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import { type Sortable, type Values, replyRow } from '../../../domain/tables/table.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Saved } from '../decisions.ts';
import { contains, folded, inStatus, register, type RegisterDefinition } from '../registers/page.ts';
import { claimRows } from './lists.ts';

type Body = Decoded<typeof saveEvent>['body'];

async function columnsOf(ctx: Ctx, { name, first_day: first, last_day: last, country, description }: Body) {
  const lastDay = last ?? first;
  if (lastDay < first) throw invalid({ field: 'last_day', message: 'Its last day cannot be before its first.' });
  if (typeof country === 'string') {
    const known = await ctx.db.selectFrom('countries').select('code').where('code', '=', country).executeTakeFirst();
    if (!known) throw invalid({ field: 'country', message: 'Choose a country.' });
  }
  return {
    name,
    name_key: nameKey(name),
    first_day: first,
    last_day: lastDay,
    country: country ?? null,
    description: description ?? '',
  };
}

/** Enters an event. */
export async function addEvent(ctx: Ctx, { body }: Decoded<typeof saveEvent>): Promise<Saved> {
  const values = { ...(await columnsOf(ctx, body)), made_by: ctx.user.id, created_at: ctx.now };
  const { id } = await orDuplicate(
    ctx.db.insertInto('loss_events').values(values).returning('id').executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'loss_event', entityId: id, action: 'added', facts: { after: body } });
  return { id, version: 1, status: 'ACTIVE', number: null };
}

/** Changes an event, or takes it out of use: claims keep it. */
export async function changeEvent(ctx: Ctx, { body }: Decoded<typeof editEvent>): Promise<Saved> {
  const before = await sql<{ version: number; status: string }>`
    select version, status from loss_events where id = ${body.id} for update`.execute(ctx.db);
  const { version: read, status } = firstOf(before.rows);
  assertVersion(read, body.version);
  const version = read + 1;
  const now = body.status ?? status;
  const values = { ...(await columnsOf(ctx, body)), status: now, version };
  await orDuplicate(ctx.db.updateTable('loss_events').set(values).where('id', '=', body.id).execute());
  await ctx.audit({ entity: 'loss_event', entityId: body.id, action: 'edited', facts: { after: body, version } });
  return { id: body.id, version, status: now, number: null };
}

const definition = (ctx: Ctx): RegisterDefinition => ({
  from: sql`(
    select e.id, e.version, e.name, e.first_day, e.last_day, n.name as country, e.status,
      (select count(*)::int from claims c
        where c.event_id = e.id and c.branch_id = any(${[...ctx.scope]}::int[]) and c.status <> 'DISABLED') as claims
    from loss_events e left join countries n on n.code = e.country) t`,
  columns: sql`t.id, t.version, t.name, t.first_day, t.last_day, t.country, t.status, t.claims`,
  sorts: { id: 'id', name: 'name', first_day: 'first_day' } satisfies Record<Sortable<typeof eventTable>, string>,
  defaultSort: 'first_day,desc',
  search: (text) => contains(folded(sql`t.name`), text),
});

/** Events of the firm, each with how many claims of it the caller sees. */
export const events = register({
  table: eventTable,
  name: 'events',
  title: 'Events',
  definition,
  where: (_ctx, query: Decoded<typeof listEvents>['query']) => [inStatus(query.status)],
  rowOf: (row: Values<typeof eventTable>) => row,
});

type Share = { id: number; name: string; currency: string; incurred: bigint; called: bigint; collected: bigint };
type Line = Omit<Share, 'incurred'> & { claim: number; line: bigint; ours: bigint; asked: bigint };

/** What an event costs each security: what was called of it, and its line's part of what is not called yet. */
async function sharesOf(ctx: Ctx, eventId: number): Promise<Share[]> {
  const { rows } = await sql<Line>`
    select c.id as claim, s.id, s.name, c.currency, l.line, c.ours_incurred as ours, c.ours_called as asked,
      coalesce((select sum(x.amount) from movements m join movement_parts x on x.movement_id = m.id
        where m.claim_id = c.id and m.status = 'APPROVED' and m.movement_type in ('CALL', 'FINAL') and not m.ex_gratia
          and x.security_id = s.id), 0)::bigint as called,
      coalesce((select sum(n.settled - n.set_off) from notes n join movements m on m.id = n.movement_id
        where n.claim_id = c.id and n.purpose = 'CLAIM' and n.status = 'ISSUED' and m.movement_type in ('CALL', 'FINAL')
          and not m.ex_gratia and n.party_id = s.id), 0)::bigint as collected
    from claims c join claim_lines l on l.claim_id = c.id join parties s on s.id = l.security_id
    where c.event_id = ${eventId} and c.status = 'APPROVED' and c.branch_id = any(${[...ctx.scope]}::int[])
    order by c.id, l.position`.execute(ctx.db);
  const shares = new Map<string, Share>();
  for (const own of Map.groupBy(rows, (row) => row.claim).values()) {
    const left = (own[0]?.ours ?? 0n) - (own[0]?.asked ?? 0n);
    const lines = own.map((row) => row.line);
    const toCome = lines.some((line) => line > 0n) ? allocate(left, lines) : lines;
    for (const [index, { id, name, currency, called, collected }] of own.entries()) {
      const key = `${id}/${currency}`;
      const was = shares.get(key) ?? { id, name, currency, incurred: 0n, called: 0n, collected: 0n };
      shares.set(key, {
        ...was,
        incurred: was.incurred + called + (toCome[index] ?? 0n),
        called: was.called + called,
        collected: was.collected + collected,
      });
    }
  }
  return [...shares.values()].toSorted((a, b) => (a.incurred > b.incurred ? -1 : 1));
}

/** One event with all its claims and each security's share of them. */
export async function eventRecord(ctx: Ctx, { params }: Decoded<typeof getEvent>): Promise<Reply<typeof getEvent>> {
  const rows = await ctx.db
    .selectFrom('loss_events as e')
    .leftJoin('countries as n', 'n.code', 'e.country')
    .selectAll('e')
    .select('n.name as country_name')
    .where('e.id', '=', params.id)
    .execute();
  const event = firstOf(rows);
  const claims = await claimRows(ctx, sql`t.event_id = ${event.id} and t.status <> 'DISABLED'`);
  const shares = await sharesOf(ctx, event.id);
  return {
    id: event.id,
    version: event.version,
    name: event.name,
    first_day: event.first_day,
    last_day: event.last_day,
    country: event.country,
    country_name: event.country_name,
    description: event.description,
    status: event.status as 'ACTIVE' | 'INACTIVE',
    claims: claims.map((row) => replyRow(claimTable, row, ctx.firm.baseCurrency)),
    securities: shares.map(({ id, name, currency, incurred, called, collected }) => ({
      security: { id, name },
      currency,
      incurred: formatAmount(incurred, currency),
      called: formatAmount(called, currency),
      collected: formatAmount(collected, currency),
    })),
  };
}
