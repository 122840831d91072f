import { emailKey } from '../../domain/names.ts';
import type { Role } from '../../domain/permissions.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { createFirm } from '../features/firm/create-firm.ts';
import type { Database } from '../platform/db/pool.ts';
import { TEST_CHART } from './chart.ts';

/** The one password of every test user. */
export const PASSWORD = 'lighthouse keeper oats';
export const MAIL_DOMAIN = 'slipway.test';

const IN_BRANCH: readonly (readonly [string, Role])[] = [
  ['manager', 'ROLE_MANAGER'],
  ['underwriter', 'ROLE_UNDERWRITER'],
  ['claims', 'ROLE_CLAIMS'],
  ['accountant', 'ROLE_ACCOUNTANT'],
  ['cashier', 'ROLE_CASHIER'],
];

type Person = { name: string; roles: { branch_id: number | null; role: Role }[] };

/**
 * A firm of two branches, NBO and LON, in KES: `root`, `auditor` (both branches) and in each branch one user per role,
 * named like `manager.nbo`. Their addresses are that name at `slipway.test`.
 */
export async function loadTestFirm(db: Database): Promise<void> {
  const branches = await createFirm(db, {
    name: 'Baobab Reinsurance Brokers',
    baseCurrency: 'KES',
    timeZone: 'Africa/Nairobi',
    chart: TEST_CHART,
    branches: [
      { code: 'NBO', name: 'Nairobi' },
      { code: 'LON', name: 'London' },
    ],
  });
  const ids = [...branches];
  const people: Person[] = [
    { name: 'root', roles: [{ branch_id: null, role: 'ROLE_ROOT' }] },
    { name: 'auditor', roles: ids.map(([, id]) => ({ branch_id: id, role: 'ROLE_AUDITOR' })) },
    ...ids.flatMap(([code, id]) =>
      IN_BRANCH.map(([name, role]) => ({
        name: `${name}.${code.toLowerCase()}`,
        roles: [{ branch_id: id, role }],
      })),
    ),
  ];
  const password_hash = await hashPassword(PASSWORD);
  for (const person of people) {
    const email = `${person.name}@${MAIL_DOMAIN}`;
    const { id } = await db
      .insertInto('users')
      .values({ name: person.name, email, email_key: emailKey(email), status: 'ACTIVE', password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('user_roles')
      .values(person.roles.map((role) => ({ user_id: id, ...role })))
      .execute();
  }
}
