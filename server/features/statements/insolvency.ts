import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import {
  DRILL_PARTS,
  type DrillPart,
  drillTable,
  drillTotals,
  insolvencyDrill,
} from '../../../domain/reports/insolvency.ts';
import { besideOn } from '../../../domain/reports/beside.ts';
import { besideOther, leftBeside } from '../../../domain/reports/laid.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { besideFact, fact } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { claimRegister } from '../reports/claims/claim-register.ts';
import { unearnedOf } from '../reports/claims/written-premium.ts';
import { openAt } from '../reports/money/open-items.ts';
import { firstShown, MOST } from '../reports/first-rows.ts';
import { type Named, partyOf } from '../reports/money/party.ts';
import { linesInForce } from '../reports/production/exposure.ts';
import type { CurrencyTotal } from '../reports/paging.ts';
import { report } from '../reports/report.ts';
import { awaitingNotes } from './account.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type Input = Decoded<typeof insolvencyDrill>;
type Laid = Values<typeof drillTable>;
type LaidTotal = Values<typeof drillTotals>;
/** Of one day. */
type Row = Omit<Laid, 'beside' | 'change'>;
type Total = Omit<LaidTotal, 'beside' | 'change'>;
type Drill = { party: number; day: Day };
type Stored = Omit<Row, 'part' | 'policy'> & { part: DrillPart; policy_id: number | null; policy: string };

const rowOf = ({ policy_id, policy, ...row }: Stored): Row => ({
  ...row,
  policy: policy_id === null ? null : { id: policy_id, name: policy },
});

/** Claim invoices that it has not paid, and returns that it has not given back, at the end of a day. */
async function openDocuments(ctx: Ctx, { party, day }: Drill): Promise<Row[]> {
  const { rows } = await sql<Stored>`
    with ${openAt(ctx, { day, functions: ['CLAIMS_RECOVERABLE', 'PREMIUM_PAYABLE'], party })}
    select case when o.function = 'CLAIMS_RECOVERABLE' then 'CLAIM' else 'RETURN' end as part, coalesce(n.number, '') as document, n.id as note_id, null::int as claim_id,
      p.id as policy_id, coalesce(p.broker_reference, '') as policy, i.id as insured_id, coalesce(i.name, ${HISTORY_INSURED}) as insured,
      r.id as reinsured_id, coalesce(r.name, '') as reinsured, null::date as start, null::date as "end", null::bigint as share, o.currency,
      sum(o.open)::bigint as amount
    from open_at o left join notes n on n.id = o.note_id left join claims c on c.id = n.claim_id
      left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')} left join parties i on i.id = p.current_insured_id
      left join parties r on r.id = p.reinsured_id ${HISTORY_OF_NOTE}
    where o.open > 0
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, o.currency order by 1, n.id`.execute(ctx.db);
  return rows.map(rowOf);
}

/** What is reserved on claims and was not called, its part of it. */
async function reserves(ctx: Ctx, { party, day }: Drill): Promise<Row[]> {
  const found: Row[] = [];
  for await (const claim of await claimRegister.rows(ctx, { query: { security: party, asat: day } })) {
    const { id, number, policy, insured_id, insured, reinsured_id, reinsured, line, currency, outstanding } = claim;
    if (outstanding > 0n)
      found.push({
        part: 'RESERVE',
        document: number,
        note_id: null,
        claim_id: id,
        policy,
        insured_id,
        insured,
        reinsured_id,
        reinsured,
        start: claim.data_loss_date,
        end: null,
        share: line,
        currency,
        amount: outstanding,
      });
  }
  return found;
}

type Read = { rows: Row[]; totals: CurrencyTotal[] };
/** A part of the drill: all of its rows or the first of them, and what all come to by currency. */
type Part = (most?: number) => Promise<Read>;

/** Of few rows, which are read whole. */
const listed =
  (rows: readonly Row[]): Part =>
  async (most) => {
    const byCurrency = Map.groupBy(rows, (row) => row.currency);
    return {
      rows: rows.slice(0, most),
      totals: [...byCurrency].map(([currency, own]) => ({ currency, amount: sum(own.map((row) => row.amount)) })),
    };
  };

/** A row whose document is its policy. */
const ofPolicy = ({ policy }: { policy: { name: string } }) => ({
  document: policy.name,
  note_id: null,
  claim_id: null,
});

async function partsOf(ctx: Ctx, of: Drill): Promise<Record<DrillPart, Part>> {
  const documents = Map.groupBy(await openDocuments(ctx, of), (row) => row.part);
  return {
    CLAIM: listed(documents.get('CLAIM') ?? []),
    RESERVE: listed(await reserves(ctx, of)),
    LINE: async (most) => {
      const { rows, totals } = await linesInForce(ctx, of, most);
      return { totals, rows: rows.map((line) => ({ part: 'LINE', ...ofPolicy(line), ...line })) };
    },
    UNEARNED: async (most) => {
      const { rows, totals } = await unearnedOf(ctx, of, most);
      return { totals, rows: rows.map((line) => ({ part: 'UNEARNED', ...ofPolicy(line), ...line })) };
    },
    UNRELEASED: async (most) => {
      const { rows, totals } = await awaitingNotes(ctx, of, most);
      return {
        totals,
        rows: rows.map((note) => ({
          part: 'UNRELEASED',
          claim_id: null,
          start: null,
          end: null,
          share: null,
          ...note,
        })),
      };
    },
    RETURN: listed(documents.get('RETURN') ?? []),
  };
}

const LAID = {
  /** A policy, a claim or a note has one row of a part. */
  key: ({ part, document, policy, currency }: Row) => `${part}/${document}/${policy?.id ?? ''}/${currency}`,
  amount: ({ amount }: Row) => amount,
  gone: (row: Row): Row => ({ ...row, amount: 0n }),
};
const LAID_TOTALS = {
  key: ({ part, currency }: Total) => `${part}/${currency}`,
  amount: ({ amount }: Total) => amount,
  gone: (row: Total): Total => ({ ...row, amount: 0n }),
};
type Drilled = { rows: Laid[]; totals: LaidTotal[] };

/**
 * Everything at stake with a security at the end of a day, part by part: all, or the first rows of it, and what each part comes to. Beside another day a part is read
 * whole of both, until there are enough rows: of the parts that follow what they come to alone.
 */
async function laidDrill(ctx: Ctx, input: Input, most?: number): Promise<Drilled> {
  const { party, day } = await drillOf(ctx, input);
  const beside = besideOn(input.query.beside, day);
  const own = await partsOf(ctx, { party: party.id, day });
  const other = beside === undefined ? undefined : await partsOf(ctx, { party: party.id, day: beside });
  const laid: Drilled = { rows: [], totals: [] };
  for (const part of DRILL_PARTS) {
    const left = most === undefined ? undefined : Math.max(most - laid.rows.length, 0);
    const wanted = other === undefined || left === 0 ? left : undefined;
    const now = await own[part](wanted);
    const then = await other?.[part](wanted);
    const ofPart = (totals: readonly CurrencyTotal[]): Total[] => totals.map((total) => ({ part, ...total }));
    laid.rows.push(...besideOther(now.rows, then?.rows, LAID));
    laid.totals.push(...besideOther(ofPart(now.totals), then && ofPart(then.totals), LAID_TOTALS));
  }
  return laid;
}

async function drillOf(ctx: Ctx, { query }: Input): Promise<{ party: Named; day: Day }> {
  const party = await partyOf(ctx, query.param, 'SECURITY');
  if (party === null) throw notFound();
  return { party, day: query.asat ?? ctx.today };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof insolvencyDrill>> {
  const base = ctx.firm.baseCurrency;
  const { party, day } = await drillOf(ctx, input);
  const { rows, totals } = await laidDrill(ctx, input, MOST + 1);
  return {
    as_at: day,
    party,
    ...(await firstShown(ctx, rows, { table: drillTable, rowOf: (row) => row })),
    totals: totals.map((row) => replyRow(drillTotals, row, base)),
  };
}

/** What would be at stake if a security could not pay. §7. */
export const insolvency = report({
  endpoint: insolvencyDrill,
  table: drillTable,
  name: 'insolvency-drill',
  title: 'Insolvency drill',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, input) => {
    const { party, day } = await drillOf(ctx, input);
    const beside = besideOn(input.query.beside, day);
    return [fact('Security', party.name), besideFact(beside)];
  },
  leaves: leftBeside,
  reply,
  rows: async (ctx, input) => (await laidDrill(ctx, input)).rows,
});
