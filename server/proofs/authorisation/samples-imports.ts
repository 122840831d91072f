import { bookParts, sheetXml, textCell, zipOf } from '../../testing/zip.ts';
import { fixtures } from './fixtures.ts';
import type { Person } from './people.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const needs = ['registers.create'] as const;
const rowXml = (row: number, name: string) =>
  `<row r="${row}">${textCell(`A${row}`, name)}${textCell(`B${row}`, 'Box 1')}</row>`;
const FILE = zipOf(bookParts(sheetXml(rowXml(1, 'Name') + rowXml(2, 'Somebody Ltd'))));
/** No record has it; where nothing exists, the approved policy has it too. */
const NOWHERE = 2_000_000_000;

type Setting = { world: World; who: Person; own: boolean; unique: string };
type Ref = { id: number; version: number };

// Reading must not make anything: calls that are compared with each other read one import made once.
const standing = new Map<string, Promise<Ref>>();

async function importOf(setting: Setting): Promise<Ref> {
  if (setting.unique !== 'same') return newImport(setting);
  const { code } = setting.world.branch;
  const kept = standing.get(code) ?? newImport(setting);
  standing.set(code, kept);
  return kept;
}

/** An import that waits for its confirmation: one's own where one may import, else of the branch's manager. */
async function newImport({ world, who, own }: Setting): Promise<Ref> {
  if ((await world.approved()).id === NOWHERE) return { id: NOWHERE, version: 1 };
  const mine = own && who.rights.includes('registers.create');
  const maker = mine ? who.name : `manager.${world.branch.code.toLowerCase()}`;
  const query = `with made as (
      insert into imports (user_id, target, file_name, sha256, size, state, columns, matching, rows, fresh)
      select id, 'insureds', 'proof.xlsx', '', 1, 'READY', '[{"heading": "Name", "samples": []}, {"heading": "Address", "samples": []}]',
        '{"name": 0, "address": 1}', 1, 1 from users where email = '${maker}@slipway.test' returning id, version),
    rows as (
      insert into import_rows (import_id, row, cells, outcome, record, label)
      select id, 2, '{Proof,Box 1}', 'new', '{"name": "Proof", "address": "Box 1"}', 'Proof' from made)
    select id, version from made`;
  const { id = 0, version = 1 } = await fixtures.first(query);
  return { id, version };
}

const USES = { '1010': { function: 'OFFICE_BANK', tax: null, is_default: true } };

/** A history of one account that waits for its confirmation. */
async function historyOf({ world }: Setting): Promise<Ref> {
  const found = {
    accounts: [{ code: '1010', name: 'Office bank', kind: 'asset', lines: 0 }],
    uses: USES,
    counts: { accounts: 1, parties: 0, documents: 0, lines: 0 },
    faults: [],
    fault_count: 0,
  };
  const { id = 0, version = 1 } = await fixtures.first(`
    insert into imports (user_id, branch_id, target, file_name, sha256, size, state, history)
    select u.id, b.id, 'history', 'proof.zip', '', 1, 'READY', '${JSON.stringify(found)}'
    from users u, branches b where u.email = 'root@slipway.test' and b.code = '${world.branch.code}' returning id, version`);
  return { id, version };
}

export const IMPORT_SAMPLES: Record<string, Sample> = {
  'POST /import/upload': {
    needs,
    of: () => ({ query: { target: 'insureds', name: 'proof.xlsx' }, body: FILE }),
  },
  'GET /import/items': {
    of: async (setting) => {
      if (setting.unique === 'same') await importOf(setting);
      return {};
    },
  },
  'GET /import/template': { of: () => ({ query: { target: 'clauses' } }) },
  'GET /import/{id}': { needs, of: async (setting) => ({ params: { id: (await importOf(setting)).id } }) },
  'GET /import/rows': { needs, of: async (setting) => ({ query: { id: (await importOf(setting)).id } }) },
  'PUT /import/match/{id}': {
    needs,
    of: async (setting) => {
      const { id, version } = await importOf(setting);
      return { params: { id }, body: { version, matching: { name: 0 } } };
    },
  },
  'PUT /import/confirm/{id}': {
    needs,
    of: async (setting) => {
      const { id, version } = await importOf(setting);
      return { params: { id }, body: { version } };
    },
  },
  'GET /import/history': { of: () => ({}), firmWide: true },
  // Books that have begun take no history.
  'POST /import/history/upload': {
    of: () => ({ query: { name: 'proof.zip' }, body: zipOf([{ name: 'accounts.csv', data: 'code,name,type,group' }]) }),
    firmWide: true,
    neverSucceeds: true,
  },
  'PUT /import/history/match/{id}': {
    of: async (setting) => {
      const { id, version } = await historyOf(setting);
      return { params: { id }, body: { version, accounts: USES } };
    },
    firmWide: true,
  },
  'PUT /import/history/confirm/{id}': {
    of: async (setting) => {
      const { id, version } = await historyOf(setting);
      return { params: { id }, body: { version } };
    },
    firmWide: true,
    neverSucceeds: true,
  },
  'PUT /import/cancel/{id}': { needs, of: async (setting) => ({ params: { id: (await importOf(setting)).id } }) },
};
