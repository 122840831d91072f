import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { enqueue, patient } from '../jobs/jobs.ts';
import type { Database, Pool } from '../db/pool.ts';

type Mail = { to: string; subject: string; text: string };

/** Queues a mail in the caller's transaction; it leaves after the commit. */
export async function queueMail(db: Database, mail: Mail): Promise<void> {
  await enqueue(db, { kind: 'mail', payload: mail });
}

/** In whose name mails leave. Empty texts leave what the environment says. */
type MailSettings = { fromName: string; replyTo: string; signature: string };

/** The firm's own, as saved; nothing before there is a firm. */
export async function mailSettings(pool: Pool): Promise<MailSettings> {
  const { rows } = await pool.query<MailSettings>(
    `select mail_from_name as "fromName", mail_reply_to as "replyTo", mail_signature as signature from firm`,
  );
  return rows[0] ?? { fromName: '', replyTo: '', signature: '' };
}

// The address stays the server's own, which receivers check; the name before it is the firm's.
function senderOf(from: string, name: string): string | { name: string; address: string } {
  if (name === '') return from;
  return { name, address: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from };
}

/** A mail as sent, with its attachments. */
export type OutgoingMail = {
  to: string | readonly string[];
  subject: string;
  text: string;
  /** Where answers go; left out: where the firm says. */
  replyTo?: string;
  /** The same mail sent twice has the same id. */
  messageKey?: string;
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[];
};
export type Send = (mail: OutgoingMail) => Promise<void>;

type MailOptions = { smtpUrl: string | null; from: string; outbox: string; settings?: () => Promise<MailSettings> };

const PLAIN: MailSettings = { fromName: '', replyTo: '', signature: '' };
const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** Sends by SMTP, or, where none is set, writes each mail as a file into the outbox. */
export function createSender(options: MailOptions): Send {
  const transport =
    options.smtpUrl === null
      ? nodemailer.createTransport({ streamTransport: true, buffer: true })
      : nodemailer.createTransport(options.smtpUrl);
  return async ({ to, subject, text, replyTo, messageKey, attachments = [] }) => {
    const own = (await options.settings?.()) ?? PLAIN;
    const answersTo = replyTo ?? own.replyTo;
    const sent = await transport.sendMail({
      from: senderOf(options.from, own.fromName),
      to: typeof to === 'string' ? to : [...to],
      subject,
      text: own.signature === '' ? text : `${text.trimEnd()}\n\n-- \n${own.signature}\n`,
      ...(answersTo !== '' && { replyTo: answersTo }),
      ...(messageKey !== undefined && { messageId: `<${messageKey}@${domainOf(options.from)}>` }),
      attachments: attachments.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
      })),
      // What a mail says is text: it names no file and no address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (options.smtpUrl !== null) return;
    if (!('message' in sent) || !Buffer.isBuffer(sent.message)) throw new Error('A mail for the outbox comes whole.');
    await mkdir(options.outbox, { recursive: true });
    const name = `${sent.messageId.replace(/[^\w.-]/g, '')}.eml`;
    await writeFile(path.join(options.outbox, name), sent.message, { mode: 0o600 });
  };
}

/** What does the jobs that `queueMail` leaves. */
export const mailJob = (send: Send) =>
  patient((payload) =>
    send({ to: String(payload['to']), subject: String(payload['subject']), text: String(payload['text']) }),
  );
