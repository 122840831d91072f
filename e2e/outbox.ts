import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const WAIT_MS = 120_000;

/** A mail as its owner reads it: without the soft line breaks and escapes in which it travels. */
function readable(mail: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail;
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** What a pattern finds in a mail to an address, in the outbox of a data directory; mails leave after the commit, so it is waited for. */
export async function mailTo(dataDir: string, address: string, pattern: RegExp): Promise<RegExpExecArray> {
  const outbox = path.join(dataDir, 'outbox');
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
