import type { Rig } from '../rig.ts';

/** What some samples need to be there: filled once by the proof. */
export const fixtures = {
  londonSecurity: 0,
  spareUser: 0,
  dollar: 0,
  /** Codes of ISO 4217 that were taken out of the register, so that there are some to add. */
  spareCurrencies: [] as string[],
};

export async function layFixtures(rig: Rig): Promise<void> {
  const security = await rig.ownerPool.query<{ id: number }>(
    `insert into parties (kind, market, name, name_key, search_text) values ('SECURITY', 'LONDON', 'Proof Syndicate', 'proofsyndicate', 'proof syndicate') returning id`,
  );
  const user = await rig.ownerPool.query<{ id: number }>(
    `insert into users (email, email_key, name) values ('spare@slipway.test', 'spare@slipway.test', 'Spare') returning id`,
  );
  const currencies = await rig.ownerPool.query<{ code: string }>(
    `delete from currencies where id in (select id from currencies where not active and code not in ('USD', 'EUR', 'GBP')
       and code not in (select currency from exchange_rates) order by code limit 40) returning code`,
  );
  fixtures.londonSecurity = security.rows[0]?.id ?? 0;
  fixtures.dollar =
    (await rig.ownerPool.query<{ id: number }>(`select id from currencies where code = 'USD'`)).rows[0]?.id ?? 0;
  fixtures.spareUser = user.rows[0]?.id ?? 0;
  fixtures.spareCurrencies = currencies.rows.map((row) => row.code);
}
