import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { scheduleOfSecurities } from '../../../domain/reports/securities.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';

type Input = Decoded<typeof scheduleOfSecurities>;
type Schedule = Reply<typeof scheduleOfSecurities>;
type Policy = { id: number; name: string; currency: string };

type Row = {
  security_id: number;
  security: string;
  endorsement: string | null;
  effective_date: string;
  share: bigint;
  sharepremium: bigint;
  commission: bigint;
  brokerage: bigint;
  tax: bigint;
  deductions: bigint;
  netpayable: bigint;
  paid: bigint;
  balance: bigint;
  note_id: number | null;
  number: string | null;
  due_on: string | null;
};

const AMOUNTS = [
  'sharepremium',
  'commission',
  'brokerage',
  'tax',
  'deductions',
  'netpayable',
  'paid',
  'balance',
] as const satisfies readonly (keyof Row)[];

/** The policy behind an id or a broker reference; one of another branch is not there. */
async function askedPolicy(ctx: Ctx, { query }: Input): Promise<Policy> {
  const { param } = query;
  const wanted = /^\d{1,10}$/.test(param) ? sql`p.id = ${param}::bigint` : sql`p.broker_reference = ${param}`;
  const { rows } = await sql<Policy>`
    select p.id, p.broker_reference as name, p.currency from policies p
    where p.branch_id = any(${[...ctx.scope]}::int[]) and ${wanted}`.execute(ctx.db);
  const [policy] = rows;
  if (!policy) throw new AppError('NOT_FOUND');
  return policy;
}

/**
 * Each security's line in the original and in every approved endorsement. What of it is open is what the ledger holds on its
 * note; the rest of the note was paid or set off.
 */
function rowsQuery({ id }: Policy): RawBuilder<Row> {
  return sql<Row>`
    with lines as (
      select 0 as sequence, null::int as endorsement_id, null::text as endorsement, p.insurance_start_date as effective_date,
        l.position, l.security_id, l.share, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount,
        l.deductions, l.net_payable
      from policy_lines l join policies p on p.id = l.policy_id where l.policy_id = ${id}
      union all
      select e.sequence, e.id, e.number, e.effective_date, l.position, l.security_id, l.share, l.share_premium,
        l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable
      from endorsement_lines l join endorsements e on e.id = l.endorsement_id
      where e.policy_id = ${id} and e.status = 'APPROVED'),
    first as (select security_id, min((sequence, position)) as place from lines group by security_id)
    select l.security_id, s.name as security, l.endorsement, l.effective_date, l.share, l.share_premium as sharepremium,
      l.commission_amount as commission, l.brokerage_amount as brokerage, l.tax_amount as tax, l.deductions,
      l.net_payable as netpayable, case when n.id is null then 0 else l.net_payable + o.open end as paid,
      case when n.id is null then 0 else -o.open end as balance, n.id as note_id, n.number, n.due_on
    from lines l join first f on f.security_id = l.security_id join parties s on s.id = l.security_id
    left join notes n on n.policy_id = ${id} and n.party_id = l.security_id and n.status = 'ISSUED'
      and n.endorsement_id is not distinct from l.endorsement_id
    cross join lateral (
      select coalesce(sum(i.outstanding), 0)::bigint as open from open_items i
      where i.note_id = n.id and i.account = any(${accountsOf('PREMIUM_PAYABLE')})) o
    order by f.place, l.security_id, l.sequence`;
}

type Amounts = Record<(typeof AMOUNTS)[number], string>;

function summed(rows: readonly Row[], currency: string): Amounts {
  return Object.fromEntries(
    AMOUNTS.map((field) => [field, formatAmount(sum(rows.map((row) => row[field])), currency)]),
  ) as Amounts;
}

/** The schedule of securities of one policy. §6. */
export async function scheduleOf(ctx: Ctx, input: Input): Promise<Schedule> {
  const policy = await askedPolicy(ctx, input);
  const { currency } = policy;
  const { rows } = await rowsQuery(policy).execute(ctx.db);
  const bySecurity = Map.groupBy(rows, (row) => row.security_id);
  return {
    policy: { id: policy.id, name: policy.name },
    currency,
    data: rows.map(({ security_id: id, security: name, note_id: noteId, number, ...row }) => ({
      ...row,
      ...summed([{ ...row, security_id: id, security: name, note_id: noteId, number }], currency),
      security: { id, name },
      note: noteId === null ? null : { id: noteId, number: number ?? '' },
    })),
    securities: [...bySecurity].map(([id, own]) => ({
      security: { id, name: own[0]?.security ?? '' },
      share: own.at(-1)?.share ?? 0n,
      ...summed(own, currency),
    })),
    total: summed(rows, currency),
  };
}

const columnsOf = ({ name, currency }: Policy): Column<Row>[] => {
  const amount = (title: string, field: (typeof AMOUNTS)[number]): Column<Row> => ({
    name: title,
    kind: 'amount',
    cell: (row) => formatAmount(row[field], currency),
  });
  return [
    { name: 'Policy', kind: 'text', cell: () => name },
    { name: 'Security', kind: 'text', cell: (row) => row.security },
    { name: 'Endorsement', kind: 'text', cell: (row) => row.endorsement },
    { name: 'From', kind: 'day', cell: (row) => row.effective_date },
    { name: 'Line %', kind: 'rate', cell: (row) => formatRate(row.share) },
    { name: 'Currency', kind: 'text', cell: () => currency },
    amount('Share premium', 'sharepremium'),
    amount('Commission', 'commission'),
    amount('Brokerage', 'brokerage'),
    amount('Tax', 'tax'),
    amount('Deductions', 'deductions'),
    amount('Net', 'netpayable'),
    { name: 'Note', kind: 'text', cell: (row) => row.number },
    { name: 'Due', kind: 'day', cell: (row) => row.due_on },
    amount('Paid', 'paid'),
    amount('Balance', 'balance'),
  ];
};

/** The same rows as a table to export. */
export async function scheduleExport(ctx: Ctx, input: Input): Promise<ExportTable> {
  const policy = await askedPolicy(ctx, input);
  return exportTable({
    name: 'schedule-of-securities',
    columns: columnsOf(policy),
    rows: rowsOf(ctx.db, rowsQuery(policy)),
  });
}
