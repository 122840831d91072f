import { nameKey } from '../domain/names.ts';
import { openDatabase } from '../server/platform/db/pool.ts';
import { confirmedAccounts } from '../server/testing/factories.ts';
import type { TestApp } from '../server/testing/testApp.ts';
import { searchKey } from '../server/platform/http/lists.ts';

const PARTIES = [
  { kind: 'REINSURED', market: null, name: 'Savannah Insurance Company', resident: true },
  { kind: 'INSURED', market: null, name: 'Kisumu Sugar Works', resident: true },
  { kind: 'SECURITY', market: 'LOCAL', name: 'Acacia Reinsurance', resident: true },
  { kind: 'SECURITY', market: 'LOCAL', name: 'Baobab Reinsurance', resident: true },
  { kind: 'SECURITY', market: 'LOCAL', name: 'Cardinal Reinsurance', resident: false },
  { kind: 'SECURITY', market: 'LONDON', name: 'Syndicate 1910', resident: false },
  { kind: 'SECURITY', market: 'LONDON', name: 'Syndicate 2488', resident: false },
  { kind: 'SECURITY', market: 'LONDON', name: 'Thames Marine Company', resident: false },
] as const;

/** The parties of product.md §2's example under names that no other test uses: A, B and C, of which C is not resident. */
export async function loadJourneyRegisters(ownerPool: TestApp['ownerPool']): Promise<void> {
  const db = openDatabase(ownerPool);
  const parties = await db
    .insertInto('parties')
    .values(
      PARTIES.map((party) => ({
        ...party,
        name_key: nameKey(party.name),
        search_text: searchKey(party.name),
        address: 'Moi Avenue 1\nNairobi',
      })),
    )
    .returning(['id', 'name'])
    .execute();
  // Cardinal's account was never confirmed: who pays it says why.
  const paid = parties.filter(({ name }) => name !== 'Cardinal Reinsurance');
  await confirmedAccounts(
    { ownerPool },
    paid.map((one) => one.id),
  );
  await db.updateTable('firm').set({ lloyds_broker_number: '1234' }).execute();
  await db.updateTable('currencies').set({ active: true }).where('code', 'in', ['KES', 'USD', 'GBP']).execute();
}
