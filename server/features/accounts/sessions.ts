import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { describeAgent } from '../../../domain/accounts/agent.ts';
import type { SecondFactor } from '../../../domain/accounts/second-factor.ts';
import { PERMISSIONS, type Permission } from '../../../domain/permissions.ts';
import type { SessionUserReply } from '../../../domain/accounts/session.ts';
import type { Database } from '../../platform/db/pool.ts';
import { mayDo } from '../../platform/http/caller.ts';
import type { Caller } from '../../platform/http/context.ts';
import { authenticateRequest } from '../../platform/http/session.ts';
import { signToken, type SigningKeys } from '../../platform/http/tokens.ts';
import type { Services } from '../../services.ts';
import { networkOf } from './limits.ts';

/** With what somebody signed in, and from where. */
type SignedInWith = { factor?: 'PASSWORD' | SecondFactor; address?: string; agent?: string };
export type OpenedSession = { id: string; access_token: string; expires_in: number };

/** Opens a session in the branch where the user last worked and signs its token. */
export async function openSession(
  db: Database,
  signIn: { keys: SigningKeys; userId: number; now: Date } & SignedInWith,
): Promise<OpenedSession> {
  const { userId, now, address = '' } = signIn;
  const id = randomUUID();
  const kid = signIn.keys.current;
  const { rows } = await sql<{ expires_at: Date; seconds: number }>`
    insert into sessions (id, user_id, branch_id, created_at, last_seen_at, expires_at, factor, address, network, agent, kid)
    select ${id}, ${userId},
      (select s.branch_id from sessions s where s.user_id = ${userId} and s.branch_id is not null order by s.created_at desc limit 1),
      ${now}, ${now}, date_trunc('second', ${now}::timestamptz) + f.session_hours * interval '1 hour',
      ${signIn.factor ?? 'PASSWORD'}, ${address}, ${networkOf(address)}, ${describeAgent(signIn.agent ?? '')}, ${kid} from firm f
    returning expires_at, (select session_hours * 3600 from firm) as seconds`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('SIGN_IN_FAILED');
  const token = await signToken(signIn.keys, { id, kid, userId, issuedAt: now, expiresAt: row.expires_at });
  return { id, access_token: token, expires_in: row.seconds };
}

/** Ends a user's sessions immediately, all or all but one. */
export async function endSessions(
  db: Database,
  user: { userId: number; except?: string | undefined; now: Date },
): Promise<void> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: user.now })
    .where('user_id', '=', user.userId)
    .where('ended_at', 'is', null);
  if (user.except !== undefined) ending = ending.where('id', '<>', user.except);
  await ending.execute();
}

/** The caller as the web application keeps it: who, where, and what they may do there. */
export function describeCaller(caller: Caller): SessionUserReply {
  const rightsIn = (branchId: number): Permission[] => {
    const roles = caller.user.roles.get(branchId) ?? [];
    return PERMISSIONS.filter((permission) => mayDo(caller.user, { roles, branchId }, permission));
  };
  return {
    id: caller.user.id,
    name: caller.user.name,
    email: caller.user.email,
    roles: caller.branches.flatMap((branch) =>
      (caller.user.roles.get(branch.id) ?? []).map(({ role, name }) => ({
        branch: branch.id,
        branchCode: branch.code,
        branchName: branch.name,
        role,
        roleName: name,
      })),
    ),
    branch: caller.branch,
    branches: [...caller.branches],
    permissions: rightsIn(caller.branch.id),
    permissionsByBranch: Object.fromEntries(caller.branches.map(({ id }) => [String(id), rightsIn(id)])),
    secondFactorNeeded: caller.user.secondFactorNeeded,
    firm: {
      name: caller.firm.name,
      baseCurrency: caller.firm.baseCurrency,
      timeZone: caller.firm.timeZone,
      makerChecker: caller.firm.makerChecker,
      yearStart: caller.firm.yearStart,
      idleMinutes: caller.firm.idleMinutes,
    },
  };
}

/** The user of a token, read the way every request reads it. */
export async function callerOf(services: Services, token: string, now: Date): Promise<Caller> {
  const caller = await authenticateRequest(services, { authorization: `Bearer ${token}`, background: true }, now);
  if (!caller) throw new AppError('SIGN_IN_FAILED');
  return caller;
}
