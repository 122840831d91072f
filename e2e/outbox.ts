import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';

const WAIT_MS = 120_000;

/** A mail as its owner reads it: without the soft line breaks and escapes in which it travels. */
function readable(mail: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail;
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The text of a mail to an address that holds a pattern; mails leave after the commit, so it is waited for. */
export async function mailTo(address: string, pattern: RegExp): Promise<RegExpExecArray> {
  const outbox = path.join(inject('slipwayDataDir'), 'outbox');
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    const files = await readdir(outbox).catch(() => []);
    for (const file of files) {
      const mail = readable(await readFile(path.join(outbox, file), 'utf8'));
      const found = mail.includes(`To: ${address}`) ? pattern.exec(mail) : null;
      if (found) return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No mail to ${address} with ${pattern.source}`);
}
