import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, dividedAmong } from '../endorsements/endorsements.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const read = async (call: string, query: Record<string, string | number>) =>
  (await t.call('underwriter.nbo', `GET ${SCA}/${call}`, { query })).body;

test('a placement whose security was merged after a change of its lines keeps that line’s figures', async () => {
  const other = await makeBook(t, ' Two');
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, dividedAmong([book.a, '40'], [other.b, '20']));
  const lines = async () => {
    const file = await read('underwriting/interchange', { id: policy });
    return file.participations.map((one: { signed_line: string; figures: { net_payable: string } }) => [
      one.signed_line,
      one.figures.net_payable,
    ]);
  };
  const before = [await lines(), (await read('endorsement/standing', { policy })).totals];
  await t.ownerPool.query(
    `select merge_parties(${other.b}, ${other.c}, (select user_id from user_roles where role = 'ROLE_ROOT' limit 1))`,
  );
  expect([await lines(), (await read('endorsement/standing', { policy })).totals]).toEqual(before);
  const standing = await read('endorsement/standing', { policy });
  const [first] = standing.placements.slice(-1);
  expect(first.lines.map((line: { security: { id: number } }) => line.security.id)).toEqual([book.a, other.c]);
});
