import fs from 'node:fs';
import path from 'node:path';

export const windows = process.platform === 'win32';

/** A rename or a new file is only kept through a power cut once its directory is flushed. */
export function syncDirectory(dir: string): void {
  if (windows) return;
  const handle = fs.openSync(dir, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Written and flushed; fails when the file is there already. */
export function writeDurably(file: string, text: string): void {
  const handle = fs.openSync(file, 'wx', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  syncDirectory(path.dirname(file));
}

/** The mode is set on what is made whatever the umask says, and never changed on what was there. */
export function makeDirectory(dir: string, mode: number): void {
  if (fs.mkdirSync(dir, { recursive: true, mode }) !== undefined) fs.chmodSync(dir, mode);
}

/** What a directory's making would make: itself and those above it that are not there, the lowest first. */
export function missingDirectories(dir: string): string[] {
  const above = path.dirname(dir);
  if (above === dir || fs.existsSync(dir)) return [];
  return [dir, ...missingDirectories(above)];
}

/** Removes them as far as they are empty: what somebody else has put there stays. */
export function removeEmpty(dirs: readonly string[]): void {
  try {
    for (const dir of dirs) fs.rmdirSync(dir);
  } catch {
    // Not empty, or gone already.
  }
}

export function removeTree(dir: string): void {
  fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Compares what two paths lead to, since links and bind mounts give one directory several names. */
export function sameDirectory(left: string, right: string): boolean | undefined {
  try {
    const a = fs.statSync(left, { bigint: true });
    const b = fs.statSync(right, { bigint: true });
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return undefined;
  }
}

export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  // oxlint-disable-next-line no-restricted-globals -- a process, user or port number, not an amount
  return Number(text);
}
