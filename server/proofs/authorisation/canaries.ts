import type { Pool } from '../../platform/db/pool.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { unzip } from '../../testing/zip.ts';

export type BranchCode = 'NBO' | 'LON';

const WORDS: Record<BranchCode, string> = { NBO: 'zanzicanary', LON: 'wharfcanary' };

/** The word in every free text of a branch. */
export const canaryOf = (branch: BranchCode) => WORDS[branch];

const SIGNS: Record<BranchCode, RegExp> = {
  NBO: /zanzicanary|NBO\/(?:FAC|LDN|CL)\/|(?:DN|CN|RV|PV|INV|ADJ|SA)\/NBO\//i,
  LON: /wharfcanary|LON\/(?:FAC|LDN|CL)\/|(?:DN|CN|RV|PV|INV|ADJ|SA)\/LON\//i,
};

/** What a PDF says, as its lines and once more without their breaks, since a narrow column may divide a word. */
function wordsOf(pdf: Buffer): string {
  const text = readPdfText(pdf);
  return `${text}\n${text.replaceAll(/\s/g, '')}`;
}

/** All that a reply says: its bytes, the parts of a workbook unpacked, the words of a PDF read. */
function saidBy(bytes: Buffer): string {
  const kind = bytes.toString('latin1', 0, 4);
  const plain = bytes.toString('latin1');
  if (kind === 'PK\u0003\u0004') return [plain, ...unzip(bytes).map((part) => part.toString('utf8'))].join('\n');
  return kind === '%PDF' ? `${plain}\n${wordsOf(bytes)}` : plain;
}

/** What of a branch shows in a reply, be it JSON, CSV, a workbook or a PDF; null when nothing does. Numbers name their branch too. */
export function canaryIn(bytes: Buffer, branch: BranchCode): string | null {
  return SIGNS[branch].exec(saidBy(bytes))?.[0] ?? null;
}

// What these hold is a key or a number that the software gives: nothing that somebody typed.
const STRUCTURAL = new Set([
  'account',
  'action',
  'basis',
  'borne_by',
  'broker_reference',
  'code',
  'currency',
  'endorsement_type',
  'entity',
  'event',
  'factor',
  'kind',
  'market',
  'number',
  'origin',
  'payment_terms',
  'purpose',
  'receipt_type',
  'record_kind',
  'role',
  'sha256',
  'source_kind',
  'source_number',
  'stage',
  'status',
  'umr',
  'warranty_kind',
]);

// That there is one says something: a policy with a reason why it is not renewed is not renewed. These take the word where there is a text.
const SAYING = new Set(['not_renewed_reason']);

type Column = { table_name: string; column_name: string; is_said_when: boolean };

/**
 * Puts a branch's word into every free text of its records that has none yet, as the owner. A text that a list of words or
 * another table closes is none; one of which a check says when there is any takes it where there is.
 */
export async function plantCanaries(ownerPool: Pool, branch: { id: number; code: BranchCode }): Promise<number> {
  const { rows } = await ownerPool.query<Column>(
    `select c.relname as table_name, a.attname as column_name, exists (select 1 from pg_constraint k where k.conrelid = c.oid
       and a.attnum = any (k.conkey) and position('(' || a.attname || ' <> ''''' in pg_get_constraintdef(k.oid)) > 0) as is_said_when
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid in ('text'::regtype, 'varchar'::regtype)
       and c.relname <> 'audit_trail'
       and exists (select 1 from pg_attribute b where b.attrelid = c.oid and b.attname = 'branch_id' and not b.attisdropped)
       and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and a.attnum = any (k.conkey)
         and (k.contype = 'f' or pg_get_constraintdef(k.oid) ~ ('^CHECK \\(+' || a.attname || ' = ANY')))
     order by 1, 2`,
  );
  const word = canaryOf(branch.code);
  let planted = 0;
  const client = await ownerPool.connect();
  try {
    for (const { table_name: table, column_name: column, is_said_when: said } of rows.filter(
      (row) => !STRUCTURAL.has(row.column_name),
    )) {
      await client.query(`alter table ${table} disable trigger user`);
      const done = await client.query(
        `update ${table} set ${column} = coalesce(${column}, '') || ' ' || $1 where branch_id = $2 and position($1 in coalesce(${column}, '')) = 0 ${said || SAYING.has(column) ? `and ${column} <> ''` : ''}`,
        [word, branch.id],
      );
      planted += done.rowCount ?? 0;
      await client.query(`alter table ${table} enable trigger user`);
    }
  } finally {
    client.release();
  }
  return planted;
}
