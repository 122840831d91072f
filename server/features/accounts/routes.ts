import * as accounts from '../../../domain/accounts/contract.ts';
import { openDatabase } from '../../platform/db/pool.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, servePublic, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { changeOwnPassword, prepareChange, type PreparedChange } from './password-change.ts';
import { isInstalled } from './queries.ts';
import { choosePassword, recoverPassword } from './recovery.ts';
import { registerUser } from './register.ts';
import { describeCaller } from './sessions.ts';
import { activateUser, createUser, disableUser, listUsers, userExport } from './users.ts';
import { changeBranch, sessionEnd, signIn, signOut } from './sign-in.ts';

export function accountRoutes(services: Services): Route[] {
  const database = openDatabase(services.pool);
  return [
    servePublic(accounts.authenticate, (ctx, { body }) => signIn(services, ctx, body)),
    servePublic(accounts.register, (ctx, { body }) => registerUser(services, ctx, body)),
    servePublic(accounts.installation, async (ctx) => {
      const empty = !(await isInstalled(ctx.db));
      return { empty, needs_code: empty && services.setupCode !== null };
    }),
    servePublic(accounts.recoverPassword, (ctx, { query }) => recoverPassword(services, ctx, query.email)),
    servePublic(accounts.resetPassword, (ctx, { body }) => choosePassword(ctx, body)),
    serve(accounts.signOut, (ctx) => signOut(ctx)),
    serve(accounts.currentSession, async (ctx) => ({ user: describeCaller(ctx), expires_at: await sessionEnd(ctx) })),
    serve(accounts.switchBranch, (ctx, { body }) => changeBranch(ctx, body)),
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
    serveExportable(accounts.userItems, (ctx, { query }) => listUsers(ctx, query), {
      pool: services.pool,
      table: (ctx, { query }) => userExport(ctx, query),
    }),
    serve(accounts.createUser, (ctx, { body }) => createUser(services, ctx, body)),
    serve(accounts.activateUser, (ctx, { body }) => activateUser(ctx, body)),
    serve(accounts.disableUser, (ctx, { query }) => disableUser(ctx, query.id)),
    serve(accounts.deleteUser, (ctx, { query }) => disableUser(ctx, query.id)),
  ];
}
