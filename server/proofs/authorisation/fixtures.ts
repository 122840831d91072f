import { SCA } from '../../../domain/endpoint.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { Rig } from '../../testing/rig.ts';

/** Roles of the firm's own: one that manages users within its rights, and one that only looks. */
export const CLERK = 'ROLE_CLERK';
export const READER = 'ROLE_READER';
export const OWN_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  [CLERK]: [
    'policies.view',
    'policy_documents.view',
    'registers.view',
    'audit.view',
    'dashboard.view',
    'reports.production',
    'users.view',
    'users.manage',
  ],
  [READER]: ['policies.view'],
};

/** What some samples need to be there: filled once by the proof. */
export const fixtures = {
  londonSecurity: 0,
  spareUser: 0,
  /** Makes a role that nobody holds. */
  newRole: async () => ({ id: 0, version: 1 }),
  dollar: 0,
  /** Codes of ISO 4217 that were taken out of the register, so that there are some to add. */
  spareCurrencies: [] as string[],
  /** The first row of a query, for what moves while the proof runs: versions of what the firm has one of. */
  first: async (_query: string): Promise<Record<string, number>> => ({}),
  /** What root drafts of cash in another branch, by its body; undefined where it is refused. */
  passOn: async (_body: object): Promise<{ id: number; version: number } | undefined> => undefined,
};

async function layRoles(rig: Rig): Promise<void> {
  const insert = 'insert into roles (code, name, name_key, permissions) values ($1, $2, $3, $4) returning id, version';
  for (const [code, permissions] of Object.entries(OWN_ROLES))
    await rig.ownerPool.query(insert, [code, code, code.toLowerCase(), permissions]);
  let nth = 0;
  fixtures.newRole = async () => {
    const name = `spare${(nth += 1)}`;
    const values = [`ROLE_SPARE_${nth}`, name, name, ['policies.view']];
    const { rows } = await rig.ownerPool.query<{ id: number; version: number }>(insert, values);
    return rows[0] ?? { id: 0, version: 1 };
  };
}

export async function layFixtures(rig: Rig): Promise<void> {
  await layRoles(rig);
  const security = await rig.ownerPool.query<{ id: number }>(
    `insert into parties (kind, market, name, name_key, search_text) values ('SECURITY', 'LONDON', 'Proof Syndicate', 'proofsyndicate', 'proof syndicate') returning id`,
  );
  const user = await rig.ownerPool.query<{ id: number }>(
    `insert into users (email, email_key, name) values ('spare@slipway.test', 'spare@slipway.test', 'Spare') returning id`,
  );
  const currencies = await rig.ownerPool.query<{ code: string }>(
    `with spare as (select id, code from currencies where not active and code not in ('USD', 'EUR', 'GBP')
         and code not in (select currency from exchange_rates) order by code limit 40),
       banks as (delete from bank_accounts where stands_in and currency in (select code from spare))
     delete from currencies where id in (select id from spare) returning code`,
  );
  fixtures.first = async (query) => (await rig.ownerPool.query<Record<string, number>>(query)).rows[0] ?? {};
  fixtures.passOn = async (body) => {
    const saved = await rig.call('root', `POST ${SCA}/receivable/passon`, { body });
    return saved.status === 200 ? { id: saved.body.id, version: saved.body.version } : undefined;
  };
  fixtures.londonSecurity = security.rows[0]?.id ?? 0;
  fixtures.dollar =
    (await rig.ownerPool.query<{ id: number }>(`select id from currencies where code = 'USD'`)).rows[0]?.id ?? 0;
  fixtures.spareUser = user.rows[0]?.id ?? 0;
  fixtures.spareCurrencies = currencies.rows.map((row) => row.code);
}
