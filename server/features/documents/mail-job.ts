import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';
import { EXPORT_TYPES } from '../../platform/exports/serve.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { patient } from '../../platform/jobs/jobs.ts';
import type { OutgoingMail, Send } from '../../platform/mail/mail.ts';

type Parts = { database: Database; send: Send; clock: () => Date };

/** A mail of the queue and who queued it. */
type KeptMail = { recipients: readonly string[]; subject: string; text: string; status: string; email: string };
type Attachments = NonNullable<OutgoingMail['attachments']>;
/** The jobs that send kept mails: the table of their rows, and under which key their mails have their ids. */
const KINDS = {
  document_mail: { table: 'document_sendings', key: 'document-sending' },
  renewal_mail: { table: 'renewal_notices', key: 'renewal-notice' },
  claim_mail: { table: 'claim_mails', key: 'claim-mail' },
  view_mail: { table: 'view_sendings', key: 'view-sending' },
} as const;
type Kind = keyof typeof KINDS;
type Table = (typeof KINDS)[Kind]['table'];
/** What is a kind's own: what is attached to one of its mails, and why one of a branch may no longer leave; null: it may. */
type Own = {
  attached?: (db: Database, id: number) => Promise<Attachments>;
  refusal?: (id: number, branch: number) => Promise<string | null>;
  /** What is kept with it once it was sent. */
  sent?: (db: Database, id: number, at: Date) => Promise<void>;
};

async function readMail(db: Database, { table, attached }: Own & { table: Table }, id: number) {
  const { rows } = await sql<KeptMail>`
    select s.recipients, s.subject, s.text, s.status, u.email
    from ${sql.table(table)} s join users u on u.id = s.made_by where s.id = ${id}`.execute(db);
  const [mail] = rows;
  return mail && { ...mail, attachments: (await attached?.(db, id)) ?? [] };
}

async function documentOf(db: Database, id: number): Promise<Attachments> {
  const rows = await db
    .selectFrom('document_sendings as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .leftJoin('statement_items as i', 'i.document_id', 'd.id')
    .select(['d.number', 'd.pdf', 'i.sheet'])
    .where('s.id', '=', id)
    .execute();
  return rows.flatMap(({ number, pdf, sheet }) => {
    const name = number.replaceAll('/', '-');
    return [
      { name: `${name}.pdf`, type: 'application/pdf', bytes: pdf },
      ...(sheet === null ? [] : [{ name: `${name}.xlsx`, type: EXPORT_TYPES.xlsx, bytes: sheet }]),
    ];
  });
}

type Outcome = { status: 'QUEUED' | 'SENT' | 'FAILED' | 'REFUSED'; message: string | null };

/** Sends one mail with its document, whose bytes are read now. */
export const documentMailJob = (parts: Parts) => keptMailJob(parts, 'document_mail', { attached: documentOf });

const TRIED_AGAIN = 'It will be tried again: ';
const NOT_SENT = 'It could not be sent: ';

/**
 * Sends one mail that was kept. It may run twice: what has left is not sent again, and should
 * it have left just before a crash, the mail carries the same id, by which a mailbox recognises it.
 */
export function keptMailJob({ database, send, clock }: Parts, kind: Kind, own: Own = {}) {
  const { table, key } = KINDS[kind];
  return patient(async (payload, job: { last: boolean }): Promise<void> => {
    const [id, branch] = [payload['sending'], payload['branch']];
    if (typeof id !== 'number' || typeof branch !== 'number') throw new Error('A mail that was not kept.');
    const scope = [branch];
    const settle = ({ status, message }: Outcome) =>
      inTransaction(database, { readOnly: false, scope }, async (db) => {
        const at = clock();
        const settled = await db
          .updateTable(table)
          .set({ status, message, settled_at: status === 'QUEUED' ? null : at })
          .where('id', '=', id)
          .where('status', '=', 'QUEUED')
          .returning('id')
          .executeTakeFirst();
        if (settled !== undefined && status === 'SENT') await own.sent?.(db, id, at);
      });
    const leave = async (): Promise<Outcome | null> => {
      const row = await inTransaction(database, { readOnly: true, scope }, (db) => readMail(db, { ...own, table }, id));
      if (!row || row.status !== 'QUEUED') return null;
      const refused = (await own.refusal?.(id, branch)) ?? null;
      if (refused !== null) return { status: 'REFUSED', message: refused };
      const { recipients: to, subject, text, email: replyTo, attachments } = row;
      await send({ to, subject, text, replyTo, messageKey: `${key}-${id}`, attachments });
      return { status: 'SENT', message: null };
    };
    const outcome = await leave().catch(async (error: unknown) => {
      const reason = (error instanceof Error ? error.message : 'unknown').replaceAll(/\s+/g, ' ').slice(0, 300);
      await settle(
        job.last
          ? { status: 'FAILED', message: `${NOT_SENT}${reason}` }
          : { status: 'QUEUED', message: `${TRIED_AGAIN}${reason}` },
      );
      throw error;
    });
    if (outcome !== null) await settle(outcome);
  });
}

/** Says of mails whose job is over without them, as one that ended its worker too often, that they did not leave. */
export async function settleMails(database: Database, now: Date): Promise<void> {
  const branches = await database.selectFrom('branches').select('id').execute();
  const scope = branches.map(({ id }) => id);
  await inTransaction(database, { readOnly: false, scope }, async (db) => {
    for (const [kind, { table }] of Object.entries(KINDS))
      await sql`
        update ${sql.table(table)} set status = 'FAILED', settled_at = ${now},
          message = ${NOT_SENT}::text || case when starts_with(message, ${TRIED_AGAIN}) then substr(message, length(${TRIED_AGAIN}::text) + 1)
            else 'it was given up.' end
        where status = 'QUEUED' and id <> all(array(select mails_under_way(${kind})))`.execute(db);
  });
}
