import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp } from '../../testing/testApp.ts';
import { unexplained } from '../../testing/unexplained.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

const SEED = readFileSync(new URL('../../../scripts/seed.sql', import.meta.url), 'utf8');

test('the money of policies in bulk is sound, and what came in for them is explained as client money', async () => {
  const t = await testApp();
  const book = await makeBook(t);
  await t.ownerPool.query(
    `with class as (insert into cover_types (name, name_key) values ('Seeded', 'seeded') returning id)
     insert into cover_types (name, name_key, class_id) select 'Seeded, industrial', 'seededindustrial', id from class`,
  );
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  await t.ownerPool.query(`begin; ${SEED.replaceAll('$1', '60')}; commit`);
  // Nobody entered them, so neither the trail nor the numbers' counters know them.
  const ofEntering = ['I5', 'I6', 'I7', 'I8'];
  expect((await unsound(t.ownerPool)).filter(({ id }) => !ofEntering.includes(id))).toEqual([]);
  expect(await unexplained(t, 'root')).toEqual([]);
  await t.close();
});
