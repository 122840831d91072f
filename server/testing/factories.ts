import type { TestApp } from './testApp.ts';
import { decideIn } from './decide-record.ts';

/** The parties and class of product.md §2's example, inserted as the owner: registers are not what these tests are about. */
export type Book = { reinsured: number; insured: number; coverType: number; a: number; b: number; c: number };

async function party(
  t: Pick<TestApp, 'ownerDatabase'>,
  values: { kind: string; name: string; market?: string; resident?: boolean },
): Promise<number> {
  const { id } = await t.ownerDatabase
    .insertInto('parties')
    .values({
      kind: values.kind,
      market: values.market ?? null,
      name: values.name,
      name_key: values.name.toLowerCase().replaceAll(' ', ''),
      search_text: values.name.toLowerCase(),
      resident: values.resident ?? true,
      address: 'P.O. Box 1, Nairobi',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Accounts in shillings and dollars that were confirmed long ago: where parties are paid is not what most tests are about. */
export async function confirmedAccounts(
  t: Pick<TestApp, 'ownerPool'>,
  parties: readonly number[],
  currencies: readonly string[] = ['KES', 'USD'],
): Promise<void> {
  await t.ownerPool.query(
    `insert into party_bank_accounts
      (party_id, currency, bank, account_name, account_number, state, made_by, hands, made_at, decided_by, decided_at)
    select p.id, c.code, 'Equity', p.name, '0100' || p.id, 'ACTIVE', m.id, array[m.id], '2026-01-05', d.id, '2026-01-06'
    from parties p, currencies c, users m, users d
    where p.id = any($1) and c.code = any($2)
      and m.email = 'accountant.nbo@slipway.test' and d.email = 'manager.nbo@slipway.test'`,
    [parties, currencies],
  );
}

/** A reinsured, an insured, a class and three securities of which C is not resident. */
export async function makeBook(t: Pick<TestApp, 'ownerDatabase' | 'ownerPool'>, suffix = ''): Promise<Book> {
  const existing = await t.ownerDatabase
    .selectFrom('cover_types')
    .select('id')
    .where('name_key', '=', `testclass${suffix}`)
    .executeTakeFirst();
  const coverType =
    existing ??
    (await t.ownerDatabase
      .insertInto('cover_types')
      .values({ name: `Test class${suffix}`, name_key: `testclass${suffix}` })
      .returning('id')
      .executeTakeFirstOrThrow());
  const book = {
    reinsured: await party(t, { kind: 'REINSURED', name: `Savannah Insurance${suffix}` }),
    insured: await party(t, { kind: 'INSURED', name: `Kisumu Sugar Works${suffix}` }),
    coverType: coverType.id,
    a: await party(t, { kind: 'SECURITY', market: 'LOCAL', name: `Security A${suffix}` }),
    b: await party(t, { kind: 'SECURITY', market: 'LOCAL', name: `Security B${suffix}` }),
    c: await party(t, { kind: 'SECURITY', market: 'LOCAL', name: `Security C${suffix}`, resident: false }),
  };
  await confirmedAccounts(t, [book.a, book.b, book.c]);
  return book;
}

/** The policy of product.md §2's example: debit note 562,500.00, nets 218,750.00 / 175,000.00 / 121,875.00. */
export function examplePolicy(book: Book, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    reinsured: book.reinsured,
    insured: book.insured,
    cover_type: book.coverType,
    dateoffered: '2026-02-20',
    insurance_start_date: '2026-03-01',
    insurance_end_date: '2027-02-28',
    currency: 'KES',
    sum_insured: '500000000.00',
    rate: '0.25',
    fac: '60',
    cedant_commission: '25',
    brokerage: '5',
    excess: '1% of each loss',
    territory: 'Kenya',
    payment_terms: 'LUMP_30',
    securities: [
      { security: book.a, share: '25' },
      { security: book.b, share: '20' },
      { security: book.c, share: '15' },
    ],
    ...changes,
  };
}

/** Who a caller is, as calls that name the deciding user want it. */
export async function userId(t: TestApp, who: string): Promise<number> {
  const row = await t.ownerDatabase
    .selectFrom('users')
    .select('id')
    .where('email', '=', `${who}@slipway.test`)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Saves, submits and approves the example in Nairobi; gives its id. */
export async function approvedPolicy(t: TestApp, book: Book, changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', {
    body: examplePolicy(book, changes),
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const id: number = saved.body.id;
  const submitted = await t.call('underwriter.nbo', `PUT /api/sca/v1/underwriting/submit/${id}`);
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.body));
  const approved = await decideIn(t)(
    'manager.nbo',
    `PUT /api/sca/v1/underwriting/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}`,
  );
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return id;
}
