/**
 * npm run import-history -- DIR [--branch CODE] [--mapping FILE] [--propose FILE] [--yes]: brings a firm's books from another
 * system into an installation in which nothing was posted yet. Everything is checked first; all of it is posted, or nothing.
 * --propose writes what the accounts are proposed to be for as a file to edit, and ends; --mapping takes such a file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { AccountUses } from '../domain/imports/history/accounts.ts';
import { accountUses, type HistoryFindings } from '../domain/imports/history/contract.ts';
import { ACCOUNT_FUNCTIONS } from '../domain/ledger/accounts.ts';
import { lookAtHistory, postHistory } from '../server/features/imports/history/command.ts';
import { folderSource } from '../server/features/imports/history/source.ts';
import { startServer } from '../server/main.ts';
import { openDatabase } from '../server/platform/db/pool.ts';
import { configOrFail, fail } from './lib/serve.ts';

const USAGE = 'usage: npm run import-history -- DIR [--branch CODE] [--mapping FILE] [--propose FILE] [--yes]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    branch: { type: 'string' },
    mapping: { type: 'string' },
    propose: { type: 'string' },
    yes: { type: 'boolean', default: false },
  },
});
const config = configOrFail();

async function mappingOf(file: string | undefined) {
  if (file === undefined) return undefined;
  const parsed = z.safeParse(accountUses, JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

const count = (number: number) => number.toLocaleString('en');

function show({ accounts, uses, counts, faults, fault_count }: HistoryFindings): void {
  console.log(
    `${count(counts.accounts)} accounts, ${count(counts.parties)} parties, ${count(counts.documents)} documents, ${count(counts.lines)} lines.`,
  );
  for (const { file, line, message } of faults) console.log(`${file}${line === 0 ? '' : `, line ${line}`}: ${message}`);
  if (fault_count > faults.length) console.log(`And ${count(fault_count - faults.length)} more.`);
  if (fault_count > 0) return;
  for (const { code, name } of accounts) {
    const use = uses[code];
    const words = use?.function ? ACCOUNT_FUNCTIONS[use.function].name : '–';
    console.log(`${code} ${name}: ${words}${use?.is_default ? ' (default)' : ''}${use?.tax ? `, tax ${use.tax}` : ''}`);
  }
}

async function confirmed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question('Post all of it? Accounts are then for what is written above. [y/N] ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

type Command = Parameters<typeof lookAtHistory>[0];

/** Shows what is in the files and asks; says whether to go on. */
async function looked(command: Command, uses: AccountUses | undefined): Promise<boolean> {
  const found = await lookAtHistory(command, { uses });
  show(found);
  if (found.fault_count > 0) throw new Error(`${count(found.fault_count)} faults. Nothing was posted.`);
  if (values.propose !== undefined) {
    await writeFile(values.propose, `${JSON.stringify(found.uses, null, 2)}\n`);
    console.log(`Written to ${values.propose}. Edit it, and import with --mapping.`);
    return false;
  }
  if (await confirmed()) return true;
  console.log('Nothing was posted.');
  return false;
}

async function bringIn(command: Command): Promise<void> {
  const uses = await mappingOf(values.mapping);
  const unattended = values.yes && values.propose === undefined;
  if (!unattended && !(await looked(command, uses))) return;
  let [documents, shown] = [0, 0];
  await postHistory(command, {
    uses,
    found: (found) => {
      documents = found.counts.documents;
      if (unattended || found.fault_count > 0) show(found);
    },
    posted: async (done) => {
      const percent = Math.floor((Math.min(done, documents) * 100) / documents);
      if (percent < shown + 5) return;
      shown = percent;
      console.log(`${percent} %`);
    },
  });
  console.log(`${count(documents)} documents are posted.`);
}

const [folder] = positionals;
if (folder === undefined || positionals.length > 1) fail(new Error(USAGE));
try {
  const server = await startServer({ ...config, port: 0, logLevel: 'warn' }, { web: false });
  try {
    const source = folderSource(path.resolve(folder));
    const name = path.basename(path.resolve(folder)).slice(0, 200);
    await bringIn({ database: openDatabase(server.services.pool), source, name, branch: values.branch });
  } finally {
    await server.stop();
  }
} catch (error) {
  fail(error, config);
}
