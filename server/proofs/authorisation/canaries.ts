import type { Pool } from '../../platform/db/pool.ts';

export type BranchCode = 'NBO' | 'LON';

const WORDS: Record<BranchCode, string> = { NBO: 'zanzicanary', LON: 'wharfcanary' };

/** The word in every free text of a branch. */
export const canaryOf = (branch: BranchCode) => WORDS[branch];

const SIGNS: Record<BranchCode, RegExp> = {
  NBO: /zanzicanary|NBO\/(?:FAC|LDN|CL)\/|(?:DN|CN|RV|PV|INV)\/NBO\//i,
  LON: /wharfcanary|LON\/(?:FAC|LDN|CL)\/|(?:DN|CN|RV|PV|INV)\/LON\//i,
};

/** What of a branch shows in a reply, be it JSON, CSV or a PDF; null when nothing does. Numbers name their branch too. */
export function canaryIn(bytes: Buffer, branch: BranchCode): string | null {
  return SIGNS[branch].exec(bytes.toString('latin1'))?.[0] ?? null;
}

// What these hold is a key, a code or one of a few words: nothing that somebody typed.
const STRUCTURAL = new Set([
  'status',
  'kind',
  'event',
  'account',
  'currency',
  'source_kind',
  'record_kind',
  'number',
  'code',
  'sha256',
  'receipt_type',
  'endorsement_type',
  'market',
  'payment_terms',
  'warranty_kind',
  'minimum_kept',
  'basis',
  'borne_by',
  'broker_reference',
  'umr',
  'stage',
  'entity',
  'action',
  'role',
  'factor',
  'purpose',
  'origin',
  'scan',
]);

type Column = { table_name: string; column_name: string };

/** Puts a branch's word into every free text of its records that has none yet, as the owner, and into its PDFs. */
export async function plantCanaries(ownerPool: Pool, branch: { id: number; code: BranchCode }): Promise<number> {
  const { rows } = await ownerPool.query<Column>(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying')
       and exists (select 1 from information_schema.columns b where b.table_schema = 'public' and b.table_name = c.table_name and b.column_name = 'branch_id')
       and c.table_name <> 'audit_trail' order by 1, 2`,
  );
  const word = canaryOf(branch.code);
  let planted = 0;
  const client = await ownerPool.connect();
  try {
    for (const { table_name: table, column_name: column } of rows.filter((row) => !STRUCTURAL.has(row.column_name))) {
      await client.query(`alter table ${table} disable trigger user`);
      const done = await client.query(
        `update ${table} set ${column} = coalesce(${column}, '') || ' ' || $1 where branch_id = $2 and position($1 in coalesce(${column}, '')) = 0`,
        [word, branch.id],
      );
      planted += done.rowCount ?? 0;
      await client.query(`alter table ${table} enable trigger user`);
    }
    await client.query('alter table documents disable trigger user');
    // Typst compresses its text away, so the word is in the file as a comment.
    await client.query(`update documents set pdf = pdf || convert_to(E'\\n%' || $1, 'UTF8') where branch_id = $2`, [
      word,
      branch.id,
    ]);
    await client.query('alter table documents enable trigger user');
  } finally {
    client.release();
  }
  return planted;
}
