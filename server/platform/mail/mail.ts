import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { enqueue } from '../jobs/jobs.ts';
import type { Database } from '../db/pool.ts';

export type Mail = { to: string; subject: string; text: string };

/** Queues a mail in the caller's transaction; it leaves after the commit. */
export async function queueMail(db: Database, mail: Mail): Promise<void> {
  await enqueue(db, { kind: 'mail', payload: mail });
}

/** Sends by SMTP, or, where none is set, writes each mail as a file into the outbox. */
export function createMailer(options: {
  smtpUrl: string | null;
  from: string;
  outbox: string;
}): (payload: Record<string, unknown>) => Promise<void> {
  const transport =
    options.smtpUrl === null
      ? nodemailer.createTransport({ streamTransport: true, buffer: true })
      : nodemailer.createTransport(options.smtpUrl);
  return async (payload) => {
    const sent = await transport.sendMail({
      from: options.from,
      to: String(payload['to']),
      subject: String(payload['subject']),
      text: String(payload['text']),
    });
    if (options.smtpUrl !== null) return;
    await mkdir(options.outbox, { recursive: true });
    const name = `${sent.messageId.replace(/[^\w.-]/g, '')}.eml`;
    await writeFile(path.join(options.outbox, name), (sent as unknown as { message: Buffer }).message, { mode: 0o600 });
  };
}
