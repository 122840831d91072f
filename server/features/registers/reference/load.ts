import { nameKey } from '../../../../domain/names.ts';
import { exponentOf } from '../../../../domain/values/currencies.ts';
import { parseRate } from '../../../../domain/values/rate.ts';
import type { Database } from '../../../platform/db/pool.ts';
import { searchKey } from '../../../platform/http/lists.ts';
import { insertStandIns } from '../stand-ins.ts';
import { LOCAL_CLAUSES, LONDON_CLAUSES } from './clauses.ts';
import { COUNTRIES } from './countries.ts';
import { COVER_TYPES } from './cover-types.ts';
import { CURRENCIES } from './currencies.ts';
import { ledgerAccounts, STARTING_CODES, TAXES, TAXES_FROM, type ChartCodes } from './ledger.ts';

// What a reinsurance broker anywhere meets; the rest is activated when it is needed.
const ACTIVE_FROM_THE_START = new Set(['USD', 'EUR', 'GBP']);

async function loadCoverTypes(db: Database): Promise<void> {
  for (const [name, subclasses] of Object.entries(COVER_TYPES)) {
    await db
      .insertInto('cover_types')
      .values({ name, name_key: nameKey(name) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id } = await db
      .selectFrom('cover_types')
      .select('id')
      .where('class_id', 'is', null)
      .where('name_key', '=', nameKey(name))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('cover_types')
      .values(subclasses.map((sub) => ({ class_id: id, name: sub, name_key: nameKey(sub) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function loadClauses(db: Database): Promise<void> {
  const rows = [
    ...LONDON_CLAUSES.map(([code, title]) => ({ code, title, wording: '', market: 'LONDON' })),
    ...LOCAL_CLAUSES.map(([code, title, wording]) => ({ code, title, wording, market: null })),
  ].map((clause) => ({
    ...clause,
    search_text: searchKey(`${clause.code} ${clause.title}`),
  }));
  await db
    .insertInto('clauses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first wording of each clause that has none. */
async function loadWordings(db: Database): Promise<void> {
  await db
    .insertInto('clause_wordings')
    .columns(['clause_id', 'version', 'code', 'title', 'wording'])
    .expression((e) =>
      e
        .selectFrom('clauses as c')
        .select(['c.id', 'c.wording_version', 'c.code', 'c.title', 'c.wording'])
        .where('c.wording_version', '=', 1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function loadTaxes(db: Database): Promise<void> {
  for (const { code, name, rate, ...terms } of TAXES) {
    const made = await db
      .insertInto('taxes')
      .values({ code, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // A tax that is there already has rates that are the firm's own.
    if (!made) continue;
    const scaled = parseRate(rate);
    if (typeof scaled !== 'bigint') throw new Error(`The default rate of ${code} is not a percentage.`);
    await db
      .insertInto('tax_rates')
      .values({ tax_id: made.id, rate: scaled, basis: 'GROSS', effective_from: TAXES_FROM, ...terms })
      .execute();
  }
}

/** Fills an installation with currencies, countries, classes, clauses, accounts and taxes. What is there already stays. */
export async function loadReferenceData(db: Database, codes: ChartCodes = STARTING_CODES): Promise<void> {
  await db
    .insertInto('countries')
    .values(COUNTRIES.map(([code, name]) => ({ code, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('currencies')
    .values(
      CURRENCIES.map(([code, name]) => ({
        code,
        name,
        exponent: exponentOf(code),
        active: ACTIVE_FROM_THE_START.has(code),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await loadCoverTypes(db);
  await loadClauses(db);
  await loadWordings(db);
  await db
    .insertInto('ledger_accounts')
    .values(ledgerAccounts(codes))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await insertStandIns(db);
  await loadTaxes(db);
}
