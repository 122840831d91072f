import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import { AppError, invalid, notFound } from '../../../domain/errors.ts';
import type { approveMatched, confirmMatches, undoMatch } from '../../../domain/banks/match-contract.ts';
import {
  bankedTogether,
  knownPayer,
  MATCHED_KINDS,
  proposalKey,
  receiptsIn,
  recordKey,
  type MatchedRecord,
  type Proposal,
} from '../../../domain/banks/matching.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { saveAdjustment } from '../adjustments/actions.ts';
import { ADJUSTMENT_STEPS } from '../adjustments/money.ts';
import { saveReceipt } from '../receipts/actions.ts';
import { RECEIPT_STEPS } from '../receipts/money.ts';
import { endMatches, MATCHED_AS } from '../line-matches.ts';
import { TABLES } from '../records.ts';
import { decide, submit } from '../steps.ts';
import { payVoucher } from '../vouchers/money.ts';
import { ourAccount, type OurAccount } from './accounts.ts';
import { candidatesFor, lockOpenLines, type Candidates, type OpenLine } from './candidates.ts';
import { proposalsOf } from './proposals.ts';

type Item = Decoded<typeof confirmMatches>['body']['items'][number];
type Chosen = { line: OpenLine; item: Item; proposal: Proposal; at: number };
/** A record that a line is, what of the line it is, and what its payer kept back. */
type Made = MatchedRecord & { amount: bigint; kept: number | null };

/** What is saved with a match comes by no address of its own. */
const NO_ADDRESS = { params: {}, query: {} };

/** What of a line goes onto the record that it becomes. */
const referenceOf = ({ reference, endToEnd, statement, position }: OpenLine): string =>
  (reference || endToEnd || `Statement ${statement}, line ${position}`).slice(0, 60);

/** What was received for: the purpose of its notes, where they have one. */
function receiptTypeOf(purposes: ReadonlySet<string>) {
  const [only] = purposes;
  if (purposes.size !== 1 || only === undefined) return 'OTHER';
  if (only === 'PREMIUM' || only === 'CLAIM' || only === 'RETURN' || only === 'FEE') return only;
  return 'OTHER';
}

type Paid = Extract<Proposal, { notes: unknown }>;

/** A receipt for the notes of a proposal, submitted for approval, and what the payer kept back as an adjustment of its note. */
async function makeReceipt(
  ctx: Ctx,
  account: OurAccount,
  { line, item, proposal, candidates }: Omit<Chosen, 'proposal'> & { proposal: Paid; candidates: Candidates },
): Promise<Made> {
  const { currency } = account;
  const amount = (minor: bigint) => formatAmount(minor, currency);
  const receipt = await saveReceipt(ctx, {
    ...NO_ADDRESS,
    body: {
      dateOfIssue: line.day,
      receiptType: receiptTypeOf(new Set(proposal.notes.map(({ note }) => candidates.purposeOf(note)))),
      method: 'BANK_TRANSFER',
      reinsured: proposal.party ?? 0,
      receiptAmount: amount(line.amount),
      currency,
      bank_account: account.id,
      bank_reference: referenceOf(line),
      narrationRef: `${line.party} ${line.text}`.trim().slice(0, 500),
      allocations: proposal.notes.map((part) => ({ note: part.note, amount: amount(part.amount) })),
    },
  });
  await submit(ctx, RECEIPT_STEPS, { params: { id: receipt.id } });
  const { less } = proposal;
  const made = { kind: 'receipt', id: receipt.id, returned: false, amount: line.amount } as const;
  if (less === null) return { ...made, kept: null };
  const adjustment = await saveAdjustment(ctx, {
    ...NO_ADDRESS,
    body: {
      note: less.note,
      kind: less.kind,
      amount: amount(less.amount),
      day: line.day,
      tax: less.kind === 'CERTIFICATE' ? less.tax : null,
      certificate: item.certificate ?? '',
      reason: '',
    },
  });
  // A certificate waits for its paper.
  if (less.kind === 'BANK_CHARGE') await submit(ctx, ADJUSTMENT_STEPS, { params: { id: adjustment.id } });
  return { ...made, kept: adjustment.id };
}

/** Makes of a line what was chosen: records that are there, a receipt that is made, a voucher that is paid with it. */
async function carryOut(ctx: Ctx, account: OurAccount, chosen: Chosen & { candidates: Candidates }): Promise<Made[]> {
  const { line, proposal, candidates } = chosen;
  if ('notes' in proposal) return [await makeReceipt(ctx, account, { ...chosen, proposal })];
  for (const { kind, id, returned } of proposal.records) {
    const version = kind === 'voucher' && !returned ? candidates.toPay(id) : null;
    if (version === null) continue;
    if (!ctx.can('vouchers.pay', ctx.branch.id)) throw new AppError('FORBIDDEN');
    const body = { version, bank_date: line.day, bank_reference: referenceOf(line) };
    await payVoucher(ctx, { ...NO_ADDRESS, params: { id }, body });
  }
  return proposal.records.map((record) => ({
    ...record,
    amount: candidates.entryOf(record)?.amount ?? line.amount,
    kept: null,
  }));
}

/** Records that are chosen do not change until the commit. Throws STALE where one did since it was proposed. */
async function lockRecords(ctx: Ctx, chosen: readonly Chosen[], candidates: Candidates): Promise<void> {
  const records = chosen.flatMap(({ proposal }) => ('records' in proposal ? proposal.records : []));
  for (const kind of MATCHED_KINDS) {
    const own = records.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const { rows } = await sql<{ id: number; version: number }>`
      select t.id, t.version from ${sql.table(TABLES[kind].name)} t
      where t.id = any(${own.map(({ id }) => id)}::int[]) and t.branch_id = any(${[...ctx.scope]}::int[])
      order by t.id for no key update`.execute(ctx.db);
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    if (own.some((one) => candidates.entryOf(one)?.version !== versions.get(one.id))) throw new AppError('STALE');
  }
}

/** What was chosen for each line, as it is proposed now. Throws STALE where it no longer is, VALIDATION of what is taken twice. */
function chosenOf(items: readonly Item[], lines: ReadonlyMap<number, OpenLine>, candidates: Candidates): Chosen[] {
  const taken = new Set<string>();
  return items.map((item, at) => {
    const line = lines.get(item.line);
    if (!line) throw new AppError('STALE');
    const proposal =
      proposalsOf(line, candidates).all.find((one) => proposalKey(one) === item.key) ??
      bankedTogether(line, item.key, candidates.entered);
    if (!proposal) throw new AppError('STALE');
    const parts =
      'notes' in proposal ? proposal.notes.map(({ note }) => `note:${note}`) : proposal.records.map(recordKey);
    const twice = parts.some((part) => taken.has(part));
    for (const part of [...parts, `line:${line.id}`]) taken.add(part);
    if (twice || items.findIndex((other) => other.line === item.line) !== at)
      throw invalid({ field: `items.${at}.key`, message: 'Another line of these takes the same. Confirm it first.' });
    return { line, item, proposal, at };
  });
}

/** Remembers by which name and account a payer paid; what came back may be in the name of the bank. */
async function learn(ctx: Ctx, { line, proposal }: Chosen): Promise<void> {
  const { party } = proposal;
  if (party === null || ('records' in proposal && proposal.records.some(({ returned }) => returned))) return;
  await sql`
    insert into payer_names (known_by, party_id, learned_by, learned_at)
    select k.known, ${party}, ${ctx.user.id}, ${ctx.now} from unnest(${knownPayer(line)}::text[]) as k (known)
    where not exists (select 1 from payer_names x where x.known_by = k.known and x.party_id = ${party})`.execute(
    ctx.db,
  );
}

/** Keeps what a line is: one record, or several in their order. */
async function keepMatches(
  ctx: Ctx,
  account: OurAccount,
  { line, proposal, made }: Chosen & { made: readonly Made[] },
): Promise<number[]> {
  const rows = await ctx.db
    .insertInto('bank_matches')
    .values(
      made.map(({ kind, id, returned, amount, kept }, at) => ({
        branch_id: ctx.branch.id,
        bank_account_id: account.id,
        line_id: line.id,
        place: at + 1,
        reason: proposal.reason,
        [MATCHED_AS[kind]]: id,
        returned,
        amount,
        adjustment_id: kept,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })),
    )
    .returning('id')
    .execute();
  for (const { kind, id, returned } of made) {
    const facts = { reason: proposal.reason, [kind]: id, ...(returned && { returned }) };
    await ctx.audit({ entity: 'bank_line', entityId: line.id, branchId: ctx.branch.id, action: 'line_matched', facts });
  }
  return rows.map(({ id }) => id);
}

/**
 * Confirms what lines of an account are, as it is proposed now: receipts with allocations are made and submitted, approved
 * vouchers are paid on the day of the line. All of them or none; a line is matched once. M10.
 */
export async function confirmLines(
  ctx: Ctx,
  { body }: Decoded<typeof confirmMatches>,
): Promise<Reply<typeof confirmMatches>> {
  const account = await ourAccount(ctx, body.account, { lock: false });
  const lines = await lockOpenLines(
    ctx,
    account.id,
    body.items.map(({ line }) => line),
  );
  const receipts = body.items.flatMap(({ key }) => receiptsIn(key));
  const candidates = await candidatesFor(ctx, account, { lines: [...lines.values()], receipts });
  const chosen = chosenOf(body.items, lines, candidates);
  await lockRecords(ctx, chosen, candidates);
  const matches: number[] = [];
  for (const one of chosen) {
    const made = await carryOut(ctx, account, { ...one, candidates });
    matches.push(...(await keepMatches(ctx, account, { ...one, made })));
    await learn(ctx, one);
  }
  await sql`update bank_lines set matched = true where id = any(${[...lines.keys()]}::int[])`.execute(ctx.db);
  return { id: account.id, version: 1, status: 'MATCHED', matches };
}

/** Approves receipts in one act of a second person, in the order of their ids. §4, M10. */
export async function approveReceipts(
  ctx: Ctx,
  { body }: Decoded<typeof approveMatched>,
): Promise<Reply<typeof approveMatched>> {
  const ids = body.receipts.map(({ id }) => id);
  const matched = await ctx.db
    .selectFrom('bank_matches')
    .select('receipt_id')
    .where('receipt_id', 'in', ids)
    .where('live', '=', true)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  if (ids.some((id) => !matched.some((one) => one.receipt_id === id))) throw notFound();
  const numbers: string[] = [];
  for (const { id, version } of body.receipts.toSorted((a, b) => a.id - b.id)) {
    const saved = await decide(ctx, RECEIPT_STEPS, { params: { id, a: 'APPROVED' }, query: {}, body: { version } });
    numbers.push(saved.number ?? '');
  }
  return { id: body.receipts[0]?.id ?? 0, version: 1, status: 'APPROVED', numbers };
}

/** Takes a match back: the line is open again, what it was matched with stays as it is. */
export async function unmatch(ctx: Ctx, { params, body }: Decoded<typeof undoMatch>): Promise<Reply<typeof undoMatch>> {
  const match = await ctx.db
    .selectFrom('bank_matches')
    .selectAll()
    .where('id', '=', params.id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  assertVersion(match.version, body.version);
  if (!match.live) throw new AppError('WRONG_STATE', { status: 'taken back', action: 'taking it back' });
  await endMatches(ctx, [match.line_id], body.reason);
  return { id: match.id, version: match.version + 1, status: 'UNMATCHED' };
}
