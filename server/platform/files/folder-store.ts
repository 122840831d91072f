import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { assertKey, isKey, type FileStore } from './store.ts';

type Failure = { code?: string };
const missing = (error: unknown) => (error as Failure).code === 'ENOENT';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems have nothing to sync a folder by; the file itself is on the disk by then.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function writeSafely(target: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = path.join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // A crash may forget the name, though not the bytes, until each folder that leads to it is on the disk.
  for (const one of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) await syncFolder(one);
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (missing(error)) return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}

/** When a file was last written or put again; null where it is not there any more. */
async function touchedAt(file: string): Promise<Date | null> {
  try {
    return (await stat(file)).mtime;
  } catch (error) {
    if (missing(error)) return null;
    throw error;
  }
}

const STALE_MS = 3_600_000;

/** What a crash left half written: its time is long over. */
async function clearUnfinished(file: string, name: string, touched: Date): Promise<void> {
  if (name.startsWith('.') && Date.now() - touched.getTime() > STALE_MS) await rm(file, { force: true });
}

/** Files in a folder of this machine: ab/cd/abcd…, written under another name, synced, then renamed. */
export function folderStore(root: string): FileStore {
  const fileOf = (key: string) => {
    assertKey(key);
    return path.join(root, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    has: async (key) => (await touchedAt(fileOf(key))) !== null,
    put: async (key, bytes) => {
      const file = fileOf(key);
      try {
        // What is there already is as good as new: an upkeep that looks at its age leaves it alone.
        await utimes(file, new Date(), new Date());
      } catch (error) {
        if (!missing(error)) throw error;
        await writeSafely(file, bytes);
      }
    },
    get: async (key) => {
      try {
        const handle = await open(fileOf(key), 'r');
        return handle.createReadStream();
      } catch (error) {
        if (missing(error)) return null;
        throw error;
      }
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    list: async function* list() {
      for (const first of await foldersIn(root)) {
        for (const second of await foldersIn(first)) {
          for (const name of await readdir(second)) {
            const file = path.join(second, name);
            const mtime = await touchedAt(file);
            // Another process deleted it, or gave it its name.
            if (mtime === null) continue;
            await clearUnfinished(file, name, mtime);
            // Whatever else lies there is not ours.
            if (isKey(name)) yield { key: name, putAt: mtime };
          }
        }
      }
    },
  };
}
