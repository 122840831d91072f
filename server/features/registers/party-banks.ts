import { sql } from 'kysely';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { BANK_ACCOUNT_STATE_LABELS } from '../../../domain/registers/states.ts';
import { dayIn, showDay } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { aloneAt, assertSecondPerson } from '../second-person.ts';
import { lockParty } from './parties.ts';
import type { PartyRegister } from './party-values.ts';

type Account = Reply<PartyEndpoints['one']>['bank_accounts'][number];

function mayEdit(ctx: Ctx): boolean {
  return ctx.branches.some((branch) => ctx.can('registers.edit', branch.id));
}

type Proposed = { state: string; hands: readonly number[] };

function whyNot(ctx: Ctx, account: Proposed, alone: boolean): string | null {
  if (account.state !== 'PROPOSED') return null;
  if (!mayEdit(ctx)) return new AppError('FORBIDDEN').message;
  const own = account.hands.includes(ctx.user.id) && !alone;
  return own ? new AppError('SELF_DECISION').message : null;
}

/** Accounts of parties are the firm's: anybody who may edit registers confirms them, wherever that is. */
const CONFIRMING = { right: 'registers.edit', branchId: null } as const;

/** The accounts of a party, what waits and what is in use first. */
export async function bankAccountsOf(ctx: Ctx, party: number): Promise<Account[]> {
  const rows = await ctx.db
    .selectFrom('party_bank_accounts as a')
    .innerJoin('users as m', 'm.id', 'a.made_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .selectAll('a')
    .select(['m.name as maker', 'd.name as decider'])
    .where('a.party_id', '=', party)
    .orderBy(sql`array_position(array['PROPOSED', 'ACTIVE'], a.state)`)
    .orderBy('a.id', 'desc')
    .execute();
  const alone = (await aloneAt(ctx))(CONFIRMING);
  return rows.map(({ maker, decider, party_id: _party, checker_waived: _waived, hands, ...row }) => ({
    ...row,
    state: row.state as Account['state'],
    made_by: { id: row.made_by, name: maker },
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: decider ?? '' },
    why_not: whyNot(ctx, { ...row, hands }, alone),
  }));
}

/** Proposes where a party is paid; nothing changes until another person confirms it. §8. */
export async function proposeAccount(
  ctx: Ctx,
  register: PartyRegister,
  { params, body }: Decoded<PartyEndpoints['proposeAccount']>,
): Promise<Reply<PartyEndpoints['proposeAccount']>> {
  const party = await lockParty(ctx, register, params.id);
  const currency = ctx.db.selectFrom('currencies').select('active').where('code', '=', body.currency);
  if (!(await currency.executeTakeFirst())?.active)
    throw invalid({ field: 'currency', message: 'Choose an active currency.' });
  const row = await ctx.db
    .insertInto('party_bank_accounts')
    .values({ ...body, party_id: party.id, made_by: ctx.user.id, hands: [ctx.user.id], made_at: ctx.now })
    .returning(['id', 'version', 'state as status'])
    .executeTakeFirstOrThrow();
  const { currency: code, ...details } = body;
  await ctx.audit({
    entity: 'party',
    entityId: party.id,
    action: 'account_proposed',
    facts: { account: row.id, currency: code },
    personal: details,
  });
  return row;
}

async function lockAccount(ctx: Ctx, party: number, { account, version }: { account: number; version: number }) {
  const row = await ctx.db
    .selectFrom('party_bank_accounts')
    .select(['id', 'state', 'version', 'currency', 'made_by', 'hands'])
    .where('id', '=', account)
    .where('party_id', '=', party)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (row.state !== 'PROPOSED')
    throw new AppError('WRONG_STATE', {
      status: BANK_ACCOUNT_STATE_LABELS[row.state as Account['state']].toLowerCase(),
      action: 'deciding it',
    });
  assertVersion(row.version, version);
  return row;
}

/** Confirms or refuses a proposed account. The one in use in its currency is replaced by it. Throws SELF_DECISION. §4, §8. */
export async function decideAccount(
  ctx: Ctx,
  register: PartyRegister,
  { params, body }: Decoded<PartyEndpoints['decideAccount']>,
): Promise<Reply<PartyEndpoints['decideAccount']>> {
  const party = await lockParty(ctx, register, params.id);
  const account = await lockAccount(ctx, party.id, { account: params.account, version: body.version });
  const { waived } = await assertSecondPerson(ctx, { hands: account.hands, ...CONFIRMING });
  const reason = body.reason ?? '';
  if (body.decision === 'REFUSED' && reason === '')
    throw invalid({ field: 'reason', message: 'Say why it is refused.' });
  if (body.decision === 'ACTIVE') {
    await ctx.db
      .updateTable('party_bank_accounts')
      .set((e) => ({ state: 'REPLACED', ended_at: ctx.now, version: e('version', '+', 1) }))
      .where('party_id', '=', party.id)
      .where('currency', '=', account.currency)
      .where('state', '=', 'ACTIVE')
      .execute();
  }
  const version = account.version + 1;
  const decided = { decided_by: ctx.user.id, decided_at: ctx.now, checker_waived: waived };
  await ctx.db
    .updateTable('party_bank_accounts')
    .set({ state: body.decision, version, reason, ...decided })
    .where('id', '=', account.id)
    .execute();
  await ctx.audit({
    entity: 'party',
    entityId: party.id,
    action: body.decision === 'ACTIVE' ? 'account_confirmed' : 'account_refused',
    facts: {
      account: account.id,
      currency: account.currency,
      ...(reason !== '' && { reason }),
      checker_waived: waived,
    },
  });
  return { id: account.id, version, status: body.decision };
}

/** Takes back what one has proposed oneself. */
export async function withdrawAccount(
  ctx: Ctx,
  register: PartyRegister,
  { params, body }: Decoded<PartyEndpoints['withdrawAccount']>,
): Promise<Reply<PartyEndpoints['withdrawAccount']>> {
  const party = await lockParty(ctx, register, params.id);
  const account = await lockAccount(ctx, party.id, { account: params.account, version: body.version });
  if (account.made_by !== ctx.user.id) throw new AppError('FORBIDDEN');
  const version = account.version + 1;
  await ctx.db
    .updateTable('party_bank_accounts')
    .set({ state: 'WITHDRAWN', version })
    .where('id', '=', account.id)
    .execute();
  await ctx.audit({
    entity: 'party',
    entityId: party.id,
    action: 'account_withdrawn',
    facts: { account: account.id, currency: account.currency },
  });
  return { id: account.id, version, status: 'WITHDRAWN' };
}

const DAY_MS = 86_400_000;

/** Where a party is paid in a currency and who confirmed it; `notice` says, for 24 hours, that this was changed, and by whom. §8. */
export async function accountToPay(ctx: Ctx, party: number, currency: string) {
  const row = await ctx.db
    .selectFrom('party_bank_accounts as a')
    .innerJoin('parties as p', 'p.id', 'a.party_id')
    .innerJoin('users as m', 'm.id', 'a.made_by')
    .innerJoin('users as d', 'd.id', 'a.decided_by')
    .select(['a.bank', 'a.branch', 'a.account_name', 'a.account_number', 'a.swift', 'a.currency', 'a.decided_at'])
    .select(['p.name', 'm.name as maker', 'd.name as decider', 'd.id as decider_id'])
    .where('a.party_id', '=', party)
    .where('a.currency', '=', currency)
    .where('a.state', '=', 'ACTIVE')
    .executeTakeFirst();
  // What is in use was decided by somebody at some time: the table's own rule.
  if (!row || row.decided_at === null) return null;
  const { name, maker, decider, decider_id, decided_at: on, ...details } = row;
  const account = { ...details, confirmed_by: { id: decider_id, name: decider }, confirmed_at: on };
  if (ctx.now.getTime() - on.getTime() >= DAY_MS) return { ...account, notice: null };
  const day = showDay(dayIn(ctx.firm.timeZone, on));
  const notice = `The bank account of ${name} was changed on ${day} by ${maker}, confirmed by ${decider}.`;
  return { ...account, notice };
}
