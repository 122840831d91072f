import * as z from 'zod/mini';
import { importTarget } from '../../../../domain/imports/targets.ts';
import { nameKey } from '../../../../domain/names.ts';
import { clauseForm } from '../../../../domain/registers/shapes.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { editClause, saveClause } from '../../registers/clauses.ts';
import {
  eachRow,
  type CheckedRow,
  type Importer,
  type ReadyRow,
  type RowFault,
  type RowValues,
  type WrittenRow,
} from './target.ts';

type Classes = ReadonlyMap<string, number>;

async function classesByName(ctx: Ctx): Promise<Classes> {
  const rows = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'name_key'])
    .where('class_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

const MARKETS: Readonly<Record<string, 'LOCAL' | 'LONDON' | null>> = {
  local: 'LOCAL',
  london: 'LONDON',
  both: null,
  all: null,
};

function readRow(values: RowValues, classes: Classes): CheckedRow {
  const { market, class: className, ...words } = values;
  const sent: Record<string, unknown> = { ...words };
  const faults: RowFault[] = [];
  if (market !== undefined) {
    const known = MARKETS[market.trim().toLowerCase()];
    if (known === undefined) faults.push({ field: 'market', message: 'Write Local, London, or nothing for both.' });
    sent['market'] = known ?? null;
  }
  if (className !== undefined) {
    const id = classes.get(nameKey(className));
    if (id === undefined) faults.push({ field: 'class', message: 'There is no class of this name.' });
    sent['class_id'] = id ?? null;
  }
  const result = z.safeParse(clauseForm, sent);
  for (const issue of result.success ? [] : result.error.issues) {
    const field = String(issue.path[0] ?? 'code');
    faults.push({ field, message: issue.message, absent: !(field in values) });
  }
  const label = (values['code'] ?? '').trim();
  return { label, key: label === '' ? null : label, record: sent, faults };
}

async function existingClauses(ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('clauses').select(['id', 'code']).where('code', 'in', keys).execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

async function updateClauseBy(ctx: Ctx, id: number, record: ReadyRow['record']): Promise<WrittenRow['outcome']> {
  const before = await ctx.db
    .selectFrom('clauses')
    .select(['code', 'title', 'wording', 'market', 'class_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) return 'skipped';
  const form = z.parse(clauseForm, { ...before, ...record });
  const same = Object.entries(before).every(([field, value]) => (form[field as keyof typeof form] ?? null) === value);
  if (same) return 'skipped';
  await editClause(ctx, { ...form, id });
  return 'updated';
}

const target = importTarget('clauses');
if (!target) throw new Error('Clauses have no target.');

/** Clauses, each by the register's own action, so that a changed wording is a new version of it. */
export const CLAUSE_IMPORTER: Importer = {
  target,
  keyField: 'code',
  reader: async (ctx) => {
    const classes = await classesByName(ctx);
    return eachRow((values) => readRow(values, classes));
  },
  existing: existingClauses,
  write: async (ctx, rows, { update }) => {
    const written: WrittenRow[] = [];
    const codes = rows.map(({ record }) => String(record['code']).trim());
    const known = await existingClauses(ctx, codes);
    for (const { row, record } of rows) {
      const id = known.get(String(record['code']).trim());
      if (id === undefined) {
        const made = await saveClause(ctx, z.parse(clauseForm, record));
        written.push({ row, outcome: 'written', id: made.id });
      } else written.push({ row, outcome: update ? await updateClauseBy(ctx, id, record) : 'skipped', id });
    }
    return written;
  },
};
