import { NOTE_RIGHTS } from '../../features/record-notes/notes.ts';
import { pdfFile } from '../../testing/files.ts';
import type { Person } from './people.ts';
import type { Sample } from './samples.ts';
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
  'GET /view/items': { of: () => ({ query: { list: 'policies' } }), needs: VIEWER },
  'POST /view/save': {
    of: ({ unique }) => ({ body: { list: 'policies', name: unique, query: 'status=DRAFT', shared: false } }),
    needs: VIEWER,
  },
  'PUT /view/edit': {
    of: async ({ world, who, own, unique }) => {
      const { id, version } = await world.savedView(viewMaker(who, own));
      return { body: { id, version, name: unique, query: 'status=DRAFT', shared: false } };
    },
    needs: VIEWER,
  },
  'DELETE /view/{id}': {
    of: async ({ world, who, own }) => ({ params: { id: (await world.savedView(viewMaker(who, own))).id } }),
    needs: VIEWER,
  },
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

export const ATTACHMENT_SAMPLES: Record<string, Sample> = { ...FILES, ...NOTES, ...VIEWS, ...MAIL };
