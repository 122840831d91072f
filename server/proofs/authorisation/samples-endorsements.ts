import type { Person } from './people.ts';
import type { Sample } from './samples.ts';

const makerOf = (who: Person) => (['ROLE_ROOT', 'ROLE_UNDERWRITER'].includes(who.role) ? who.name : undefined);
type State = 'DRAFT' | 'PENDING' | 'APPROVED';

/** About an endorsement in a state, the caller's own where they may make one. */
const own = (state: State): Sample => ({
  of: async ({ world, who, own: mine }) => ({
    params: { id: (await world.endorsement(state, mine ? makerOf(who) : undefined)).id },
  }),
});
const any = (state: State): Sample => ({
  of: async ({ world }) => ({ params: { id: (await world.endorsement(state)).id } }),
});

const fresh: Sample = { of: async ({ world }) => ({ params: { id: (await world.freshlyApproved()).id } }) };

export const ENDORSEMENT_SAMPLES: Record<string, Sample> = {
  'POST /underwriting/endorsement': { of: async ({ world }) => ({ body: await world.endorsementBody() }) },
  'POST /londonslip/endorsement': {
    of: async ({ world }) => ({
      body: { ...(await world.endorsementBody()), policy: (await world.standingSlip()).id },
    }),
  },
  'PUT /endorsement/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.endorsement('DRAFT');
      return { body: { ...(await world.endorsementBody()), id, version } };
    },
  },
  'POST /endorsement/effect': { of: async ({ world }) => ({ body: await world.endorsementBody() }) },
  'GET /endorsement/items': { of: async ({ world }) => ({ query: { policy: (await world.approved()).id } }) },
  'POST /endorsement/declaration/effect': {
    of: async ({ world }) => ({ body: { policy: (await world.approved()).id, declared: '300000000' } }),
  },
  'POST /endorsement/declaration': {
    of: async ({ world }) => ({ body: { policy: (await world.freshlyApproved()).id, declared: '300000000' } }),
  },
  'GET /endorsement/schedule': { of: async ({ world }) => ({ query: { policy: (await world.approved()).id } }) },
  'GET /endorsement/standing': { of: async ({ world }) => ({ query: { policy: (await world.approved()).id } }) },
  'GET /endorsement/{id}': any('APPROVED'),
  'GET /endorsement/preview/{id}': any('PENDING'),
  'PUT /endorsement/submit/{id}': any('DRAFT'),
  'PUT /endorsement/withdraw/{id}': own('PENDING'),
  'PUT /endorsement/approve/{id}/{a}': {
    of: async ({ world }) => {
      const { id, version } = await world.endorsement('PENDING');
      return { params: { id, a: 'APPROVED' }, body: { version } };
    },
  },
  'PUT /endorsement/slip': {
    of: async ({ world }) => ({ query: { id: (await world.standingEndorsement()).id } }),
  },
  'PUT /underwriting/renew/{id}': fresh,
  'POST /underwriting/renew': { of: async ({ world }) => ({ body: { ids: [(await world.freshlyApproved()).id] } }) },
  'PUT /underwriting/notrenewed/{id}': {
    of: async ({ world }) => ({
      params: { id: (await world.freshlyApproved()).id },
      body: { reason: 'Placed elsewhere' },
    }),
  },
  'PUT /underwriting/copy/{id}': fresh,
  'DELETE /endorsement/{id}': own('DRAFT'),
};
