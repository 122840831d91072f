import { examplePolicy, userId, type Book } from '../../testing/factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { RECEIVABLE as RV } from './receipts.factories.ts';

/** The branch that cash is received in, and the one that it is used in. */
export type Offices = { nbo: number; lon: number };

export async function officesOf(t: TestApp): Promise<Offices> {
  const { rows } = await t.ownerPool.query<{ id: number; code: string }>(`select id, code from branches`);
  const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? 0;
  return { nbo: idOf('NBO'), lon: idOf('LON') };
}

/** Cash between branches is root's, and somebody else decides it: a second root. */
export async function secondRoot(t: TestApp): Promise<string> {
  await t.ownerPool.query(
    `with made as (
       insert into users (name, email, email_key, status, password_hash)
       select 'root.two', 'root.two@slipway.test', 'root.two@slipway.test', status, password_hash from users where email = 'root@slipway.test' returning id)
     insert into user_roles (user_id, branch_id, role) select id, null, 'ROLE_ROOT' from made`,
  );
  return 'root.two';
}

/** The example's policy in London; gives the debit note that is open there. */
export async function noteInLondon(
  t: TestApp,
  book: Book,
  changes: Record<string, unknown> = {},
): Promise<{ id: number; number: string }> {
  const saved = await t.call('underwriter.lon', 'POST /api/sca/v1/underwriting/save', {
    body: examplePolicy(book, changes),
  });
  const id: number = saved.body.id;
  await t.call('underwriter.lon', `PUT /api/sca/v1/underwriting/submit/${id}`);
  const who = await userId(t, 'manager.lon');
  const approved = await decideIn(t)('manager.lon', `PUT /api/sca/v1/underwriting/approve/${id}/APPROVED/${who}`);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return t.ownerDatabase
    .selectFrom('notes')
    .select(['id', 'number'])
    .where('policy_id', '=', id)
    .where('debit_note_id', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Root drafts what of a receipt is used in London. */
export const passOn = (t: TestApp, body: Record<string, unknown>, who = 'root'): Promise<TestReply> =>
  t.call(who, `POST ${RV}/passon`, { body: { receiptType: 'PREMIUM', ...body } });

export const submitReceipt = (t: TestApp, id: number, who = 'root'): Promise<TestReply> =>
  t.call(who, `PUT ${RV}/submit/${id}`);

/** Drafted by root, submitted, approved by the other root; gives its id. */
export async function passedOn(t: TestApp, body: Record<string, unknown>): Promise<number> {
  const saved = await passOn(t, body);
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const { id } = saved.body;
  const submitted = await submitReceipt(t, id);
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.body));
  const approved = await decideIn(t)('root.two', `PUT ${RV}/approve/${id}/APPROVED`);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return id;
}

export async function reverseReceipt(t: TestApp, id: number, who = 'root.two'): Promise<TestReply> {
  const { rows } = await t.ownerPool.query<{ version: number }>(`select version from receipts where id = $1`, [id]);
  return t.call(who, `PUT ${RV}/reverse/${id}`, { body: { reason: 'Wrong branch', version: rows[0]?.version } });
}
