import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const SUMMARY = 'A summary of ours';

/** The part of migration 042 that takes summaries from clauses; its columns are there already. */
async function emptyClauses(): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, 'migrations/042_papers.sql'), 'utf8');
  await t.ownerPool.query(text.slice(text.indexOf('with shipped as')));
}

/** Gives a London clause a wording as it was before; `by` is nobody for one that came with the product. */
async function worded(code: string, by: number | null): Promise<{ id: number; version: number }> {
  const { rows } = await t.ownerPool.query<{ id: number; version: number }>(
    `update clauses set wording = $2, wording_version = wording_version + 1 where code = $1
     returning id, wording_version as version`,
    [code, SUMMARY],
  );
  const [clause] = rows;
  if (!clause) throw new Error(`There is no clause ${code}.`);
  await t.ownerPool.query(
    `insert into clause_wordings (clause_id, version, code, title, wording, made_by) values ($1, $2, $3, $3, $4, $5)`,
    [clause.id, clause.version, code, SUMMARY, by],
  );
  return clause;
}

test('a summary that came with the product goes; a wording of the firm, another number and agreed contracts keep theirs', async () => {
  const book = await makeBook(t);
  const agreed = await approvedPolicy(t, book);
  const { body: draft } = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', {
    body: examplePolicy(book),
  });
  const { rows: people } = await t.ownerPool.query<{ id: number }>('select id from users limit 1');
  await t.ownerPool.query(`update clauses set market = 'LONDON' where code = 'RI02'`);
  const clauses = [
    await worded('LMA3100', null),
    await worded('LMA3333', people[0]?.id ?? null),
    await worded('RI01', null),
    await worded('RI02', null),
  ];
  for (const policy of [agreed, draft.id])
    for (const [position, { id, version }] of clauses.entries())
      await t.ownerPool.query(
        `insert into policy_clauses (branch_id, policy_id, position, clause_id, wording_version)
         select branch_id, id, $2, $3, $4 from policies where id = $1`,
        [policy, 50 + position, id, version],
      );
  await emptyClauses();
  const { rows } = await t.ownerPool.query<{ code: string; wording: string; added: number; kept: string[] }>(
    `select c.code, c.wording, c.wording_version - w.version as added, array(
         select p.status || ' ' || (c.wording_version - pc.wording_version) from policy_clauses pc
         join policies p on p.id = pc.policy_id where pc.clause_id = c.id and pc.position >= 50 order by 1) as kept
     from clauses c join clause_wordings w on w.clause_id = c.id and w.wording = $1 order by 1`,
    [SUMMARY],
  );
  expect(rows).toEqual([
    { code: 'LMA3100', wording: '', added: 1, kept: ['APPROVED 1', 'DRAFT 0'] },
    { code: 'LMA3333', wording: SUMMARY, added: 0, kept: ['APPROVED 0', 'DRAFT 0'] },
    { code: 'RI01', wording: SUMMARY, added: 0, kept: ['APPROVED 0', 'DRAFT 0'] },
    { code: 'RI02', wording: SUMMARY, added: 0, kept: ['APPROVED 0', 'DRAFT 0'] },
  ]);
});
