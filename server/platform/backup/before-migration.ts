import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup } from './backup.ts';

const KEPT = 3;
const OURS = /^before-.+\.(\d{14})\.backup$/;

const timeOf = (name: string): string => OURS.exec(name)?.[1] ?? '';

/**
 * Backs the database up before its next migration, and keeps the last three of such backups. The attached files are
 * left out: a migration does not touch them.
 */
export async function backupBefore(
  next: string,
  { ownerUrl, folder, key }: { ownerUrl: string; folder: string; key: string | null },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const file = path.join(folder, `before-${next.replace(/\.sql$/, '')}.${time}.backup`);
  await backup({ ownerUrl, file, key, files: null });
  const ours = (await readdir(folder)).filter((name) => OURS.test(name));
  const old = ours.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(KEPT);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return file;
}
