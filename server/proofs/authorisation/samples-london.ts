import { exampleSlip } from '../../testing/slip-factories.ts';
import type { Person } from './people.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const makerOf = (who: Person) => (['ROLE_ROOT', 'ROLE_UNDERWRITER'].includes(who.role) ? who.name : undefined);
type State = 'DRAFT' | 'PENDING' | 'APPROVED';

/** About a slip in a state, the caller's own where they may make one. */
const slip = (state: State): Sample => ({
  of: async ({ world, who, own }) => ({ params: { id: (await world.slip(state, own ? makerOf(who) : undefined)).id } }),
});
const any = (state: State): Sample => ({ of: async ({ world }) => ({ params: { id: (await world.slip(state)).id } }) });
const documentOf: Sample = { of: async ({ world }) => ({ query: { id: (await world.standingSlip()).id } }) };
const ofStanding: Sample = { of: async ({ world }) => ({ params: { id: (await world.standingSlip()).id } }) };
// What a caller sends must not hold the word that would count as a leak when it comes back.
const body = (world: World) => exampleSlip(world.book);

export const LONDON_SAMPLES: Record<string, Sample> = {
  'GET /londonslip/findAllByReinsured': { of: ({ world }) => ({ query: { reinsured: world.book.reinsured } }) },
  'GET /londonslip/londonslipreport': documentOf,
  'GET /londonslip/londonslipcovernotereport': documentOf,
  'GET /londonslip/{id}': ofStanding,
  'GET /londonslip/check/{id}': ofStanding,
  'GET /londonslip/preview/{id}': any('PENDING'),
  'POST /londonslip/save': { of: ({ world }) => ({ body: body(world) }) },
  'PUT /londonslip/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.slip('DRAFT');
      return { body: { ...body(world), id, version } };
    },
  },
  'PUT /londonslip/submit/{id}': any('DRAFT'),
  'PUT /londonslip/withdraw/{id}': slip('PENDING'),
  'PUT /londonslip/approve/{id}/{a}/{b}': {
    // This firm has no Lloyd's broker number, so its slips have no UMR: a gap that the approval wants a reason for.
    of: async ({ world, who }) => {
      const { id, version } = await world.slip('PENDING');
      return { params: { id, a: 'APPROVED', b: who.id }, body: { reason: 'As agreed', version } };
    },
  },
  'DELETE /londonslip/{id}': {
    ...slip('DRAFT'),
    // policies.view opens the address; disabling is a manager's and the maker's own.
    mayRefuse: ['ROLE_CLAIMS', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER', 'ROLE_AUDITOR'],
  },
  'PUT /londonslip/signing/{id}': {
    of: async ({ world }) => {
      const { id, version } = await world.slip('APPROVED');
      return { params: { id }, body: { version, notified_on: '2026-03-02' } };
    },
  },
  'PUT /londonslip/debitnote': documentOf,
  'PUT /londonslip/creditnote': documentOf,
  'PUT /londonslip/mrcslip': documentOf,
  'PUT /londonslip/reinsuranceslip': documentOf,
  'PUT /londonslip/covernote': documentOf,
  'PUT /londonslip/londonrslipreport': documentOf,
};
