import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import type {
  booksEffects,
  getFirm,
  saveBooks,
  saveIdentity,
  saveMailSettings,
  saveReminders,
  saveRetention,
  saveSessions,
  saveUnderwriting,
} from '../../../domain/firm/settings.ts';
import { reminderFaults } from '../../../domain/statements/reminders.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion } from '../registers/form.ts';
import { mailMakerChecker, someoneIsAlone } from '../second-person.ts';
import { changesOf } from './changes.ts';
import { codeOf, readChart } from './chart.ts';
import { lockBooks } from './period-lock.ts';

type FirmRow = Awaited<ReturnType<typeof readFirm>>;
type Books = Decoded<typeof booksEffects>['body'];

export async function readFirm(ctx: Pick<Ctx, 'db'>) {
  return ctx.db.selectFrom('firm').selectAll().executeTakeFirstOrThrow();
}

async function isPosted(ctx: Ctx): Promise<boolean> {
  // Balances are of every branch: a request from one branch needs those of the others too.
  const { rows } = await sql<{ posted: boolean }>`select something_posted() as posted`.execute(ctx.db);
  return rows[0]?.posted ?? false;
}

export function identityOf(firm: FirmRow) {
  const { name, trading_name, registration, tax_number, licence, street_address, phone, email, website } = firm;
  return {
    name,
    trading_name,
    registration,
    tax_number,
    licence,
    postal_address: firm.address,
    street_address,
    phone,
    email,
    website,
    lloyds_broker_number: firm.lloyds_broker_number,
    document_footer: firm.document_footer,
  };
}

const booksOf = (firm: FirmRow): Books => ({
  base_currency: firm.base_currency,
  time_zone: firm.time_zone,
  year_start_month: firm.year_start_month,
  brokerage_recognition: firm.brokerage_recognition as Books['brokerage_recognition'],
  maker_checker: firm.maker_checker,
});

const retentionOf = (firm: FirmRow) => ({
  jobs_years: firm.retain_jobs_years,
  mails_years: firm.retain_mails_years,
  imports_years: firm.retain_imports_years,
  personal_years: firm.retain_personal_years,
  attempts_days: firm.retain_attempts_days,
});

const remindersOf = (firm: FirmRow) => ({
  first: firm.reminder_first_days,
  second: firm.reminder_second_days,
  final: firm.reminder_final_days,
});

/** The firm with all its settings. */
export async function firmRecord(ctx: Ctx): Promise<Reply<typeof getFirm>> {
  const firm = await readFirm(ctx);
  const logo = await ctx.db
    .selectFrom('firm_logo as l')
    .innerJoin('users as u', 'u.id', 'l.uploaded_by')
    .select(['l.type', 'l.width', 'l.height', 'l.sha256', 'l.uploaded_at', 'u.name as uploaded_by'])
    .executeTakeFirst();
  return {
    version: firm.version,
    identity: identityOf(firm),
    books: booksOf(firm),
    underwriting: { short_rate: firm.short_rate, brokerage_on_cover_notes: firm.brokerage_on_cover_notes },
    reminders: remindersOf(firm),
    sessions: { session_hours: firm.session_hours, idle_minutes: firm.idle_minutes },
    retention: retentionOf(firm),
    mail: { from_name: firm.mail_from_name, reply_to: firm.mail_reply_to, signature: firm.mail_signature },
    posted: await isPosted(ctx),
    logo: logo ?? null,
  };
}

async function lockFirm(ctx: Ctx, version: number): Promise<FirmRow> {
  const firm = await ctx.db.selectFrom('firm').selectAll().forUpdate().executeTakeFirstOrThrow();
  assertVersion(firm, version);
  return firm;
}

type Saving = {
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  columns: Partial<Record<keyof FirmRow, unknown>>;
  action: AuditAction;
  personal?: readonly string[];
};

async function keep(ctx: Ctx, firm: FirmRow, saving: Saving): Promise<Reply<typeof saveBooks>> {
  const version = firm.version + 1;
  await ctx.db
    .updateTable('firm')
    .set({ ...(saving.columns as Partial<FirmRow>), version })
    .execute();
  const changes = changesOf(saving.before, saving.after, saving.personal);
  await ctx.audit({ entity: 'firm', entityId: 1, action: saving.action, ...changes });
  return { id: 1, version, status: 'ACTIVE' };
}

/** Who the firm is and what its letterhead shows. */
export async function keepIdentity(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveIdentity>,
): Promise<Reply<typeof saveIdentity>> {
  const firm = await lockFirm(ctx, version);
  const { postal_address: address, ...columns } = after;
  const personal = ['name', 'trading_name', 'postal_address', 'street_address', 'phone', 'email'];
  const before = identityOf(firm);
  return keep(ctx, firm, { before, after, columns: { ...columns, address }, action: 'identity_edited', personal });
}

/** A name of the IANA list of this machine. */
function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Offsets such as +03:00 are no names: they know no summer time.
    return timeZone === 'UTC' || timeZone.includes('/');
  } catch {
    return false;
  }
}

async function booksFaults(ctx: Ctx, before: Books, after: Books): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (!isTimeZone(after.time_zone)) faults.push({ field: 'time_zone', message: 'Choose a time zone.' });
  if (before.maker_checker && !after.maker_checker && !(await someoneIsAlone(ctx.db, ctx.today)))
    faults.push({
      field: 'maker_checker',
      message: 'Two people can decide every kind of record in every branch: this is for who works alone.',
    });
  if (after.base_currency === before.base_currency) return faults;
  if (await isPosted(ctx))
    faults.push({
      field: 'base_currency',
      message: `Something is posted in ${before.base_currency}: the base currency stays.`,
    });
  const known = await ctx.db
    .selectFrom('currencies')
    .select('id')
    .where('code', '=', after.base_currency)
    .executeTakeFirst();
  if (!known) faults.push({ field: 'base_currency', message: 'Choose a currency.' });
  return faults;
}

async function countRates(ctx: Ctx): Promise<bigint> {
  const { count } = await ctx.db
    .selectFrom('exchange_rates')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What saving these settings would do; the same faults as saving them. */
export async function previewBooks(ctx: Ctx, after: Books): Promise<Reply<typeof booksEffects>> {
  const before = booksOf(await readFirm(ctx));
  const faults = await booksFaults(ctx, before, after);
  if (faults.length > 0) throw invalid(...faults);
  const effects: string[] = [];
  const warnings: string[] = [];
  if (after.base_currency !== before.base_currency) {
    const rates = await countRates(ctx);
    effects.push(`Books are kept in ${after.base_currency} instead of ${before.base_currency}.`);
    if (rates > 0n)
      warnings.push(`All ${rates} exchange rates are removed: they were for one ${before.base_currency}.`);
  }
  if (after.brokerage_recognition !== before.brokerage_recognition) {
    const deferred = codeOf(await readChart(ctx.db), 'DEFERRED_BROKERAGE');
    effects.push(
      after.brokerage_recognition === 'RECEIPT'
        ? `From now on brokerage waits on ${deferred} and becomes income as premium is received. What is posted stays.`
        : `From now on brokerage is income when the debit note is issued. What is posted, and what waits on ${deferred}, stays.`,
    );
  }
  if (before.maker_checker && !after.maker_checker)
    warnings.push(
      'Who makes a record may then approve it, where nobody else could. Managers and auditors get a mail, and the audit trail shows each time that it happened.',
    );
  if (!before.maker_checker && after.maker_checker)
    effects.push('From now on nobody decides what they made, edited or submitted.');
  if (after.time_zone !== before.time_zone)
    effects.push(`Days begin and end by the clock of ${after.time_zone}. Days that are booked stay.`);
  if (after.year_start_month !== before.year_start_month)
    effects.push(
      'Months are grouped into other financial years, and reports of the books begin with them. Closed months stay closed.',
    );
  return { effects, warnings };
}

/** How the firm books. A new base currency takes the rates with it, which were entered for the old one. */
export async function keepBooks(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveBooks>,
): Promise<Reply<typeof saveBooks>> {
  // Before the firm's row: a posting holds the books and may be about to read the firm.
  await lockBooks(ctx.db);
  const firm = await lockFirm(ctx, version);
  const before = booksOf(firm);
  const faults = await booksFaults(ctx, before, after);
  if (faults.length > 0) throw invalid(...faults);
  if (after.base_currency !== before.base_currency) {
    await ctx.db.deleteFrom('exchange_rates').execute();
    await ctx.db.updateTable('currencies').set({ active: true }).where('code', '=', after.base_currency).execute();
  }
  if (before.maker_checker !== after.maker_checker)
    await mailMakerChecker(ctx.db, after.maker_checker ? 'on' : 'off', `By ${ctx.user.name}.`);
  return keep(ctx, firm, { before, after, columns: after, action: 'books_edited' });
}

/** What a short-rate cancellation gives back from now on; what was approved is kept with the rate that it was made with. §2. */
export async function keepUnderwriting(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveUnderwriting>,
): Promise<Reply<typeof saveUnderwriting>> {
  const firm = await lockFirm(ctx, version);
  const shown = ({ short_rate: shortRate, brokerage_on_cover_notes }: typeof after) => ({
    short_rate: formatRate(shortRate),
    brokerage_on_cover_notes,
  });
  return keep(ctx, firm, { before: shown(firm), after: shown(after), columns: after, action: 'underwriting_edited' });
}

export async function keepSessions(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveSessions>,
): Promise<Reply<typeof saveSessions>> {
  const firm = await lockFirm(ctx, version);
  const before = { session_hours: firm.session_hours, idle_minutes: firm.idle_minutes };
  return keep(ctx, firm, { before, after, columns: after, action: 'sessions_edited' });
}

/** From how many days overdue letters of reminder are due from now on. M12. */
export async function keepReminders(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveReminders>,
): Promise<Reply<typeof saveReminders>> {
  const faults = reminderFaults(after);
  if (faults.length > 0) throw invalid(...faults);
  const firm = await lockFirm(ctx, version);
  const { first, second, final } = after;
  const columns = { reminder_first_days: first, reminder_second_days: second, reminder_final_days: final };
  return keep(ctx, firm, { before: remindersOf(firm), after, columns, action: 'reminders_edited' });
}

export async function keepRetention(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveRetention>,
): Promise<Reply<typeof saveRetention>> {
  const firm = await lockFirm(ctx, version);
  const columns = Object.fromEntries(Object.entries(after).map(([name, value]) => [`retain_${name}`, value]));
  return keep(ctx, firm, { before: retentionOf(firm), after, columns, action: 'retention_edited' });
}

export async function keepMailSettings(
  ctx: Ctx,
  { body: { version, ...after } }: Decoded<typeof saveMailSettings>,
): Promise<Reply<typeof saveMailSettings>> {
  const firm = await lockFirm(ctx, version);
  const before = { from_name: firm.mail_from_name, reply_to: firm.mail_reply_to, signature: firm.mail_signature };
  const columns = { mail_from_name: after.from_name, mail_reply_to: after.reply_to, mail_signature: after.signature };
  const personal = ['from_name', 'reply_to', 'signature'];
  return keep(ctx, firm, { before, after, columns, action: 'mail_edited', personal });
}
