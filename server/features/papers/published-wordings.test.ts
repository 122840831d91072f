import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

/** A clause of the register with a wording: of nobody, as one that came with the product, or of a person. */
async function clauseOf(code: string, by: 'nobody' | 'person'): Promise<number> {
  const { rows } = await t.ownerPool.query(
    `insert into clauses (code, title, market, wording, search_text)
     values ($1, 'Title of ' || $1, 'LONDON', 'Text of ' || $1, lower($1)) returning id`,
    [code],
  );
  const { id } = rows[0];
  await t.ownerPool.query(
    `insert into clause_wordings (clause_id, version, code, title, wording, made_by)
     select id, 1, code, title, wording, case when $2 then (select min(id) from users) end from clauses where id = $1`,
    [id, by === 'person'],
  );
  return id;
}

test('a published number on a contract of before has its title alone, unless the firm entered its text', async () => {
  const clauses = [
    await clauseOf('LMA9001', 'nobody'),
    await clauseOf('LMA9002', 'person'),
    await clauseOf('FIRM 1', 'nobody'),
  ];
  const id = await approvedSlip(t, book, { clauses });
  const { body } = await t.call('underwriter.nbo', 'GET /api/sca/v1/londonslip/londonslipreport', {
    query: { id: String(id) },
  });
  const conditions = body.sections[0].headings.find((one: { label: string }) => one.label === 'Conditions');
  expect(conditions.clauses).toEqual([
    { title: 'Title of LMA9001', reference: 'LMA9001' },
    { title: 'Title of LMA9002', reference: 'LMA9002', text: 'Text of LMA9002' },
    { title: 'Title of FIRM 1', reference: 'FIRM 1', text: 'Text of FIRM 1' },
  ]);
});
