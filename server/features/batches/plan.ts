import { sql } from 'kysely';
import type { planBatch } from '../../../domain/batches/contract.ts';
import type { StepAct } from '../../../domain/batches/tables.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import { letsIn } from '../../../domain/permissions.ts';
import { KINDS, type AnyStatus, type Kind, type KindName } from '../../../domain/records/kinds.ts';
import { assertMay } from '../../../domain/states.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { whyNot } from '../decisions.ts';
import { shownColumns, TABLES } from '../records.ts';
import { lookAt, rightToStep, type Routes, type Seen } from './step-calls.ts';

type BatchRow = {
  id: number;
  branch_id: number;
  version: number;
  status: AnyStatus;
  london: boolean;
  called: string;
  title: string;
  currency: string;
  amount: bigint | null;
};

/** The records of a kind that the caller may see, in the order in which they are named. Throws NOT_FOUND where one is missing. */
export async function batchRows(ctx: Ctx, kind: KindName, ids: readonly number[]): Promise<BatchRow[]> {
  const unique = [...new Set(ids)];
  const seen = ctx.scope.filter((branch) => ctx.can(KINDS[kind].view, branch));
  const { name, number, party } = TABLES[kind];
  const london = kind === 'policy' ? sql`t.market = 'LONDON'` : sql`false`;
  const { rows } = await sql<BatchRow>`
    select t.id, t.branch_id, t.version, t.status, ${london} as london,
      coalesce(t.${sql.ref(number)}, '#' || t.id) as called, ${shownColumns(kind)}
    from ${sql.table(name)} t left join parties p on p.id = ${party}
    where t.id = any(${unique}::int[]) and t.branch_id = any(${seen}::int[])
    order by array_position(${unique}::int[], t.id)`.execute(ctx.db);
  if (rows.length < unique.length) throw notFound();
  return rows.map((row) => ({ ...row, title: row.title ?? '' }));
}

type Wanted = { kind: KindName; act: StepAct };

/** What is seen of a record, and why the batch leaves it out; `why` is null where it would be done. */
async function look(ctx: Ctx, routes: Routes, { kind, act, row }: Wanted & { row: BatchRow }) {
  const { states }: Kind = KINDS[kind];
  const { id, version, london } = row;
  const seen: Seen = { id, version };
  const right = rightToStep(routes, { kind, london }, act);
  const barred = await whyNot(() => {
    if (!letsIn(right, (one) => ctx.can(one, row.branch_id))) throw new AppError('FORBIDDEN');
    assertMay(states, row.status, act === 'submit' ? 'submit' : 'decide');
  });
  if (barred !== null || act === 'submit') return { seen, why: barred };
  try {
    return await lookAt(ctx, routes, { kind, london, id });
  } catch (error) {
    if (error instanceof AppError) return { seen, why: error.message };
    throw error;
  }
}

/** What a batch would do: its records with what is seen of them, those left out and why, and sums by currency. */
export async function plannedBatch(
  ctx: Ctx,
  routes: Routes,
  { body: { kind, act, ids } }: Decoded<typeof planBatch>,
): Promise<Reply<typeof planBatch>> {
  const records: Reply<typeof planBatch>['records'] = [];
  const leftOut: Reply<typeof planBatch>['left_out'] = [];
  const counted: BatchRow[] = [];
  for (const row of await batchRows(ctx, kind, ids)) {
    // One after the other: a transaction has one connection.
    const { seen, why } = await look(ctx, routes, { kind, act, row });
    const shown = { id: row.id, called: row.called, title: row.title };
    if (why === null) {
      records.push({ ...shown, seen });
      counted.push(row);
    } else leftOut.push({ ...shown, why });
  }
  const currencies = [...new Set(counted.map((row) => row.currency))].toSorted();
  return {
    records,
    left_out: leftOut,
    sums: currencies.map((currency) => {
      const own = counted.filter((row) => row.currency === currency);
      return { currency, amount: formatAmount(sum(own.map((row) => row.amount ?? 0n)), currency), records: own.length };
    }),
  };
}
