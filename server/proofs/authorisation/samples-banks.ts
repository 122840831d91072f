import { codeOf } from '../../testing/chart.ts';
import { mt940 } from '../../features/banks/banks.factories.ts';
import { canaryOf } from './canaries.ts';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

/** No record has it; where nothing exists, the approved policy has it too. */
const NOWHERE = 2_000_000_000;
type Made = { account: number; statement: number; number: string };
type Setting = { world: World; unique: string };

let serial = 0;

/** An account of the branch with a statement of one line, made as the owner: reading must not make anything. */
async function newStatement({ world }: Setting): Promise<Made> {
  if ((await world.approved()).id === NOWHERE) return { account: NOWHERE, statement: NOWHERE, number: '9' };
  serial += 1;
  const [word, number] = [canaryOf(world.branch.code), `9${String(serial).padStart(9, '0')}`];
  const { id: account = 0 } = await fixtures.first(
    `insert into bank_accounts (name, bank, number, currency, purpose, account, branch_id, search_text)
     values ('Clients ${word}', 'Proof Bank', '${number}', 'KES', 'CLIENT', '${codeOf('CLIENT_BANK')}', ${world.branch.id}, '${word}') returning id`,
  );
  const { id: statement = 0 } = await fixtures.first(
    `with made as (
       insert into bank_statements (bank_account_id, branch_id, place, format, number, currency, first_day, last_day, opening, closing,
         lines, file_name, sha256, read_by, read_at)
       select ${account}, ${world.branch.id}, 1, 'MT940', '${word}', 'KES', '2026-03-01', '2026-03-02', 0, 500, 1, '${word}', sha256('${number}'),
         min(id), now() from users returning id),
     line as (
       insert into bank_lines (bank_account_id, branch_id, statement_id, position, day, amount, reference, end_to_end, party, party_account, text, known_by)
       select ${account}, ${world.branch.id}, id, 1, '2026-03-02', 500, '${word}', '', '${word}', '', '${word}', '${number}' from made)
     select id from made`,
  );
  return { account, statement, number };
}

// Calls that are compared with each other read one statement made once.
const standing = new Map<string, Promise<Made>>();
function statementOf(setting: Setting): Promise<Made> {
  if (setting.unique !== 'same') return newStatement(setting);
  const { code } = setting.world.branch;
  const kept = standing.get(code) ?? newStatement(setting);
  standing.set(code, kept);
  return kept;
}

const file: Sample['of'] = async (setting) => {
  const { account, number } = await statementOf(setting);
  const entries = [{ amount: '1.00', reference: `R${setting.unique}` }];
  const body = Buffer.from(mt940({ account: number, opening: '5.00', closing: '6.00', entries }));
  return { query: { account, name: 'statement.sta' }, body };
};

export const BANK_SAMPLES: Record<string, Sample> = {
  'GET /bankstatement/items': { of: async (setting) => ({ query: { account: (await statementOf(setting)).account } }) },
  'GET /bankstatement/accounts': {
    of: async (setting) => {
      await statementOf(setting);
      return {};
    },
  },
  'GET /bankstatement/lines': {
    of: async (setting) => ({ query: { statement: (await statementOf(setting)).statement } }),
  },
  'GET /bankstatement/{id}': { of: async (setting) => ({ params: { id: (await statementOf(setting)).statement } }) },
  'POST /bankstatement/preview': { of: file },
  'POST /bankstatement/save': { of: file },
  'PUT /bankstatement/takeback/{id}': {
    of: async (setting) => ({
      params: { id: (await newStatement(setting)).statement },
      body: { version: 1, reason: 'Wrong file' },
    }),
  },
};
