import { MATRIX, RESERVED_PERMISSIONS } from '../../../domain/permissions.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { CLERK, fixtures, READER } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const none: Sample = { of: () => ({}) };
const member: Sample = { of: async ({ world }) => ({ query: { id: (await world.member()).id } }) };
const newMember: Sample = { of: async ({ world }) => ({ query: { id: (await world.newMember()).id } }) };
const roleOf = (role: string): Sample => ({
  of: async ({ world }) => ({ body: { id: (await world.newMember()).id, role, branch: world.branch.id } }),
});
const neverRight = (body: object): Sample => ({ of: () => ({ body }), neverSucceeds: true });
const firmWide = (of: (unique: string) => Promise<object> | object): Sample => ({
  of: async ({ unique }) => ({ body: await of(unique) }),
  firmWide: true,
});

export const DELETE_USER: Sample = newMember;

const PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const RIGHTS = MATRIX.ROLE_CASHIER.filter((one) => !RESERVED_PERMISSIONS.includes(one));

export const ACCOUNT_SAMPLES: Record<string, Sample> = {
  'POST /auth/authenticate': { of: ({ who }) => ({ body: { email: `${who.name}@slipway.test`, password: PASSWORD } }) },
  'POST /auth/register': {
    of: ({ unique }) => ({
      body: { name: 'Somebody New', email: `new-${unique}@slipway.test`, password: 'correct otter battery lamp' },
    }),
  },
  'POST /auth/recoverpassword': { of: ({ who }) => ({ query: { email: `${who.name}@slipway.test` } }) },
  'POST /auth/resetpassword': {
    of: () => ({ body: { token: 'A'.repeat(43), password: 'correct otter battery lamp' } }),
    neverSucceeds: true,
  },
  'POST /auth/signout': { of: () => ({}), endsSession: true },
  'PUT /auth/branch': { of: ({ world }) => ({ body: { branch: world.branch.code } }) },
  'PUT /user/changepassword': {
    of: () => ({
      body: {
        oldPassword: PASSWORD,
        newPassword: 'correct otter battery lamp',
        confirmPassword: 'correct otter battery lamp',
      },
    }),
    endsSession: true,
  },
  'PUT /user/changepasswordtest': {
    of: () => ({
      body: {
        oldPassword: PASSWORD,
        newPassword: 'purple lantern quiet ford',
        confirmPassword: 'purple lantern quiet ford',
      },
    }),
  },
  'POST /auth/secondfactor': neverRight({ token: 'A'.repeat(43), code: '123456' }),
  'GET /user/{id}': { of: async ({ world }) => ({ params: { id: (await world.member()).id } }) },
  'POST /user/create': {
    of: ({ world, unique }) => ({
      body: { name: 'Somebody New', email: `made-${unique}@slipway.test`, role: CLERK, branch: world.branch.id },
    }),
  },
  'PUT /user/activate': roleOf(CLERK),
  'PUT /user/removerole': roleOf(READER),
  'PUT /user/invite': newMember,
  'PUT /user/edit': {
    of: async ({ world, unique }) => {
      const { id, version } = await world.newMember();
      return { body: { id, version, name: `Renamed ${unique}`, email: emailOf(world, id) } };
    },
  },
  'PUT /user/disable': newMember,
  'PUT /user/enable': {
    of: async ({ world }) => ({ query: { id: (await world.newMember('DISABLED')).id } }),
  },
  'GET /user/sessions': member,
  'PUT /user/signout': newMember,
  'PUT /session/end': none,
  'PUT /user/secondfactor/remove': newMember,
  'POST /user/totp/begin': { of: () => ({ body: { password: PASSWORD } }) },
  'POST /user/totp/confirm': neverRight({ code: '000000' }),
  'PUT /user/totp/remove': neverRight({ password: PASSWORD }),
  'POST /user/recoverycodes': neverRight({ password: PASSWORD }),
  'POST /user/passkey/begin': { of: () => ({ body: { password: PASSWORD } }) },
  'POST /user/passkey/save': neverRight({ name: 'Key', passkey: PASSKEY }),
  'PUT /user/passkey/edit': neverRight({ id: 1, name: 'Key' }),
  'PUT /user/passkey/remove': neverRight({ id: 1, password: PASSWORD }),
  'POST /role/save': firmWide((unique) => ({
    name: `Role ${unique}`,
    permissions: RIGHTS,
    secondFactorRequired: false,
  })),
  'PUT /role/edit': firmWide(async (unique) => ({
    ...(await fixtures.newRole()),
    name: `Changed ${unique}`,
    permissions: RIGHTS,
    secondFactorRequired: false,
  })),
  'PUT /role/status': firmWide(async () => ({ ...(await fixtures.newRole()), status: 'INACTIVE' })),
};

// An address that stays is nobody else's to change; it is the member's own, which its id tells.
const emailOf = (world: World, id: number) => `member-${world.branch.code.toLowerCase()}-${id}@slipway.test`;
