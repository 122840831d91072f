import type { Database } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { OutgoingMail, Send } from '../../platform/mail/mail.ts';

type Parts = { database: Database; send: Send; clock: () => Date };

/** A mail of the queue: who queued it, and its attachments. */
type KeptMail = Pick<OutgoingMail, 'attachments'> & {
  recipients: readonly string[];
  subject: string;
  text: string;
  status: string;
  email: string;
};
/** A kind of kept mail: the table of its rows, under which its mails have their ids, and how one of them is read. */
type MailKind = {
  table: 'document_sendings' | 'renewal_notices' | 'claim_mails';
  key: string;
  load: (db: Database, id: number) => Promise<KeptMail | undefined>;
};

async function load(db: Database, id: number): Promise<KeptMail | undefined> {
  const row = await db
    .selectFrom('document_sendings as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .innerJoin('users as u', 'u.id', 's.made_by')
    .select(['s.recipients', 's.subject', 's.text', 's.status', 'd.number', 'd.pdf', 'u.email'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, pdf, ...mail } = row;
  const name = `${number.replaceAll('/', '-')}.pdf`;
  return { ...mail, attachments: [{ name, type: 'application/pdf', bytes: pdf }] };
}

type Outcome = { status: 'QUEUED' | 'SENT' | 'FAILED'; message: string | null };

/** Sends one mail with its document, whose bytes are read now. */
export const documentMailJob = (parts: Parts) =>
  keptMailJob(parts, { table: 'document_sendings', key: 'document-sending', load });

/**
 * Sends one mail that was kept. It may run twice: what has left is not sent again, and should
 * it have left just before a crash, the mail carries the same id, by which a mailbox recognises it.
 */
export function keptMailJob({ database, send, clock }: Parts, kind: MailKind) {
  return async (payload: Record<string, unknown>, job: { last: boolean }): Promise<void> => {
    const [id, branch] = [payload['sending'], payload['branch']];
    if (typeof id !== 'number' || typeof branch !== 'number') throw new Error('A mail that was not kept.');
    const scope = [branch];
    const row = await inTransaction(database, { readOnly: true, scope }, (db) => kind.load(db, id));
    if (!row || row.status !== 'QUEUED') return;
    const settle = ({ status, message }: Outcome) =>
      inTransaction(database, { readOnly: false, scope }, (db) =>
        db
          .updateTable(kind.table)
          .set({ status, message, settled_at: status === 'QUEUED' ? null : clock() })
          .where('id', '=', id)
          .execute(),
      );
    try {
      await send({
        to: row.recipients,
        subject: row.subject,
        text: row.text,
        replyTo: row.email,
        messageKey: `${kind.key}-${id}`,
        attachments: row.attachments ?? [],
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
  };
}
