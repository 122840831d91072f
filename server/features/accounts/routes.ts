import * as accounts from '../../../domain/accounts/contract.ts';
import * as roles from '../../../domain/accounts/roles.ts';
import * as second from '../../../domain/accounts/second-factor.ts';
import * as session from '../../../domain/accounts/session.ts';
import * as users from '../../../domain/accounts/users.ts';
import { openDatabase } from '../../platform/db/pool.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, servePublic, type PrepareCtx, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { changeOwnPassword, prepareChange, type PreparedChange } from './password-change.ts';
import { isInstalled } from './queries.ts';
import { choosePassword, recoverPassword } from './recovery.ts';
import { registerUser } from './register.ts';
import { describeCaller } from './sessions.ts';
import { confirmIdentity, ownFactors, renewRecoveryCodes } from './factors.ts';
import * as passkeys from './passkeys.ts';
import { editRole, roles as roleList, saveRole, setRoleStatus } from './roles.ts';
import { finishSignIn } from './second-step.ts';
import { changeBranch, sessionEnd, signIn, signOut } from './sign-in.ts';
import { beginTotp, confirmTotp, removeTotp } from './totp.ts';
import * as acts from './user-acts.ts';
import { removeFactors, userRecord } from './user-record.ts';
import { endOwnSessions, endUserSessions, ownSessions, sessionsOf } from './user-sessions.ts';
import { colleaguesOf, users as userList } from './users.ts';

export function accountRoutes(services: Services & Exporting): Route[] {
  const database = openDatabase(services.pool);
  return [
    servePublic(accounts.authenticate, (ctx, { body }) => signIn(services, ctx, body)),
    servePublic(accounts.register, (ctx, { body }) => registerUser(services, ctx, body)),
    servePublic(accounts.installation, async (ctx) => {
      const empty = !(await isInstalled(ctx.db));
      return { empty, needs_code: empty && services.setupCode !== null };
    }),
    servePublic(accounts.recoverPassword, (ctx, { query }) => recoverPassword(ctx, query.email)),
    servePublic(accounts.resetPassword, (ctx, { body }) => choosePassword(ctx, body)),
    serve(session.signOut, (ctx) => signOut(ctx)),
    serve(session.currentSession, async (ctx) => ({ user: describeCaller(ctx), expires_at: await sessionEnd(ctx) })),
    serve(session.switchBranch, (ctx, { body }) => changeBranch(ctx, body)),
    serve(
      accounts.changePassword,
      (ctx, _input, prepared) => changeOwnPassword(ctx, prepared as PreparedChange),
      (ctx, { body }) => prepareChange(database, ctx, body),
    ),
    serve(
      accounts.changePasswordTest,
      async () => ({ done: true as const }),
      (ctx, { body }) => prepareChange(database, ctx, body),
    ),
    ...userRoutes(services),
    ...roleRoutes(services),
    ...secondFactorRoutes(services),
  ];
}

function userRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(users.userItems, userList, services),
    serve(users.colleagues, colleaguesOf),
    serve(users.user, (ctx, { params }) => userRecord(ctx, params.id)),
    serve(users.createUser, (ctx, { body }) => acts.createUser(services, ctx, body)),
    serve(users.inviteUser, (ctx, { query }) => acts.inviteUser(services, ctx, query.id)),
    serve(users.activateUser, (ctx, { body }) => acts.activateUser(ctx, body)),
    serve(users.removeRole, (ctx, { body }) => acts.removeRole(ctx, body)),
    serve(users.editUser, (ctx, { body }) => acts.editUser(ctx, body)),
    serve(users.disableUser, (ctx, { query }) => acts.disableUser(ctx, query.id)),
    serve(users.enableUser, (ctx, { query }) => acts.enableUser(ctx, query.id)),
    serve(users.deleteUser, (ctx, { query }) => acts.deleteUser(ctx, query.id)),
    serve(users.ownSessions, (ctx) => ownSessions(ctx)),
    serve(users.endOwnSessions, (ctx, { query }) => endOwnSessions(ctx, query.session)),
    serve(users.userSessions, (ctx, { query }) => sessionsOf(ctx, query.id)),
    serve(users.endUserSessions, (ctx, { query }) => endUserSessions(ctx, query)),
  ];
}

function roleRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(roles.roleItems, roleList, exporting),
    serve(roles.saveRole, (ctx, { body }) => saveRole(ctx, body)),
    serve(roles.editRole, (ctx, { body }) => editRole(ctx, body)),
    serve(roles.setRoleStatus, (ctx, { body }) => setRoleStatus(ctx, body)),
  ];
}

function secondFactorRoutes(services: Services): Route[] {
  const database = openDatabase(services.pool);
  const party = () => passkeys.relyingParty(services.publicUrl);
  const proved = (ctx: PrepareCtx, { body }: { body: { password?: string | undefined } }) =>
    confirmIdentity(database, ctx, { password: body.password, freshIsEnough: false });
  const provedOrFresh = (ctx: PrepareCtx, { body }: { body: { password?: string | undefined } }) =>
    confirmIdentity(database, ctx, { password: body.password, freshIsEnough: true });
  return [
    servePublic(accounts.authenticateSecond, (ctx, { body }) => finishSignIn(services, ctx, body)),
    serve(second.ownFactors, (ctx) => ownFactors(ctx)),
    serve(second.beginTotp, (ctx) => beginTotp(services.keys, ctx), provedOrFresh),
    serve(second.confirmTotp, (ctx, { body }) => confirmTotp(services.keys, ctx, body.code)),
    serve(second.removeTotp, (ctx) => removeTotp(ctx), proved),
    serve(second.renewRecoveryCodes, (ctx) => renewRecoveryCodes(ctx), proved),
    serve(second.beginPasskey, (ctx) => passkeys.beginPasskey(party(), ctx), provedOrFresh),
    serve(
      second.savePasskey,
      (ctx, { body }, checked) => passkeys.savePasskey(ctx, body, checked as passkeys.CheckedPasskey),
      (ctx, { body }) => passkeys.preparePasskey(party(), ctx, body),
    ),
    serve(second.renamePasskey, (ctx, { body }) => passkeys.renamePasskey(ctx, body)),
    serve(second.removePasskey, (ctx, { body }) => passkeys.removePasskey(ctx, body.id), proved),
    serve(second.removeFactors, (ctx, { query }) => removeFactors(ctx, query.id)),
  ];
}
