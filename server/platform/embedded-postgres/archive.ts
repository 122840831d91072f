import fs from 'node:fs';
import path from 'node:path';
import { closedParent, giveTo } from './account.ts';
import { failure } from './failure.ts';
import { makeDirectory, windows } from './files.ts';
import type { Home } from './home.ts';

/** The number that initdb gave the cluster and every copy of it keeps: an archive may hold those of several. */
function clusterNumber(cluster: string): string {
  const handle = fs.openSync(path.join(cluster, 'global/pg_control'), 'r');
  try {
    const first = Buffer.alloc(8);
    fs.readSync(handle, first);
    return first.readBigUInt64LE().toString();
  } finally {
    fs.closeSync(handle);
  }
}

/** Where one cluster's WAL lies in an archive, as a shell may be given it between apostrophes. */
function placeOf(home: Home, archive: string): string {
  if (windows || /['\n\\]/.test(archive))
    throw failure(
      'ARCHIVE_REFUSED',
      `WAL cannot be archived in ${archive}: it needs Linux or macOS, and a path without ' and \\.`,
    );
  const place = path.join(path.resolve(archive), clusterNumber(home.cluster));
  makeDirectory(path.dirname(place), home.account ? 0o711 : 0o700);
  makeDirectory(place, 0o700);
  giveTo(place, home.account);
  const closed = closedParent(place, home.account);
  if (closed === undefined) return place.replaceAll('%', '%%');
  const who = home.account?.name ?? 'this account';
  throw failure(
    'ARCHIVE_REFUSED',
    `PostgreSQL runs as ${who}, which may not enter ${closed} on the way to ${place}: open it with chmod o+x ${closed}.`,
  );
}

/**
 * Settings with which every segment of WAL goes into the archive, at least once a minute while there is work. It appears
 * under its name when it is whole and on the disk; one that was archived before a crash is archived again, the same.
 */
export function archiving(home: Home, archive: string): Record<string, string> {
  const place = placeOf(home, archive);
  const [part, whole] = [`'${place}/%f.part'`, `'${place}/%f.gz'`];
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `gzip -c '%p' > ${part} && sync ${part} && mv -f ${part} ${whole}`,
  };
}

/** Settings with which a cluster that was just put back replays its archive, up to an instant or to its end. */
export function recovering(home: Home, archive: string, to: Date | null): Record<string, string> {
  return {
    ...archiving(home, archive),
    restore_command: `gzip -dc '${placeOf(home, archive)}/%f.gz' > '%p'`,
    recovery_target_action: 'promote',
    // Nobody is let in, and it does not count as ready, before it has arrived.
    hot_standby: 'off',
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
}
