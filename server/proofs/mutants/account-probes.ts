import { Secret, TOTP } from 'otpauth';
import { examplePolicy, makeBook, userId } from '../../testing/factories.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Probe } from './probes.ts';
import { decideIn } from '../../testing/decide-record.ts';

const SCA = '/api/sca/v1';

/** Who must have a second factor and has none is let in nowhere. */
export const secondFactorFirst: Probe = async (rig) => {
  await rig.ownerPool.query(`update roles set second_factor_required = true where code = 'ROLE_CASHIER'`);
  const reply = await rig.call('cashier.nbo', `GET ${SCA}/receivable/items`);
  return reply.status === 403 && reply.body.code === 'SECOND_FACTOR_NEEDED';
};

/** A code of an authenticator app opens once. */
export const codeOnce: Probe = async (rig) => {
  const { secret } = (await rig.call('cashier.nbo', `POST ${SCA}/user/totp/begin`, { body: {} })).body;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeNow = () => app.generate({ timestamp: rig.clock.now().getTime() });
  await rig.call('cashier.nbo', `POST ${SCA}/user/totp/confirm`, { body: { code: codeNow() } });
  rig.clock.advance(60_000);
  const statuses: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const body = { email: 'cashier.nbo@slipway.test', password: PASSWORD };
    const { second_factor } = (await rig.call(null, `POST ${SCA}/auth/authenticate`, { body })).body;
    const answer = { token: second_factor.token, code: codeNow() };
    statuses.push((await rig.call(null, `POST ${SCA}/auth/secondfactor`, { body: answer })).status);
  }
  if (statuses[0] !== 200) throw new Error(`The first code answered ${statuses[0]}.`);
  return statuses[1] === 401;
};

/** Nobody gives a role with rights that they do not hold. */
export const rightsWithinOwn: Probe = async (rig) => {
  await rig.ownerPool.query(
    `insert into roles (code, name, name_key, permissions) values ('ROLE_LEAD', 'Lead', 'lead', '{users.view,users.manage}')`,
  );
  await rig.ownerPool.query(
    `insert into user_roles (user_id, branch_id, role) select u.id, b.id, 'ROLE_LEAD' from users u, branches b where u.name = 'cashier.nbo' and b.code = 'NBO'`,
  );
  const body = { name: 'New boss', email: 'boss@slipway.test', role: 'ROLE_MANAGER', branch: 1 };
  await rig.call('cashier.nbo', `POST ${SCA}/user/create`, { body });
  const { rows } = await rig.ownerPool.query(`select 1 from users where email = 'boss@slipway.test'`);
  return rows.length === 0;
};

/** Whether somebody of Nairobi gets the example of §2 approved. */
async function approves(rig: Rig, who: string): Promise<boolean> {
  const { id } = (
    await rig.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(await makeBook(rig)) })
  ).body;
  await rig.call('underwriter.nbo', `PUT ${SCA}/underwriting/submit/${id}`);
  await decideIn(rig)(who, `PUT ${SCA}/underwriting/approve/${id}/APPROVED/${await userId(rig, who)}`);
  const { rows } = await rig.ownerPool.query<{ status: string }>('select status from policies where id = $1', [id]);
  return rows[0]?.status === 'APPROVED';
}

/** Nobody approves more than the limit of their role. */
export const withinAuthority: Probe = async (rig) => {
  await rig.ownerPool.query(
    `insert into authority_limits (role, kind, amount) values ('ROLE_MANAGER', 'policy', 56249999)`,
  );
  return !(await approves(rig, 'manager.nbo'));
};

/** A lent right is worth nothing before its first day. */
export const lentForItsDays: Probe = async (rig) => {
  const body = {
    borrower: await userId(rig, 'claims.nbo'),
    permission: 'policies.decide',
    from: '2026-03-03',
    to: '2026-03-09',
    reason: 'On leave next week',
  };
  const lent = await rig.call('manager.nbo', `POST ${SCA}/lending/save`, { body });
  if (lent.status !== 200) throw new Error(`Lending answered ${lent.status}.`);
  return !(await approves(rig, 'claims.nbo'));
};

/** Who makes vouchers draws no brokerage without the right to. */
export const drawingByRight: Probe = async (rig) => {
  await rig.ownerPool.query(
    `insert into roles (code, name, name_key, permissions) values ('ROLE_PAYER', 'Payer', 'payer', '{vouchers.view,vouchers.create}')`,
  );
  await rig.ownerPool.query(
    `insert into user_roles (user_id, branch_id, role) select u.id, b.id, 'ROLE_PAYER' from users u, branches b where u.name = 'cashier.nbo' and b.code = 'NBO'`,
  );
  const body = { kind: 'DRAWING', currency: 'KES', bank_date: '2026-03-02', amount: '1.00' };
  const reply = await rig.call('cashier.nbo', `POST ${SCA}/paymentvoucher/save`, { body });
  return reply.status === 403 && reply.body.code === 'FORBIDDEN';
};

/** A link that was mailed to an address opens nothing once the account has another one. */
export const linksOfTheAddress: Probe = async (rig) => {
  const invited = { name: 'New clerk', email: 'old@slipway.test', role: 'ROLE_CASHIER', branch: 1 };
  const made = await rig.call('root', `POST ${SCA}/user/create`, { body: invited });
  const { rows } = await rig.ownerPool.query<{ text: string }>(
    `select payload ->> 'text' as text from jobs where kind = 'mail' and payload ->> 'to' = 'old@slipway.test' order by id desc limit 1`,
  );
  const token = /[#=/]([\w-]{43})\b/.exec(rows[0]?.text ?? '')?.[1];
  if (made.status !== 200 || token === undefined) throw new Error(`No link: ${JSON.stringify([made.body, rows])}`);
  const { id, version } = made.body;
  const moved = await rig.call('root', `PUT ${SCA}/user/edit`, {
    body: { id, version, name: 'New clerk', email: 'new@slipway.test' },
  });
  if (moved.status !== 200) throw new Error(JSON.stringify(moved.body));
  const used = await rig.call(null, `POST ${SCA}/auth/resetpassword`, {
    body: { token, password: 'heron lantern quarry' },
  });
  return used.status >= 400;
};

/** A session ends with the disabling of its user. */
export const sessionsOfTheDisabled: Probe = async (rig) => {
  const token = await rig.signIn('cashier.nbo');
  const list = () => rig.call(token, `GET ${SCA}/receivable/items`);
  if ((await list()).status !== 200) throw new Error('The session does not open.');
  const disabled = await rig.call('root', `PUT ${SCA}/user/disable`, {
    query: { id: await userId(rig, 'cashier.nbo') },
  });
  if (disabled.status !== 200) throw new Error(JSON.stringify(disabled.body));
  return (await list()).status === 401;
};

/**
 * An address that is nobody's takes as long as a wrong password: at least half of it, where a missing hash takes a tenth. Of
 * processor time, in the least of several tries: how busy the machine is does not count.
 */
export const timeOfNobody: Probe = async (rig) => {
  const timed = async (email: string, from: string): Promise<number> => {
    const began = process.cpuUsage();
    const body = { email: `${email}@slipway.test`, password: 'not the right one' };
    await rig.call(null, `POST ${SCA}/auth/authenticate`, { body, headers: { 'x-forwarded-for': from } });
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (const [n, name] of ['root', 'claims.nbo', 'claims.lon', 'cashier.lon', 'manager.lon'].entries()) {
    known.push(await timed(name, `198.51.100.${n}`));
    unknown.push(await timed(`nobody${n}`, `203.0.113.${n}`));
  }
  return Math.min(...unknown) > Math.min(...known) / 2;
};
