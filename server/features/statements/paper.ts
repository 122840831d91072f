import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { notFound } from '../../../domain/errors.ts';
import { BUCKET_LABELS, BUCKETS } from '../../../domain/reports/buckets.ts';
import { type AccountSummary, ageOf, type BatchSide, summariesOf } from '../../../domain/statements/account.ts';
import { accountItemTable } from '../../../domain/statements/tables.ts';
import { type Day, yearOf } from '../../../domain/values/day.ts';
import { type CurrencyCode, money, sum } from '../../../domain/values/money.ts';
import { statementModel, type StatementInput } from '../../platform/documents/kinds/statement.ts';
import { fileOf } from '../../platform/exports/table.ts';
import { writeXlsx } from '../../platform/exports/xlsx.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { addressLines } from '../papers/placements.ts';
import { accountItems, awaitingOf, type OpenItem } from './account.ts';

/** The party of one statement of a batch, and the day of the batch. */
export type StatementItem = { id: number; party: number; side: BatchSide; asAt: Day };

type Currency = StatementInput['currencies'][number];

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** What we noted is a debit where it is due to us and a credit where it is due to the party; what settled it is opposite. */
const sides = ({ amount, settled }: OpenItem) => {
  const of = (figure: bigint) => (figure > 0n ? figure : 0n);
  return { debit: of(amount) + of(-settled), credit: of(-amount) + of(settled) };
};

function rowsOf(items: readonly OpenItem[]): Currency['rows'] {
  let balance = 0n;
  return items
    .filter((item) => item.open !== 0n)
    .map((item) => {
      balance += item.open;
      const { opened_on: day, document, policy, insured, due_on: due } = item;
      return { day, document, policy, insured, due, ...sides(item), balance };
    });
}

const summaryOf = (of: AccountSummary) => [
  { label: 'Premium', amount: of.premium },
  { label: 'Returns', amount: of.returns },
  { label: 'Claims collected', amount: of.claims },
  { label: 'Unallocated cash', amount: of.unallocated },
  { label: 'Balance', amount: of.balance },
];

function currencyOf(
  of: AccountSummary,
  items: readonly OpenItem[],
  { side, asAt, awaiting }: StatementItem & { awaiting: ReadonlyMap<string, bigint> },
): Currency {
  const rows = rowsOf(items);
  const ages = ageOf(items, asAt);
  return {
    currency: of.currency,
    rows,
    totalDebit: sum(rows.map((row) => row.debit)),
    totalCredit: sum(rows.map((row) => row.credit)),
    balance: of.balance,
    // What a security is owed is claims called of it, not collected on its behalf.
    summary: summaryOf(of).map((one) =>
      side === 'SECURITY' && one.label === 'Claims collected' ? { ...one, label: 'Claims' } : one,
    ),
    awaiting: awaiting.get(of.currency) ?? 0n,
    toCome: items.filter((item) => item.to_come !== 0n).map(({ to_come: amount, ...item }) => ({ ...item, amount })),
    ageing: [
      ...BUCKETS.map((bucket) => ({ label: BUCKET_LABELS[bucket], amount: ages[bucket] })),
      { label: 'Unallocated', amount: of.unallocated },
      { label: 'Total', amount: of.balance },
    ],
  };
}

/** What a statement says: its paper to be, and the rows of its sheet; null where nothing is open. M12. */
export async function statementPlan(
  ctx: Ctx,
  item: StatementItem,
): Promise<{ plan: DocumentPlan; items: OpenItem[] } | null> {
  const items = await accountItems(ctx, { party: item.party, day: item.asAt });
  const summaries = summariesOf(items);
  if (summaries.length === 0) return null;
  const party = await ctx.db
    .selectFrom('parties')
    .select(['name', 'address', 'registration_number'])
    .where('id', '=', item.party)
    .executeTakeFirstOrThrow(notFound);
  const waits = item.side === 'SECURITY';
  const awaiting = waits ? await awaitingOf(ctx, { party: item.party, day: item.asAt }) : new Map<string, bigint>();
  const [only, more] = summaries;
  const plan: DocumentPlan = {
    kind: 'statement',
    recordKind: 'statement',
    recordId: item.id,
    issue: 1,
    branchId: ctx.branch.id,
    number: `SA/${ctx.branch.code}/${yearOf(ctx.today)}/${item.id.toString().padStart(6, '0')}`,
    partyName: party.name,
    total: only && !more ? money(absolute(only.balance), only.currency) : null,
    day: ctx.today,
    model: (common) =>
      statementModel({
        ...common,
        party: { name: party.name, addressLines: addressLines(party.address) },
        asAt: item.asAt,
        currencies: summaries.map((one) =>
          currencyOf(
            one,
            items.filter(({ currency }) => currency === one.currency),
            { ...item, awaiting },
          ),
        ),
      }),
  };
  return { plan, items };
}

/** The same account as a sheet. */
export async function sheetOf(rows: readonly OpenItem[], base: CurrencyCode): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-statement-'));
  try {
    const file = path.join(folder, 'statement.xlsx');
    await writeXlsx(fileOf(accountItemTable, { name: 'statement', rows, base }), file);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
