import type { Pool } from '../../platform/db/pool.ts';

/**
 * Clears what imports have left: a file and its rows 7 days after it was sent and not confirmed, and 30 days after an import
 * what its rows said, which is in the register. Which records came of it stays as long as the firm keeps imports; that it was
 * done and by whom stays in the audit trail.
 */
export async function clearImports(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Imports of any branch: the session of the upkeep has none of its own.
    await client.query(
      `select set_config('slipway.branches', (select coalesce('{' || string_agg(id::text, ',') || '}', '{}') from branches), true)`,
    );
    await client.query(
      `update imports set state = 'CANCELLED', finished_at = now(), version = version + 1
       where state = 'READY' and created_at < now() - interval '7 days'`,
    );
    await client.query(
      `delete from import_files f using imports i
       where i.id = f.import_id and (i.state in ('DONE', 'FAILED', 'CANCELLED') or i.created_at < now() - interval '7 days')`,
    );
    await client.query(
      `delete from import_rows r using imports i where i.id = r.import_id and i.state in ('FAILED', 'CANCELLED')`,
    );
    await client.query(
      `update import_rows r set cells = '{}', record = null, label = null, errors = '[]', misread = '[]', warnings = '[]', insured = null from imports i
       where i.id = r.import_id and i.state = 'DONE' and i.finished_at < now() - interval '30 days' and r.cells <> '{}'`,
    );
    // Oldest first and in pieces, each with its rows.
    await client.query(
      `with old as (
         select i.id from imports i, firm f
         where i.finished_at < now() - f.retain_imports_years * interval '1 year' order by i.id limit 1000),
       rows as (delete from import_rows r using old where r.import_id = old.id)
       delete from import_files x using old where x.import_id = old.id`,
    );
    await client.query(
      `delete from imports i using firm f where i.finished_at < now() - f.retain_imports_years * interval '1 year'
         and not exists (select 1 from import_rows r where r.import_id = i.id)`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
