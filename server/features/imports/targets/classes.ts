import { sql } from 'kysely';
import * as z from 'zod/mini';
import { importTarget } from '../../../../domain/imports/targets.ts';
import { nameKey } from '../../../../domain/names.ts';
import { classNames, subclassBody, subclassNames } from '../../../../domain/registers/class-shapes.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { saveClass, saveSubclass } from '../../registers/class-actions.ts';
import {
  eachRow,
  percentText,
  type CheckedRow,
  type Importer,
  type ReadyRow,
  type RowFault,
  type RowValues,
  type WrittenRow,
} from './target.ts';

const TERMS = z.pick(subclassBody, { commission: true, brokerage: true });

const keyOf = (name1: string, name2: string | undefined) => `${nameKey(name1)}/${nameKey(name2 ?? '')}`;

type Inactive = ReadonlySet<string>;

async function inactiveClasses(ctx: Ctx): Promise<Inactive> {
  const rows = await ctx.db
    .selectFrom('cover_types')
    .select('name_key')
    .where('class_id', 'is', null)
    .where('status', '<>', 'ACTIVE')
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

function faultsOf(schema: z.ZodMiniType, value: unknown): RowFault[] {
  const result = z.safeParse(schema, value);
  return result.success
    ? []
    : result.error.issues.map((issue) => ({ field: String(issue.path[0] ?? 'name1'), message: issue.message }));
}

function readRow(values: RowValues, inactive: Inactive): CheckedRow {
  const { name1 = '', name2, commission, brokerage } = values;
  const terms = {
    ...(commission !== undefined && { commission: percentText(commission) }),
    ...(brokerage !== undefined && { brokerage: percentText(brokerage) }),
  };
  const names = { name1, ...(name2 !== undefined && { name2 }) };
  const faults = [...faultsOf(name2 === undefined ? classNames : subclassNames, names), ...faultsOf(TERMS, terms)];
  if (name2 !== undefined && inactive.has(nameKey(name1)))
    faults.push({ field: 'name1', message: 'This class is inactive. Make it active first.' });
  const label = [name1.trim(), (name2 ?? '').trim()].filter(Boolean).join(' · ');
  return { label, key: name1.trim() === '' ? null : keyOf(name1, name2), record: { ...names, ...terms }, faults };
}

async function existingClasses(ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select * from (
      select c.id, coalesce(k.name_key, c.name_key) || '/' || case when k.id is null then '' else c.name_key end as key
      from cover_types c left join cover_types k on k.id = c.class_id) t
    where key = any(${[...keys]}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function addClass(ctx: Ctx, record: ReadyRow['record']): Promise<number> {
  const { name1, name2, ...rest } = record as { name1: string; name2?: string };
  const body = { name1, ...z.decode(TERMS, rest) };
  const made =
    name2 === undefined
      ? await saveClass(ctx, { params: {}, query: {}, body })
      : await saveSubclass(ctx, { params: {}, query: {}, body: { ...body, name2 } });
  return made.id;
}

const target = importTarget('classes');
if (!target) throw new Error('Classes have no target.');

/** Classes and subclasses, each by the register's own action. A class that a subclass names is made with it. */
export const CLASS_IMPORTER: Importer = {
  target,
  keyField: 'name2',
  reader: async (ctx) => {
    const inactive = await inactiveClasses(ctx);
    return eachRow((values) => readRow(values, inactive));
  },
  existing: existingClasses,
  // So that a class with terms of its own is not made without them by a subclass.
  after: 'name2',
  write: async (ctx, rows) => {
    const keyed = ({ record }: ReadyRow) => keyOf(String(record['name1']), record['name2'] as string | undefined);
    const known = await existingClasses(ctx, rows.map(keyed));
    const written: WrittenRow[] = [];
    for (const one of rows) {
      const id = known.get(keyed(one));
      if (id === undefined) written.push({ row: one.row, outcome: 'written', id: await addClass(ctx, one.record) });
      else written.push({ row: one.row, outcome: 'skipped', id });
    }
    return written;
  },
};
