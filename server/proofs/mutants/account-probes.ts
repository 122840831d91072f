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
