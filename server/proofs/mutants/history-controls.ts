import pg from 'pg';
import { postHistory } from '../../features/imports/history/command.ts';
import { archiveOf, historyOf, type Files } from '../../features/imports/history/history.factories.ts';
import { archiveSource } from '../../features/imports/history/source.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Control } from './control.ts';
import type { Probe } from './probes.ts';

const changed = (files: Files, change: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]));

async function importOf(rig: Rig, files: Files) {
  return { database: rig.database, source: await archiveSource(archiveOf(files)), name: 'books', branch: 'NBO' };
}

const KEPT = `select (select count(*)::int from journal_entries) as entries, (select count(*)::int from notes) as notes,
  (select count(*)::int from history_documents) as documents, (select count(*)::int from parties) as parties`;
type Kept = { entries: number; notes: number; documents: number; parties: number };

const keptIn = async (rig: Rig): Promise<Kept | undefined> => (await rig.ownerPool.query<Kept>(KEPT)).rows[0];

/** A history whose posting breaks off after its first documents leaves nothing behind. */
const allOrNone: Probe = async (rig) => {
  const before = JSON.stringify(await keptIn(rig));
  const command = await importOf(rig, historyOf(13, 250).files);
  const failure = new Error('The posting breaks off.');
  const posted = () => Promise.reject(failure);
  const outcome = await postHistory(command, { found: () => undefined, posted }).catch((error: unknown) => error);
  if (outcome !== failure) throw outcome ?? new Error('The posting did not break off.');
  return JSON.stringify(await keptIn(rig)) === before;
};

/** Books come in once, though two import them at the same moment, or they come again under other numbers. */
const postedOnce: Probe = async (rig) => {
  const { files, key } = historyOf(13, 40);
  const renumbered = changed(files, (text) => text.replaceAll(/\b(DN|RC|PV|JV)-/g, 'X$1-'));
  const [first, again] = [await importOf(rig, files), await importOf(rig, renumbered)];
  const watched = { found: () => undefined, posted: async () => undefined };
  await Promise.allSettled([postHistory(first, watched), postHistory(again, watched)]);
  await postHistory(again, watched).catch(() => undefined);
  const entries = (await keptIn(rig))?.entries ?? 0;
  if (entries < key.documents) throw new Error(`${entries} of ${key.documents} documents were posted.`);
  return entries === key.documents;
};

/** What fails is kept as far as it came. */
function committedAnyway(): () => void {
  const { prototype } = pg.Client;
  const real = Object.getOwnPropertyDescriptor(prototype, 'query');
  if (!real) throw new Error('A client of the database has no queries.');
  const value = function query(this: pg.Client, text: unknown, ...rest: unknown[]): unknown {
    return Reflect.apply(real.value, this, [text === 'rollback' ? 'commit' : text, ...rest]);
  };
  Object.defineProperty(prototype, 'query', { ...real, value });
  return () => void Object.defineProperty(prototype, 'query', real);
}

const NEVER_BEGUN = `create or replace function books_begun() returns boolean language sql stable as $$ select false $$`;
const MAY_REPEAT = `drop index history_once`;

/** The controls of books that come from another system. */
export const HISTORY_CONTROLS: readonly Control[] = [
  {
    name: 'a history is posted whole or not at all',
    probe: allOrNone,
    empty: true,
    mutants: { 'what was posted until a failure is kept': { library: committedAnyway } },
  },
  {
    name: 'a history is posted once',
    probe: postedOnce,
    empty: true,
    alone: {
      'books that were begun are not looked at': { sql: NEVER_BEGUN },
      'the schema lets a history come twice': { sql: MAY_REPEAT },
    },
    mutants: { 'neither is there': { sql: `${NEVER_BEGUN}; ${MAY_REPEAT}` } },
  },
];
