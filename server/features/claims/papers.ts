import type { generateInvoice } from '../../../domain/claims/movement-contract.ts';
import type { MovementType } from '../../../domain/claims/states.ts';
import { linesOn } from '../../../domain/endorsements/layers.ts';
import { assertAsBooked } from '../../../domain/documents/books.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { type Day, laterOf } from '../../../domain/values/day.ts';
import { formatAmount, money } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { claimInvoiceModel } from '../../platform/documents/kinds/claim-papers.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { addressLines } from '../papers/placements.ts';
import { chosenLines } from '../papers/slips.ts';
import { bankOf, lossFacts, salvageNotePlans } from './loss-papers.ts';
import { type AtLoss, policyAtLoss } from './at-loss.ts';
import { type Claim, readClaim, readMovement } from './queries.ts';

type Query = Decoded<typeof generateInvoice>['query'];

/** Claims on a policy or with a number, of one date of loss. */
async function claimsLike(ctx: Ctx, reference: string, lossOn: Day) {
  return ctx.db
    .selectFrom('claims as c')
    .innerJoin('policies as p', 'p.id', 'c.policy_id')
    .select(['c.id', 'c.number'])
    .where('c.branch_id', 'in', ctx.scope)
    .where('c.status', '=', 'APPROVED')
    .where((e) => e.or([e('p.broker_reference', '=', reference), e('c.number', '=', reference)]))
    .where('c.loss_date', '=', lossOn)
    .orderBy('c.id')
    .limit(20)
    .execute();
}

/** The claim that the call means: by its id, or the one approved claim of the reference and the date of loss. C15. */
async function claimOf(ctx: Ctx, query: Query): Promise<Claim> {
  if (query.id !== undefined) return readClaim(ctx, query.id);
  if (query.movement !== undefined) {
    const movement = await ctx.db
      .selectFrom('movements')
      .select('claim_id')
      .where('id', '=', query.movement)
      .where('branch_id', 'in', ctx.scope)
      .executeTakeFirst();
    if (!movement) throw new AppError('NOT_FOUND');
    return readClaim(ctx, movement.claim_id);
  }
  const reference = (query.brokerref ?? '').trim().toUpperCase();
  if (reference === '') throw invalid({ field: 'brokerref', message: 'Enter the reference of a policy or a claim.' });
  const lossOn = query.lossdate ?? null;
  if (lossOn === null) throw invalid({ field: 'lossdate', message: 'Enter the date of loss.' });
  const [first, ...others] = await claimsLike(ctx, reference, lossOn);
  if (!first) throw new AppError('NOT_FOUND');
  if (others.length > 0)
    throw new AppError('SEVERAL_CLAIMS', { claims: [first, ...others].map((one) => one.number).join(', ') });
  return readClaim(ctx, first.id);
}

/** The invoices that are to be documented: of a movement, else all; of one security, else all. §6. */
async function invoicesFor(ctx: Ctx, claim: Claim, query: Query) {
  let rows = ctx.db
    .selectFrom('notes as n')
    .innerJoin('movements as m', 'm.id', 'n.movement_id')
    .innerJoin('movement_parts as x', (on) =>
      on.onRef('x.movement_id', '=', 'm.id').onRef('x.security_id', '=', 'n.party_id'),
    )
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select([
      'n.id',
      'n.number',
      'n.party_id as securityId',
      'n.amount',
      'n.posted_on',
      'n.due_on',
      'm.id as movement',
      'm.amount as whole',
    ])
    .select([
      'm.movement_type',
      'm.after_called',
      'm.after_fees',
      'm.ex_gratia',
      'm.reason',
      'm.movement_date',
      'm.payee',
    ])
    .select(['x.line', 'x.after_amount', 'p.name', 'p.address'])
    .where('n.claim_id', '=', claim.id)
    .where('n.branch_id', 'in', ctx.scope)
    .where('n.purpose', '=', 'CLAIM')
    .where('n.status', '=', 'ISSUED')
    .orderBy('n.id');
  if (query.movement !== undefined) rows = rows.where('m.id', '=', query.movement);
  return chosenLines(await rows.execute(), query.security);
}

type Invoice = Awaited<ReturnType<typeof invoicesFor>>[number];

const CALLED: Partial<Record<MovementType, string>> = { CALL: 'cash call', FINAL: 'final settlement', FEE: 'fee' };

/** What an invoice calls: by its movement, in all with it, and of its security before. An ex gratia one is by itself. C1, C9. */
function calledBy({ movement_type: type, ex_gratia: exGratia, whole, ...invoice }: Invoice) {
  const { amount, reason, movement_date: day, after_called: called, after_fees: fees, after_amount: after } = invoice;
  if (exGratia)
    return { called: { what: 'ex gratia payment', reason, day }, amounts: { now: whole, inAll: whole }, before: 0n };
  const inAll = (type === 'FEE' ? fees : called) ?? whole;
  return {
    called: { what: CALLED[type as MovementType] ?? 'call', reason, day },
    amounts: { now: whole, inAll },
    before: after - amount,
  };
}

/** What a caller sends must be what was booked. C15. */
function assertBooked(query: Query, claim: Claim, { atLoss, invoice }: { atLoss: AtLoss; invoice: Invoice }): void {
  const { placement, lossOn, lines } = atLoss;
  const day = laterOf(lossOn, placement.original.period.start);
  const own = linesOn(placement.stack, day).find((one) => one.securityId === invoice.securityId);
  const line = lines.find((one) => one.securityId === invoice.securityId);
  const { premium, share, brokerage, claimreserve, claimshare, currency, lossdate, description } = query;
  const sent = { premium, share, brokerage, claimreserve, claimshare, currency, lossdate, description };
  assertAsBooked(sent, {
    premium: formatAmount(placement.current.premium, placement.currency),
    share: formatRate(line?.line ?? invoice.line),
    brokerage: formatRate(own?.brokerage ?? placement.current.brokerage),
    claimreserve: formatAmount(claim.incurred, claim.currency),
    claimshare: formatRate(claim.claim_share),
    currency: claim.currency,
    lossdate: claim.loss_date,
    description: claim.description,
  });
}

/** The claim invoices of a claim as they were booked, each of the security whose part it is. C5, C15. */
export async function invoicePlans(ctx: Ctx, query: Query): Promise<DocumentPlan[]> {
  const claim = await claimOf(ctx, query);
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const invoices = await invoicesFor(ctx, claim, query);
  if (invoices.length === 0) throw new AppError('NOTHING_CALLED');
  const loss = await lossFacts(ctx, claim, atLoss);
  const bank = await bankOf(ctx, claim);
  return invoices.map((invoice): DocumentPlan => {
    assertBooked(query, claim, { atLoss, invoice });
    return {
      kind: 'claim-invoice',
      recordKind: 'movement',
      recordId: invoice.movement,
      securityId: invoice.securityId,
      issue: 1,
      branchId: claim.branch_id,
      number: invoice.number,
      noteId: invoice.id,
      partyName: invoice.name,
      total: money(invoice.amount, claim.currency),
      day: invoice.posted_on,
      model: (common) =>
        claimInvoiceModel({
          ...common,
          security: { name: invoice.name, addressLines: addressLines(invoice.address) },
          currency: claim.currency,
          claimShare: claim.claim_share,
          loss,
          ...calledBy(invoice),
          line: invoice.line,
          amount: invoice.amount,
          dueDay: invoice.due_on,
          ...(invoice.payee !== '' && { payee: invoice.payee }),
          ...bank,
        }),
    };
  });
}

/** What was made of a movement, as it would be made now: its invoices, or its salvage note. */
export async function movementPlans(ctx: Ctx, { id }: { id: number }): Promise<DocumentPlan[]> {
  const { claim_id: claim, movement_type: type } = await readMovement(ctx, id);
  return type === 'SALVAGE' ? salvageNotePlans(ctx, { id: claim, movement: id }) : invoicePlans(ctx, { movement: id });
}
