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
/** A kind of kept mail: the table of its rows, under which its mails have their ids, and what is attached to one of them. */
type MailKind = {
  table: 'document_sendings' | 'renewal_notices' | 'claim_mails' | 'view_sendings';
  key: string;
  attached?: (db: Database, id: number) => Promise<Attachments>;
  /** Why one of a branch may no longer leave; null: it may. */
  refusal?: (id: number, branch: number) => Promise<string | null>;
};

async function readMail(db: Database, { table, attached }: MailKind, id: number) {
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
export const documentMailJob = (parts: Parts) =>
  keptMailJob(parts, { table: 'document_sendings', key: 'document-sending', attached: documentOf });

/**
 * Sends one mail that was kept. It may run twice: what has left is not sent again, and should
 * it have left just before a crash, the mail carries the same id, by which a mailbox recognises it.
 */
export function keptMailJob({ database, send, clock }: Parts, kind: MailKind) {
  return patient(async (payload, job: { last: boolean }): Promise<void> => {
    const [id, branch] = [payload['sending'], payload['branch']];
    if (typeof id !== 'number' || typeof branch !== 'number') throw new Error('A mail that was not kept.');
    const scope = [branch];
    const row = await inTransaction(database, { readOnly: true, scope }, (db) => readMail(db, kind, id));
    if (!row || row.status !== 'QUEUED') return;
    const settle = ({ status, message }: Outcome) =>
      inTransaction(database, { readOnly: false, scope }, (db) =>
        db
          .updateTable(kind.table)
          .set({ status, message, settled_at: status === 'QUEUED' ? null : clock() })
          .where('id', '=', id)
          .execute(),
      );
    const refused = (await kind.refusal?.(id, branch)) ?? null;
    if (refused !== null) {
      await settle({ status: 'REFUSED', message: refused });
      return;
    }
    try {
      await send({
        to: row.recipients,
        subject: row.subject,
        text: row.text,
        replyTo: row.email,
        messageKey: `${kind.key}-${id}`,
        attachments: row.attachments,
      });
    } catch (error) {
      const reason = (error instanceof Error ? error.message : 'unknown').replaceAll(/\s+/g, ' ').slice(0, 300);
      await settle(
        job.last
          ? { status: 'FAILED', message: `It could not be sent: ${reason}` }
          : { status: 'QUEUED', message: `It will be tried again: ${reason}` },
      );
      throw error;
    }
    await settle({ status: 'SENT', message: null });
  });
}
