import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid, type FieldError } from '../../../domain/errors.ts';
import { emailKey } from '../../../domain/names.ts';
import type { register } from '../../../domain/accounts/contract.ts';
import { LOCKS } from '../../platform/db/locks.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PublicCtx } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../services.ts';
import { createFirm, type NewFirm } from '../firm/create-firm.ts';
import { addressLimit, countAttempt } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, isInstalled } from './queries.ts';
import { assertGoodPassword } from './strength.ts';

type SignUp = Decoded<typeof register>['body'];
type NewUser = { name: string; email: string; passwordHash: string | null; status: 'ACTIVE' | 'INACTIVE' };

const WAITING =
  'Thank you. If this address can be used, its owner now has a mail from us, and the account waits for activation.';
const READY = 'The firm is set up. Sign in with the password that you chose.';

/** Adds a user; null when the address is somebody's already. */
export async function addUser(db: Database, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      status: user.status,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function newFirmOf(signUp: SignUp): NewFirm {
  const { firmName, baseCurrency, timeZone = 'Africa/Nairobi' } = signUp;
  const errors: FieldError[] = [];
  if (!firmName) errors.push({ field: 'firmName', message: 'Name of the firm must be 2 to 150 characters.' });
  if (!baseCurrency) errors.push({ field: 'baseCurrency', message: 'Choose a currency.' });
  if (!isTimeZone(timeZone)) errors.push({ field: 'timeZone', message: 'Choose a time zone.' });
  if (errors.length > 0 || !firmName || !baseCurrency) throw invalid(...errors);
  const branch = { code: signUp.branchCode ?? 'HQ', name: signUp.branchName ?? 'Head office' };
  return { name: firmName, baseCurrency, timeZone, makerChecker: signUp.worksAlone !== true, branches: [branch] };
}

/**
 * Takes the installation: the firm, its first branch and its root user. One lock decides between two who try together.
 */
async function install(ctx: PublicCtx, signUp: SignUp, passwordHash: string): Promise<void> {
  const firm = newFirmOf(signUp);
  await inTransaction(ctx.db, { readOnly: false, scope: [] }, async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.installing})`.execute(db);
    if (await isInstalled(db)) throw new AppError('INSTALLED');
    await createFirm(db, firm);
    const id = await addUser(db, { ...signUp, passwordHash, status: 'ACTIVE' });
    if (id === null) throw new AppError('INSTALLED');
    await db.insertInto('user_roles').values({ user_id: id, branch_id: null, role: 'ROLE_ROOT' }).execute();
    const actor = { userId: id, sessionId: null, at: ctx.now };
    await writeAudit(db, actor, { entity: 'firm', entityId: 1, action: 'installed', facts: { ...firm } });
    await writeAudit(db, actor, {
      entity: 'user',
      entityId: id,
      action: 'registered',
      facts: { role: 'ROLE_ROOT', status: 'ACTIVE' },
      personal: { name: signUp.name, email: signUp.email },
    });
  });
}

async function signUp(ctx: PublicCtx, services: Services, user: NewUser): Promise<void> {
  await inTransaction(ctx.db, { readOnly: false, scope: [] }, async (db) => {
    const id = await addUser(db, user);
    if (id === null) {
      const owner = await findAccount(db, user.email);
      await queueMail(db, {
        to: owner?.email ?? user.email,
        subject: 'Somebody signed up with your address',
        text: `Somebody asked for an account with this address, which has one already. Nothing was changed.\n\nIf it was you: sign in at ${services.publicUrl}/signin, where a forgotten password can be replaced.\n`,
      });
      return;
    }
    await writeAudit(
      db,
      { userId: null, sessionId: null, at: ctx.now },
      {
        entity: 'user',
        entityId: id,
        action: 'registered',
        facts: { status: user.status },
        personal: { name: user.name, email: user.email },
      },
    );
    await queueMail(db, {
      to: user.email,
      subject: 'Your account waits for activation',
      text: `Thank you for signing up. An administrator will give your account a role and a branch; then you can sign in at ${services.publicUrl}/signin.\n\nIf it was not you, tell your administrator.\n`,
    });
  });
}

/** Signs up: the first makes the firm and its root, a later one an inactive user. Always the same sentence. §5 Accounts. */
export async function registerUser(services: Services, ctx: PublicCtx, body: SignUp): Promise<{ message: string }> {
  await countAttempt(ctx.db, [addressLimit('register', ctx.address)], ctx);
  const installed = await isInstalled(ctx.db);
  if (installed && body.firmName !== undefined) throw new AppError('INSTALLED');
  if (!installed && services.setupCode !== null && !sameText(body.setupCode ?? '', services.setupCode))
    throw new AppError('SETUP_CODE');
  const words = body.name.split(/\s+/);
  await assertGoodPassword(body.password, { email: body.email, field: 'password', words });
  const passwordHash = await hashPassword(body.password);
  if (!installed) {
    await install(ctx, body, passwordHash);
    return { message: READY };
  }
  await signUp(ctx, services, { name: body.name, email: body.email, passwordHash, status: 'INACTIVE' });
  return { message: WAITING };
}
