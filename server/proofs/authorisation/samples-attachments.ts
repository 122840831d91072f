import { NOTE_RIGHTS } from '../../features/record-notes/notes.ts';
import { pdfFile } from '../../testing/files.ts';
import type { Person } from './people.ts';
import { fixtures } from './fixtures.ts';
import type { Input, Sample } from './samples.ts';
import type { World } from './scene.ts';

const SEES = ['policies.view'] as const;
const approved = async (world: World) => (await world.approved()).id;

const FILES: Record<string, Sample> = {
  'GET /attachment/items': {
    of: async ({ world }) => ({ query: { entity: 'policy', id: await approved(world) } }),
    needs: SEES,
  },
  'POST /attachment/save': {
    of: async ({ world }) => ({
      query: { entity: 'policy', id: await approved(world), name: 'slip.pdf' },
      // The same for all of them: a record holds so many files and no more.
      body: pdfFile('sample'),
    }),
    needs: ['policies.create', 'policies.decide'],
  },
  'GET /attachment/{id}': { of: async ({ world }) => ({ params: { id: await world.attachment() } }), needs: SEES },
  'DELETE /attachment/{id}': {
    of: async ({ world }) => ({ params: { id: await world.attachment(true) }, body: { reason: 'Wrong file' } }),
    needs: ['policies.create', 'policies.decide'],
    // An underwriter takes away what is their own.
    mayRefuse: ['ROLE_UNDERWRITER'],
  },
};

const WRITERS = ['ROLE_ROOT', 'ROLE_MANAGER', 'ROLE_UNDERWRITER', 'ROLE_CLAIMS', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER'];
const writer = (who: Person, own: boolean) => (own && WRITERS.includes(who.role) ? who.name : undefined);

const NOTES: Record<string, Sample> = {
  'GET /note/items': {
    of: async ({ world }) => ({ query: { entity: 'policy', id: await approved(world) } }),
    needs: SEES,
  },
  'POST /note/save': {
    of: async ({ world }) => ({ body: { entity: 'policy', id: await approved(world), text: 'Call the cedant' } }),
    needs: NOTE_RIGHTS,
  },
  'PUT /note/edit': {
    of: async ({ world, who, own }) => {
      const { id, version } = await world.recordNote(writer(who, own));
      return { body: { id, version, text: 'Called' } };
    },
    needs: NOTE_RIGHTS,
  },
  'DELETE /note/{id}': {
    of: async ({ world, who, own }) => ({ params: { id: (await world.recordNote(writer(who, own))).id } }),
    needs: NOTE_RIGHTS,
  },
  'GET /audit/diff': {
    of: async ({ world }) => ({ query: { entity: 'policy', id: await approved(world) } }),
    needs: SEES,
  },
};

// A view of policies is of use to those who see them; its maker alone changes it.
const VIEWER = ['policies.view'] as const;
const viewMaker = (who: Person, own: boolean) => (own && who.rights.includes('policies.view') ? who.name : undefined);

const VIEWS: Record<string, Sample> = {
  'GET /view/items': { of: () => ({ query: { list: 'underwriting/items' } }), needs: VIEWER },
  'POST /view/save': {
    of: ({ unique }) => ({ body: { list: 'underwriting/items', name: unique, query: 'status=DRAFT', shared: false } }),
    needs: VIEWER,
  },
  'PUT /view/edit': {
    of: async ({ world, who, own, unique }) => {
      const { id, version } = await world.savedView(viewMaker(who, own));
      return { body: { id, version, name: unique, query: 'status=DRAFT', shared: false } };
    },
    needs: VIEWER,
  },
  'PUT /view/opens': {
    of: async ({ world, who, own }) => ({
      body: { id: (await world.savedView(viewMaker(who, own))).id, opens: true },
    }),
    needs: VIEWER,
  },
  'DELETE /view/{id}': {
    of: async ({ world, who, own }) => ({ params: { id: (await world.savedView(viewMaker(who, own))).id } }),
    needs: VIEWER,
  },
};

// A mailed view is its maker's and theirs who get it: to everybody else it is not there.
const MAILED = { every: 'WEEK', first_on: '2199-01-01', format: 'xlsx', not_empty: true } as const;
async function mailed(world: World, who: Person): Promise<number> {
  const { id: policy } = await world.approved();
  const { id = 2_000_000_000 } = await fixtures.first(
    `with s as (insert into view_schedules (branch_id, list, name, query, every, first_on, counts_from, format, not_empty, made_by, made_at, edited_by)
       select p.branch_id, 'underwriting/items', 'Drafts', 'status=DRAFT', 'WEEK', '2199-01-01', '2199-01-01', 'xlsx', true, u.id, now(), u.id
       from policies p, users u where p.id = ${policy} and u.email = '${who.name}@slipway.test' returning id, branch_id, made_by),
     x as (insert into view_schedule_users (schedule_id, branch_id, user_id, counts_from) select id, branch_id, made_by, '2199-01-01' from s)
     select id from s`,
  );
  return id;
}
// Calls that are compared with each other read one made once.
const standing = new Map<string, Promise<number>>();
function mailedOf({ world, who, unique }: { world: World; who: Person; unique: string }): Promise<number> {
  if (unique !== 'same') return mailed(world, who);
  const kept = standing.get(who.name) ?? mailed(world, who);
  standing.set(who.name, kept);
  return kept;
}
const ofMailed = (input: (id: number, user: number) => Input, needs?: Sample['needs']): Sample => ({
  of: async ({ world, who, unique }) => {
    const { id: user = 0 } = await fixtures.first(`select id from users where email = '${who.name}@slipway.test'`);
    return input(await mailedOf({ world, who, unique }), user);
  },
  ...(needs && { needs }),
});

const MAILED_VIEWS: Record<string, Sample> = {
  'GET /view/schedule/{id}': ofMailed((id) => ({ params: { id } })),
  'POST /view/schedule/save': {
    of: async ({ world, who, own }) => ({
      body: {
        ...MAILED,
        view: (await world.savedView(viewMaker(who, own))).id,
        users: [(await world.member()).id],
      },
    }),
    needs: VIEWER,
  },
  'PUT /view/schedule/edit': ofMailed((id, user) => ({ body: { id, version: 1, ...MAILED, users: [user] } }), VIEWER),
  'PUT /view/schedule/status/{id}': ofMailed((id) => ({ params: { id }, body: { version: 1, status: 'PAUSED' } })),
  'PUT /view/schedule/leave/{id}': ofMailed((id) => ({ params: { id } })),
};

const MAIL: Record<string, Sample> = {
  'GET /document/mail/{id}': { of: async ({ world }) => ({ params: { id: (await world.document()).id } }) },
  'POST /document/send': {
    of: async ({ world }) => ({
      body: { id: (await world.document()).id, to: ['cedant@slipway.test'], subject: 'Debit note', text: 'Attached.' },
    }),
    needs: ['policy_documents.generate'],
  },
  'PUT /document/supersede': {
    of: async ({ world }) => ({ body: { id: (await world.document()).id, reason: 'Printed on the wrong paper' } }),
    needs: ['policy_documents.generate'],
  },
  'GET /document/mailtexts': { of: () => ({}), firmWide: true },
  'PUT /document/mailtext': {
    of: ({ unique }) => ({ body: { kind: 'receipt', version: 0, subject: `Receipt ${unique}`, text: 'Attached.' } }),
    firmWide: true,
  },
};

export const ATTACHMENT_SAMPLES: Record<string, Sample> = { ...FILES, ...NOTES, ...VIEWS, ...MAILED_VIEWS, ...MAIL };
