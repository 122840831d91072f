import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { enqueue } from '../jobs/jobs.ts';
import type { Database, Pool } from '../db/pool.ts';

export type Mail = { to: string; subject: string; text: string };

/** Queues a mail in the caller's transaction; it leaves after the commit. */
export async function queueMail(db: Database, mail: Mail): Promise<void> {
  await enqueue(db, { kind: 'mail', payload: mail });
}

/** In whose name mails leave. Empty texts leave what the environment says. */
export type MailSettings = { fromName: string; replyTo: string; signature: string };

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

/** Sends by SMTP, or, where none is set, writes each mail as a file into the outbox. */
export function createMailer(options: {
  smtpUrl: string | null;
  from: string;
  outbox: string;
  settings?: () => Promise<MailSettings>;
}): (payload: Record<string, unknown>) => Promise<void> {
  const transport =
    options.smtpUrl === null
      ? nodemailer.createTransport({ streamTransport: true, buffer: true })
      : nodemailer.createTransport(options.smtpUrl);
  return async (payload) => {
    const own = (await options.settings?.()) ?? { fromName: '', replyTo: '', signature: '' };
    const text = String(payload['text']);
    const sent = await transport.sendMail({
      from: senderOf(options.from, own.fromName),
      ...(own.replyTo !== '' && { replyTo: own.replyTo }),
      to: String(payload['to']),
      subject: String(payload['subject']),
      text: own.signature === '' ? text : `${text.trimEnd()}\n\n-- \n${own.signature}\n`,
    });
    if (options.smtpUrl !== null) return;
    await mkdir(options.outbox, { recursive: true });
    const name = `${sent.messageId.replace(/[^\w.-]/g, '')}.eml`;
    await writeFile(path.join(options.outbox, name), (sent as unknown as { message: Buffer }).message, { mode: 0o600 });
  };
}
