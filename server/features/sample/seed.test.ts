import { expect, test } from 'vitest';
import { unsound } from '../../proofs/sound.ts';
import { seedStatements } from '../../../scripts/lib/seed-statements.ts';
import { SCA } from '../../../domain/endpoint.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp } from '../../testing/testApp.ts';
import { unexplained } from '../../testing/unexplained.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

type Claim = { id: number; stage: string };
/** So many that claims are at each of their stages. */
const POLICIES = 240;

test('the money of policies, taxes, endorsements and claims in bulk is sound, and what came in for them is explained as client money', async () => {
  const t = await testApp();
  const book = await makeBook(t);
  // A change of securities puts one in that did not carry before.
  await makeBook(t, ' besides');
  await t.ownerPool.query(
    `with class as (insert into cover_types (name, name_key) values ('Seeded', 'seeded') returning id)
     insert into cover_types (name, name_key, class_id) select 'Seeded, industrial', 'seededindustrial', id from class`,
  );
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  await t.ownerPool.query(`begin; ${seedStatements(POLICIES).join(';\n')}; commit`);
  const { rows: types } = await t.ownerPool.query<{ endorsement_type: string }>(
    `select distinct endorsement_type from endorsements order by 1`,
  );
  expect(types.map((row) => row.endorsement_type)).toEqual(['AP', 'SEC']);
  const { rows: taxed } = await t.ownerPool.query<{ parts: number }>(
    `select count(*)::int as parts from note_parts where kind = 'TAX' and tax_id is not null`,
  );
  expect(taxed[0]?.parts).toBeGreaterThanOrEqual(POLICIES / 10);
  // Nobody entered them, so neither the trail nor the numbers' counters know them.
  const ofEntering = ['I5', 'I6', 'I8'];
  expect((await unsound(t.ownerPool)).filter(({ id }) => !ofEntering.includes(id))).toEqual([]);
  expect(await unexplained(t, 'root')).toEqual([]);
  // The bulk ends today, whatever the clock of the test says: as at that day a stage reads what is kept, as at days before the clock's what was settled by then.
  const { rows } = await t.ownerPool.query<{ day: string }>('select current_date::text as day');
  const stagesOn = async (asat: string) => {
    const claims = async (stage?: string): Promise<Claim[]> =>
      (await t.call('root', `GET ${SCA}/claim/claimreport`, { query: { asat, ...(stage && { stage }) } })).body.data;
    const all = await claims();
    const stages = [...new Set(all.map(({ stage }) => stage))].toSorted();
    for (const stage of stages) expect(await claims(stage)).toEqual(all.filter((claim) => claim.stage === stage));
    return stages;
  };
  expect(await stagesOn(rows[0]?.day ?? '')).toEqual(['CALLED', 'COLLECTED', 'NOTIFIED']);
  expect(await stagesOn('2026-03-01')).not.toEqual([]);
  await t.close();
});
