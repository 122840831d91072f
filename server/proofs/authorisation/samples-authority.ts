import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

/** A limit of a role that nobody holds. */
async function newLimit(): Promise<Record<string, number>> {
  const { id } = await fixtures.newRole();
  return fixtures.first(
    `insert into authority_limits (role, kind, amount) select code, 'policy', 100000 from roles where id = ${id} returning id, version`,
  );
}

export const AUTHORITY_SAMPLES: Record<string, Sample> = {
  'POST /authority/save': {
    of: async () => {
      const { id } = await fixtures.newRole();
      return {
        body: {
          ...(await fixtures.first(`select code as role from roles where id = ${id}`)),
          kind: 'policy',
          amount: '1000.00',
        },
      };
    },
    firmWide: true,
  },
  'PUT /authority/edit': {
    of: async () => ({ body: { ...(await newLimit()), amount: '2000.00' } }),
    firmWide: true,
  },
  'DELETE /authority/{id}': {
    of: async () => ({ params: { id: (await newLimit())['id'] ?? 0 } }),
    firmWide: true,
  },
  'POST /lending/save': {
    of: async ({ world }) => ({
      body: {
        borrower: (await world.newMember()).id,
        permission: 'policies.decide',
        from: '2190-01-01',
        to: '2190-01-09',
        reason: 'On leave',
      },
    }),
  },
  'PUT /lending/end/{id}': {
    of: async ({ world, who, own }) => {
      const lends = own && ['ROLE_ROOT', 'ROLE_MANAGER'].includes(who.role);
      const { id, version } = await world.lending(lends ? who.name : undefined);
      return { params: { id }, body: { version } };
    },
  },
};
