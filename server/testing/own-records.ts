import type { Chance } from '../../domain/testing/chance.ts';
import { decideIn } from './decide-record.ts';
import { answered } from './money-walk.ts';
import type { Rig, TestReply } from './rig.ts';

/** Who may do everything, and so must not decide what they had their hands in. */
const CHIEF = 'root';
const CLERK = 'accountant.nbo';
const MANAGER = 'manager.nbo';
const HANDS = ['made', 'edited', 'submitted'] as const;

/** Somebody could do what they must not do with their own record. */
export class OwnRecord extends Error {}

function refusedAsOwn({ status, body }: TestReply, what: string): void {
  if (status !== 403 || body.code !== 'SELF_DECISION')
    throw new OwnRecord(`${what} of an own record answered ${status} ${JSON.stringify(body)}`);
}

/**
 * A record that somebody with every right made, edited or submitted: they neither decide nor reverse it, another does. `path` is that
 * of its calls, `body` what it is saved with. §5.
 */
export async function ownRecord(t: Rig, c: Chance, { path, body }: { path: string; body: object }): Promise<void> {
  const hand = c.pick(HANDS);
  const by = (one: (typeof HANDS)[number]) => (hand === one ? CHIEF : CLERK);
  const saved = await t.call(by('made'), `POST ${path}/save`, { body });
  answered(saved, 200);
  const { id, version } = saved.body;
  if (hand === 'edited') answered(await t.call(CHIEF, `PUT ${path}/edit`, { body: { ...body, id, version } }), 200);
  answered(await t.call(by('submitted'), `PUT ${path}/submit/${id}`), 200);
  const decide = (who: string) => decideIn(t)(who, `PUT ${path}/approve/${id}/APPROVED`);
  refusedAsOwn(await decide(CHIEF), 'The decision');
  if (c.happens(0.3)) return;
  const approved = await decide(MANAGER);
  answered(approved, 200);
  const reversal = { version: approved.body.version, reason: 'Keyed twice' };
  refusedAsOwn(await t.call(CHIEF, `PUT ${path}/reverse/${id}`, { body: reversal }), 'The reversal');
}

/** Whoever approved a voucher does not pay it. §5. */
export async function ownPayment(t: Rig, { path, body }: { path: string; body: object }): Promise<void> {
  const saved = await t.call(CLERK, `POST ${path}/save`, { body });
  answered(saved, 200);
  const { id } = saved.body;
  answered(await t.call(CLERK, `PUT ${path}/submit/${id}`), 200);
  const approved = await decideIn(t)(CHIEF, `PUT ${path}/approve/${id}/APPROVED`);
  answered(approved, 200);
  const payment = { version: approved.body.version, bank_reference: `FT ${id}` };
  refusedAsOwn(await t.call(CHIEF, `PUT ${path}/pay/${id}`, { body: payment }), 'The payment');
}
