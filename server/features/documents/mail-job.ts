import type { Database } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { Send } from '../../platform/mail/mail.ts';

type Parts = { database: Database; send: Send; clock: () => Date };

async function load(db: Database, id: number) {
  return db
    .selectFrom('document_sendings as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .innerJoin('users as u', 'u.id', 's.made_by')
    .select(['s.id', 's.recipients', 's.subject', 's.text', 's.status', 'd.number', 'd.pdf', 'u.email'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

type Outcome = { status: 'QUEUED' | 'SENT' | 'FAILED'; message: string | null };

/**
 * Sends one mail with its document, whose bytes are read now. It may run twice: what has left is not sent again, and should
 * it have left just before a crash, the mail carries the same id, by which a mailbox knows it.
 */
export function documentMailJob({ database, send, clock }: Parts) {
  return async (payload: Record<string, unknown>, job: { last: boolean }): Promise<void> => {
    const [id, branch] = [payload['sending'], payload['branch']];
    if (typeof id !== 'number' || typeof branch !== 'number') throw new Error('A mail without its document.');
    const scope = [branch];
    const row = await inTransaction(database, { readOnly: true, scope }, (db) => load(db, id));
    if (!row || row.status !== 'QUEUED') return;
    const settle = ({ status, message }: Outcome) =>
      inTransaction(database, { readOnly: false, scope }, (db) =>
        db
          .updateTable('document_sendings')
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
        messageKey: `document-sending-${id}`,
        attachments: [{ name: `${row.number.replaceAll('/', '-')}.pdf`, type: 'application/pdf', bytes: row.pdf }],
      });
    } catch (error) {
      const said = (error instanceof Error ? error.message : 'unknown').replaceAll(/\s+/g, ' ').slice(0, 300);
      await settle(
        job.last
          ? { status: 'FAILED', message: `It could not be sent: ${said}` }
          : { status: 'QUEUED', message: `It will be tried again: ${said}` },
      );
      throw error;
    }
    await settle({ status: 'SENT', message: null });
  };
}
