import { addDays } from '../../../domain/values/day.ts';
import { fixtures } from './fixtures.ts';
import type { Person } from './people.ts';
import type { Sample } from './samples.ts';

const makerOf = (who: Person) => (['ROLE_ROOT', 'ROLE_CLAIMS'].includes(who.role) ? who.name : undefined);
type State = 'DRAFT' | 'PENDING' | 'APPROVED';
type Of = 'claim' | 'movement';

/** About a claim or a movement in a state; the caller's own where they may make one. */
const any = (of: Of, state: State): Sample => ({
  of: async ({ world }) => ({ params: { id: (await world[of](state)).id } }),
});
const own = (of: Of, state: State): Sample => ({
  of: async ({ world, who, own: mine }) => ({
    params: { id: (await world[of](state, mine ? makerOf(who) : undefined)).id },
  }),
});
const ofClaim: Sample = { of: async ({ world }) => ({ query: { claim: (await world.standingClaim()).id } }) };

// A threshold is dated once.
let day = '2190-01-01';
const nextDay = () => (day = addDays(day, 1));

export const CLAIM_SAMPLES: Record<string, Sample> = {
  'GET /claim/{id}': { of: async ({ world }) => ({ params: { id: (await world.standingClaim()).id } }) },
  'POST /claim/save': { of: async ({ world }) => ({ body: await world.claimBody() }) },
  'PUT /claim/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.claim('DRAFT');
      return { body: { ...(await world.claimBody()), id, version } };
    },
  },
  'PUT /claim/editFirstForm': {
    of: async ({ world }) => ({ query: { id: String((await world.claim('DRAFT')).id), claimreserve: '40000000.00' } }),
  },
  'PUT /claim/amend': {
    of: async ({ world }) => {
      const { id, version } = await world.claim('APPROVED');
      return { body: { id, version, cause: 'Electrical' } };
    },
  },
  'GET /claim/cover': {
    of: async ({ world }) => ({ query: { policy: (await world.approved()).id, data_loss_date: '2026-03-02' } }),
  },
  'PUT /claim/submit/{id}': any('claim', 'DRAFT'),
  'PUT /claim/withdraw/{id}': own('claim', 'PENDING'),
  'GET /claim/preview/{id}': any('claim', 'PENDING'),
  'PUT /claim/approve/{id}/{a}/{b}': {
    of: async ({ world, who }) => {
      const { id, version } = await world.claim('PENDING');
      return { params: { id, a: 'APPROVED', b: who.id }, query: { version } };
    },
  },
  'DELETE /claim/{id}': {
    ...own('claim', 'DRAFT'),
    // claims.view opens the address; disabling is a manager's and the maker's own.
    mayRefuse: ['ROLE_UNDERWRITER', 'ROLE_ACCOUNTANT', 'ROLE_AUDITOR'],
  },
  'GET /claim/diary': ofClaim,
  'POST /claim/diary': {
    of: async ({ world, who }) => ({
      body: {
        claim: (await world.standingClaim()).id,
        due_on: '2190-01-01',
        text: 'Ask the adjuster',
        colleague: who.id,
      },
    }),
  },
  'PUT /claim/diary/done': { of: async ({ world }) => ({ body: { id: await world.diary() } }) },
  'GET /claim/event/{id}': { of: async ({ world }) => ({ params: { id: await world.event() } }), firmWide: true },
  'POST /claim/event/save': {
    of: ({ unique }) => ({ body: { name: `Storm ${unique}`, first_day: '2026-02-01' } }),
    firmWide: true,
  },
  'PUT /claim/event/edit': {
    of: async ({ world, unique }) => ({
      body: { id: await world.event(), version: 1, name: `Flood ${unique}`, first_day: '2026-02-01' },
    }),
    firmWide: true,
  },
  'GET /claim/recoveryitems': { of: ({ world }) => ({ query: { security: world.book.a } }) },
  'PUT /claim/agreement': {
    of: async ({ world }) => ({
      body: { movement: (await world.movement('PENDING')).id, security: world.book.a, answer: 'AGREED' },
    }),
  },
  'POST /claim/agreement/ask': {
    of: async ({ world }) => ({ body: { movement: (await world.movement('PENDING')).id } }),
  },
  'POST /claim/reminders/effect': { of: ({ world }) => ({ body: { securities: [world.book.a] } }) },
  // Nothing is overdue on the day of the proof.
  'POST /claim/reminders': { of: ({ world }) => ({ body: { securities: [world.book.a] } }), neverSucceeds: true },
  // The claims of the scene are on policies without a reinstatement.
  'POST /claim/reinstatement': {
    of: async ({ world }) => ({ body: { claim: (await world.standingClaim()).id } }),
    neverSucceeds: true,
  },
  'GET /claim/generateinvoice': { of: async ({ world }) => ({ query: { id: (await world.standingClaim()).id } }) },
  'PUT /claim/lossadvice': { of: async ({ world }) => ({ query: { id: (await world.standingClaim()).id } }) },
  'PUT /claim/statement': { of: async ({ world }) => ({ query: { id: (await world.standingClaim()).id } }) },
  'PUT /claim/salvagenote': { of: async ({ world }) => ({ query: { id: (await world.recoveredClaim()).id } }) },
  'PUT /claim/settings': {
    of: async () => ({ body: { claim_days: 30, ...(await fixtures.first('select version from firm')) } }),
    firmWide: true,
  },
  'POST /claim/settings/threshold': {
    of: () => ({
      body: { loss_kind: 'FIRST_PARTY', valid_from: nextDay(), currency: 'KES', amount: '1000000.00' },
    }),
    firmWide: true,
  },
  'PUT /claim/settings/largeloss': {
    of: async ({ world }) => {
      const version = await fixtures.first(`select version from cover_types where id = ${world.book.coverType}`);
      return { body: { cover_type: world.book.coverType, amount: '1000000.00', ...version } };
    },
    firmWide: true,
  },
  'GET /claim/setoff': ofClaim,
  'GET /claim/reinstatement': ofClaim,
  'GET /claim/movement/items': ofClaim,
  'GET /claim/steps': ofClaim,
  'POST /claim/movement/save': { of: async ({ world }) => ({ body: await world.movementBody() }) },
  'PUT /claim/movement/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.movement('DRAFT');
      return { body: { ...(await world.movementBody()), id, version } };
    },
  },
  'POST /claim/movement/effect': { of: async ({ world }) => ({ body: await world.movementBody() }) },
  'GET /claim/movement/{id}': {
    of: async ({ world }) => ({ params: { id: (await world.standingMovement()).id } }),
  },
  'GET /claim/movement/preview/{id}': any('movement', 'PENDING'),
  'PUT /claim/movement/submit/{id}': any('movement', 'DRAFT'),
  'PUT /claim/movement/withdraw/{id}': own('movement', 'PENDING'),
  'PUT /claim/movement/approve/{id}/{a}': {
    of: async ({ world }) => {
      const { id, version } = await world.movement('PENDING');
      return { params: { id, a: 'APPROVED' }, body: { version } };
    },
  },
  'DELETE /claim/movement/{id}': own('movement', 'DRAFT'),
};
