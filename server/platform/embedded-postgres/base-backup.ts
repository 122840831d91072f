import fs, { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { Client, type Connection } from 'pg';
import { failure } from './failure.ts';
import { removeTree, syncDirectory, writeDurably } from './files.ts';
import { openHome } from './home.ts';
import { adminRole, readSecret } from './initdb.ts';
import { readPidFile, servesCluster } from './postmaster.ts';

// With the WAL that it needs by itself, so that it never waits for an archive.
const BASE_BACKUP = `BASE_BACKUP (LABEL 'slipway', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

// What comes before each message of the reply: a new archive, its manifest, their bytes, and how far it is.
const [NEW_ARCHIVE, MANIFEST, BYTES] = ['n', 'm', 'd'].map((sign) => sign.charCodeAt(0));

const MOST_WAITING = 8 * 1024 * 1024;

/** Writes what a base backup sends: of one tablespace, since ours has no other, and then its manifest. */
function receive(client: Client, folder: string): Promise<void> {
  let out: WriteStream | null = null;
  const files: WriteStream[] = [];
  let waiting = 0;
  const open = (name: string) => {
    out?.end();
    out = createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true });
    files.push(out);
  };
  return new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: Connection) => connection.query(BASE_BACKUP),
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handleCommandComplete: () => undefined,
      handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Connection) => {
        const [kind] = chunk;
        if (kind === NEW_ARCHIVE) open('base.tar');
        else if (kind === MANIFEST) open('backup_manifest');
        else if (kind === BYTES) {
          waiting += chunk.length;
          if (waiting > MOST_WAITING) stream.pause();
          // The driver reads the next message into the same bytes.
          out?.write(Buffer.from(chunk.subarray(1)), (error) => {
            if (error) reject(error);
            waiting -= chunk.length;
            if (waiting <= MOST_WAITING) stream.resume();
          });
        }
      },
      handleReadyForQuery: () => {
        out?.end();
        Promise.all(files.map((file) => finished(file))).then(() => resolve(), reject);
      },
      handleError: reject,
    });
  });
}

/**
 * Copies the files of the running embedded database into a new folder, with the passwords of its roles: from such a base
 * and the archived WAL after it comes the database of any later instant. The folder appears when it is whole.
 */
export async function takeBase(dataDir: string, folder: string): Promise<{ bytes: number }> {
  const home = openHome(dataDir, () => undefined);
  const server = readPidFile(home.cluster);
  if (!server?.address || !servesCluster(server, home.cluster))
    throw failure('DATABASE_MISSING', `A base backup is taken of a running system: start the one of ${dataDir} first.`);
  if (fs.existsSync(folder)) throw failure('BASE_REFUSED', `${folder} is there already: name a new folder.`);
  const { admin } = readSecret(home);
  const url = `postgres://${adminRole}:${admin}@${encodeURIComponent(server.address.host)}:${server.address.port}/postgres?replication=true`;
  const part = `${folder}.part-${process.pid}`;
  const client = new Client({ connectionString: url, application_name: 'slipway base backup' });
  client.on('error', () => undefined); // what is under way fails with it
  fs.mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    await client.connect();
    await receive(client, part);
    writeDurably(path.join(part, 'db-secret'), fs.readFileSync(home.secretFile, 'utf8'));
    writeDurably(path.join(part, 'ended-at'), new Date().toISOString());
    fs.renameSync(part, folder);
    syncDirectory(path.dirname(folder));
    return { bytes: fs.statSync(path.join(folder, 'base.tar')).size };
  } finally {
    removeTree(part);
    await client.end().catch(() => undefined);
  }
}
