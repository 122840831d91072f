import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf } from '../../../domain/errors.ts';
import {
  bridgeOf,
  type Bridge,
  type MatchedBy,
  type OurDocument,
  type Reason,
  type TheirLine,
} from '../../../domain/reconciliations/bridge.ts';
import { getReconciliation } from '../../../domain/reconciliations/contract.ts';
import type { listReconciliations } from '../../../domain/reconciliations/contract.ts';
import type { ReconciliationStatus } from '../../../domain/reconciliations/states.ts';
import { bridgeTable, reconciliationTable } from '../../../domain/reconciliations/tables.ts';
import type { Side } from '../../../domain/statements/account.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { type Day, dayIn, writtenDay } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount, showMoney, sum } from '../../../domain/values/money.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { contains } from '../registers/page.ts';
import { report } from '../reports/report.ts';
import { ourDocuments } from './ours.ts';

const DEFINITION: ListDefinition = {
  table: 'reconciliations',
  columns: sql`t.id, t.version, p.id as party_id, p.name, t.as_at, t.status, t.currency, t.ours, t.explained, t.theirs,
    t.lines, t.file_name, (select b.code from branches b where b.id = t.branch_id) as branch, u.name as made_by, t.made_by as made_by_id,
    t.made_at, f.name as finished_by, t.finished_by as finished_by_id, t.finished_at`,
  joins: sql`join parties p on p.id = t.party_id join users u on u.id = t.made_by left join users f on f.id = t.finished_by`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof reconciliationTable>, string>,
  defaultSort: 'id,desc',
  search: (text) =>
    sql`exists (select 1 from parties s where s.id = t.party_id and ${contains(sql`s.search_text`, text)})`,
};

/** Statements of parties that were held against ours. §6 Paged lists. */
export const reconciliations = list({
  table: reconciliationTable,
  name: 'reconciliations',
  title: 'Reconciliations',
  definition: () => DEFINITION,
  where: (_ctx, { status, party }: Decoded<typeof listReconciliations>['query']) => [same({ status, party_id: party })],
  rowOf: ({
    party_id: id,
    name,
    ...row
  }: Omit<Values<typeof reconciliationTable>, 'party'> & { party_id: number; name: string }) => ({
    ...row,
    party: { id, name },
  }),
});

/** A reconciliation of the caller's branches. */
export type Stored = {
  id: number;
  branch_id: number;
  version: number;
  status: ReconciliationStatus;
  party_id: number;
  party: string;
  side: Side;
  currency: string;
  as_at: Day;
  turned: boolean;
  file_name: string;
  branch: string;
  theirs: bigint;
  ours: bigint | null;
  explained: bigint | null;
  made_by: string;
  made_at: Date;
  finished_by: string | null;
  finished_at: Date | null;
  /** The finished one that this one looks at again, and the one that looks at this one again. */
  follows: number | null;
  followed_by: number | null;
};

/** Reads one; with `lock` it does not change until the transaction ends. A foreign id answers like a missing one. */
export async function readReconciliation(ctx: Ctx, id: number, { lock }: { lock: boolean }): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select t.id, t.branch_id, (select b.code from branches b where b.id = t.branch_id) as branch, t.version, t.status, p.id as party_id, p.name as party, p.kind as side, t.currency, t.as_at, t.turned, t.file_name,
      t.theirs, t.ours, t.explained, u.name as made_by, t.made_at, f.name as finished_by, t.finished_at,
      t.follows_id as follows, (select n.id from reconciliations n where n.follows_id = t.id) as followed_by
    from reconciliations t join parties p on p.id = t.party_id join users u on u.id = t.made_by left join users f on f.id = t.finished_by
    where t.id = ${id} and t.branch_id = any(${[...ctx.scope]}::int[]) ${lock ? sql`for update of t` : sql``}`.execute(
    ctx.db,
  );
  return firstOf(rows);
}

/** Its lines as the party wrote them, with what a person said that they are. */
async function linesOf(ctx: Ctx, id: number): Promise<TheirLine[]> {
  const rows = await ctx.db
    .selectFrom('reconciliation_lines')
    .select(['row', 'day', 'document', 'reference', 'text', 'amount', 'chosen', 'choice'])
    .where('reconciliation_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('row')
    .execute();
  return rows.map(({ chosen, choice, ...line }) => (chosen ? { ...line, choice } : line));
}

async function reasonsOf(ctx: Ctx, id: number): Promise<Map<string, Reason | null>> {
  const rows = await ctx.db
    .selectFrom('reconciliation_reasons')
    .select(['key', 'reason'])
    .where('reconciliation_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  return new Map(rows.map(({ key, reason }) => [key, reason as Reason | null]));
}

/** Up to one unit of a currency, in its minor units, is rounding. */
function unitOf(currency: string): bigint {
  const unit = parseAmount('1', currency);
  return typeof unit === 'bigint' ? unit : 1n;
}

type Worked = { bridge: Bridge; lines: TheirLine[]; documents: OurDocument[] };

/** The bridge of one that is open, from the books as they are now. M13. */
export async function workOutBridge(ctx: Ctx, one: Stored): Promise<Worked> {
  const { branch_id: branch, party_id: party, side, currency, as_at: day } = one;
  const lines = await linesOf(ctx, one.id);
  const documents = await ourDocuments(ctx, { branch, party, side, currency, day });
  const bridge = bridgeOf(lines, documents, { reasons: await reasonsOf(ctx, one.id), cents: unitOf(currency) });
  return { bridge, lines, documents };
}

/** The bridge of one that is finished, as it was kept. */
async function keptBridge(ctx: Ctx, { id, theirs, ours, explained }: Stored): Promise<Worked> {
  const rows = await ctx.db
    .selectFrom('reconciliation_entries')
    .select(['key', 'document', 'rows', 'theirs', 'ours', 'difference', 'reason', 'matched_by'])
    .where('reconciliation_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('place')
    .execute();
  const entries = rows.map(({ matched_by: by, reason, ...row }) => ({
    ...row,
    reason: reason as Reason | null,
    by: by as MatchedBy | null,
    proposed: false,
    ties: [],
  }));
  const kept = { theirs, ours: ours ?? 0n, explained: explained ?? 0n, left: 0n, open: 0 };
  return { bridge: { ...kept, entries }, lines: await linesOf(ctx, id), documents: [] };
}

const worked = (ctx: Ctx, one: Stored): Promise<Worked> =>
  one.status === 'FINISHED' ? keptBridge(ctx, one) : workOutBridge(ctx, one);

const rowsOf = ({ bridge }: Worked, { currency }: Stored): Values<typeof bridgeTable>[] =>
  bridge.entries.map(({ ties: _ties, ...entry }) => ({ ...entry, currency }));

const MOST_DOCUMENTS = 500;

async function recordOf(ctx: Ctx, id: number): Promise<Reply<typeof getReconciliation>> {
  const one = await readReconciliation(ctx, id, { lock: false });
  const now = await worked(ctx, one);
  const { bridge, lines, documents } = now;
  const { currency } = one;
  const shown = (amount: bigint) => formatAmount(amount, currency);
  const numbers = new Map(documents.map((document) => [document.key, document.number]));
  return {
    id: one.id,
    version: one.version,
    status: one.status,
    party: { id: one.party_id, name: one.party },
    side: one.side,
    currency,
    as_at: one.as_at,
    turned: one.turned,
    file_name: one.file_name,
    branch: one.branch,
    made_by: one.made_by,
    made_at: one.made_at,
    follows: one.follows,
    followed_by: one.followed_by,
    finished: one.finished_at && { by: one.finished_by ?? '', at: one.finished_at },
    ours: shown(bridge.ours),
    theirs: shown(bridge.theirs),
    explained: shown(bridge.explained),
    left: shown(bridge.left),
    open: bridge.open,
    data: rowsOf(now, one).map((row) => replyRow(bridgeTable, row, ctx.firm.baseCurrency)),
    lines: lines.map(({ choice: _choice, ...line }) => ({ ...line, amount: shown(line.amount) })),
    ties: bridge.entries
      .filter(({ ties }) => ties.length > 0)
      .map(({ rows: [row = 0], ties }) => ({
        row,
        documents: ties.map((key) => ({ key, number: numbers.get(key) ?? key })),
      })),
    documents: documents.slice(0, MOST_DOCUMENTS).map(({ key, number, open }) => ({ key, number, open: shown(open) })),
  };
}

/** One reconciliation on its page, and its bridge as CSV, XLSX and PDF. M13. */
export const reconciliation = report({
  endpoint: getReconciliation,
  table: bridgeTable,
  name: 'reconciliation',
  title: 'Reconciliation of a statement',
  period: async (ctx, { params }) =>
    `As at ${writtenDay((await readReconciliation(ctx, params.id, { lock: false })).as_at)}`,
  facts: async (ctx, { params }) => {
    const one = await readReconciliation(ctx, params.id, { lock: false });
    const { bridge } = await worked(ctx, one);
    const shown = (amount: bigint) => showMoney({ amount, currency: one.currency });
    return [
      fact('Statement of', one.party),
      fact('Our balance', shown(bridge.ours)),
      fact('Differences', shown(bridge.explained)),
      fact('Their balance', shown(bridge.theirs)),
      fact('Left', shown(bridge.left)),
      fact('File', one.file_name),
      fact(
        'Finished',
        one.finished_at === null
          ? undefined
          : `${one.finished_by}, ${writtenDay(dayIn(ctx.firm.timeZone, one.finished_at))}`,
      ),
    ];
  },
  reply: (ctx, { params }) => recordOf(ctx, params.id),
  rows: async (ctx, { params }) => {
    const one = await readReconciliation(ctx, params.id, { lock: false });
    return rowsOf(await worked(ctx, one), one);
  },
});

/** What our account with a party comes to on a day, as the account is shown. */
export async function ourBalance(ctx: Ctx, account: Parameters<typeof ourDocuments>[1]): Promise<bigint> {
  return sum((await ourDocuments(ctx, account)).map((one) => one.open));
}
