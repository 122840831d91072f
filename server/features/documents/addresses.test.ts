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

test('a slip that is made after a change of securities is for those who carry the risk since', async () => {
  const joins = (await makeBook(t, ' D')).a;
  for (const id of [book.a, book.b, book.c, joins])
    await t.ownerPool.query(`update parties set email = 's' || id || '@securities.test' where id = $1`, [id]);
  const policy = await approvedPolicy(t, book);
  const addressed = async () => {
    const made = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/reinsuranceslip`, { query: { id: policy } });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { body } = await t.call('underwriter.nbo', `GET ${SCA}/document/mail/${made.body.id}`);
    return body.addresses.map(({ email }: { email: string }) => email).toSorted();
  };
  const of = (...ids: number[]) => ids.map((id) => `s${id}@securities.test`).toSorted();
  expect(await addressed()).toEqual(of(book.a, book.b, book.c));
  await approvedEndorsement(t, policy, {
    ...dividedAmong([book.a, '40'], [joins, '20']),
    effective_date: '2026-03-02',
  });
  expect(await addressed()).toEqual(of(book.a, joins));
});
