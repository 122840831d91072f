import type { Role } from '../../../domain/permissions.ts';
import { addDays } from '../../../domain/values/day.ts';
import type { Database } from '../../platform/db/pool.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { createFirm } from '../firm/create-firm.ts';
import { DEMO_DOMAIN, type Desk } from './desk.ts';
import { CONTACTS, INSUREDS, PEOPLE, REINSUREDS, SECURITIES } from './names.ts';
import type { Chance } from './random.ts';

export const DEMO_PASSWORD = 'Slipway-demo-2026';
const SCA = '/api/sca/v1';

const ROLES: readonly (readonly [string, Role])[] = [
  ['manager', 'ROLE_MANAGER'],
  ['underwriter', 'ROLE_UNDERWRITER'],
  ['claims', 'ROLE_CLAIMS'],
  ['accountant', 'ROLE_ACCOUNTANT'],
  ['cashier', 'ROLE_CASHIER'],
];

/** The firm, its two branches and its people: what a first sign-up and its root would set up. */
export async function foundFirm(db: Database): Promise<void> {
  const branches = [
    ...(await createFirm(db, {
      name: 'Jahazi Reinsurance Brokers',
      baseCurrency: 'KES',
      timeZone: 'Africa/Nairobi',
      branches: [
        { code: 'NBO', name: 'Nairobi' },
        { code: 'LON', name: 'London' },
      ],
    })),
  ];
  await db
    .updateTable('firm')
    .set({
      sample: 'LOADING',
      street_address: 'Jahazi House, 4th Floor\nChiromo Road, Westlands',
      address: 'P.O. Box 40123-00100\nNairobi',
      phone: '+254 20 555 0100',
      email: 'notes@jahazi.example',
      registration: 'C.104233',
      tax_number: 'P051234567Q',
      licence: 'Licensed reinsurance broker IRA/05/1042',
      lloyds_broker_number: '1482',
    })
    .execute();
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const people: { key: string; roles: { branch_id: number | null; role: Role }[] }[] = [
    { key: 'root', roles: [{ branch_id: null, role: 'ROLE_ROOT' }] },
    { key: 'auditor', roles: branches.map(([, id]) => ({ branch_id: id, role: 'ROLE_AUDITOR' as const })) },
    ...branches.flatMap(([code, id]) =>
      ROLES.map(([name, role]) => ({ key: `${name}.${code.toLowerCase()}`, roles: [{ branch_id: id, role }] })),
    ),
    // What root alone may do is decided by another one.
    { key: 'root.two', roles: [{ branch_id: null, role: 'ROLE_ROOT' }] },
  ];
  for (const person of people) {
    const email = `${person.key}@${DEMO_DOMAIN}`;
    const { id } = await db
      .insertInto('users')
      .values({ name: PEOPLE[person.key] ?? person.key, email, email_key: email, status: 'ACTIVE', password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('user_roles')
      .values(person.roles.map((role) => ({ user_id: id, ...role })))
      .execute();
  }
}

type Saved = { id: number };
export type Cast = {
  reinsureds: number[];
  insureds: { id: number; country: string }[];
  local: number[];
  london: number[];
  coverTypes: number[];
  clauses: number[];
};

function mailboxOf(box: string, name: string): string {
  const host = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  return `${box}@${host}.example`;
}

async function saveParties(desk: Desk): Promise<Pick<Cast, 'reinsureds' | 'insureds' | 'local' | 'london'>> {
  const reinsureds: number[] = [];
  for (const [name, town, country] of REINSUREDS) {
    const nth = reinsureds.length;
    const { id } = await desk.call<Saved>('root', `POST ${SCA}/reinsured/save`, {
      body: {
        name,
        address: `P.O. Box ${10_000 + nth * 317}\n${town}`,
        country,
        email: mailboxOf('reinsurance', name),
        registration_number: `C.${60_000 + nth * 871}`,
        contacts: [
          { name: CONTACTS[nth % CONTACTS.length], role: 'Reinsurance manager', email: '', phone: '', documents: [] },
        ],
      },
    });
    reinsureds.push(id);
  }
  const insureds: Cast['insureds'] = [];
  for (const [name, country] of INSUREDS) {
    const { id } = await desk.call<Saved>('root', `POST ${SCA}/insurancecompany/save`, {
      body: { name, address: `Plot ${100 + insureds.length * 7}, Industrial Area`, country },
    });
    insureds.push({ id, country });
  }
  const local: number[] = [];
  const london: number[] = [];
  for (const [name, town, country, resident, market, rating, rating_agency] of SECURITIES) {
    const register = market === 'LOCAL' ? 'securities' : 'securitieslondon';
    const { id } = await desk.call<Saved>('root', `POST ${SCA}/${register}/save`, {
      body: {
        name,
        address: town,
        country,
        resident,
        email: mailboxOf('accounts', name),
        rating,
        rating_agency,
        rated_on: addDays(desk.today(), -120),
        line_limit: rating.startsWith('B') ? '35' : '50',
        market_number: /\d{4}$/.exec(name)?.[0] ?? '',
      },
    });
    (market === 'LOCAL' ? local : london).push(id);
  }
  return { reinsureds, insureds, local, london };
}

const RATES: Readonly<Record<string, readonly [start: number, decimals: number]>> = {
  USD: [129.4, 2],
  GBP: [163.8, 2],
  EUR: [140.2, 2],
  UGX: [0.0352, 5],
};

async function activateCurrencies(desk: Desk): Promise<void> {
  const list = await desk.call<{ data: { id: number; code: string }[] }>('root', `GET ${SCA}/currency/items`, {
    query: { length: '500' },
  });
  for (const { id, code } of list.data) {
    if (RATES[code])
      await desk.call('root', `PUT ${SCA}/currency/activatedisable`, { query: { id: String(id), tag: 'activate' } });
  }
}

/** The week's rates, which wander a little from week to week, so that settlement at another rate happens. */
export function rateClerk(desk: Desk, chance: Chance): () => Promise<void> {
  const current = new Map(Object.entries(RATES).map(([currency, [start]]) => [currency, start]));
  return async () => {
    for (const [currency, [start, decimals]] of Object.entries(RATES)) {
      const rate = (current.get(currency) ?? start) * (1 + (chance.next() - 0.5) * 0.012);
      current.set(currency, rate);
      await desk.call('root', `PUT ${SCA}/currency/rate`, {
        body: { currency, day: desk.today(), rate: rate.toFixed(decimals) },
      });
    }
  };
}

/** A second account of the clients' money, which is not the one that is proposed. */
export const DEPOSIT = 'Call deposit KES';
const BANK_ACCOUNTS = [
  ['Clients KES', 'KES', 'CLIENT', '0100200300'],
  ['Clients USD', 'USD', 'CLIENT', '0100200301'],
  ['Clients EUR', 'EUR', 'CLIENT', '0100200302'],
  ['Clients GBP', 'GBP', 'CLIENT', '0100200303'],
  ['Clients UGX', 'UGX', 'CLIENT', '0100200304'],
  [DEPOSIT, 'KES', 'CLIENT', '0100200310'],
  ['Office KES', 'KES', 'OFFICE', '0100200399'],
  ['Office USD', 'USD', 'OFFICE', '0100200398'],
  ['Office EUR', 'EUR', 'OFFICE', '0100200397'],
  ['Office GBP', 'GBP', 'OFFICE', '0100200396'],
  ['Office UGX', 'UGX', 'OFFICE', '0100200395'],
] as const;

async function saveBankAccounts(desk: Desk): Promise<void> {
  for (const [name, currency, purpose, number] of BANK_ACCOUNTS) {
    await desk.call('root', `POST ${SCA}/bankaccount/save`, {
      body: {
        name: `Jahazi Reinsurance Brokers ${name}`,
        bank: 'Bahari Bank',
        bank_branch: 'Westlands',
        number,
        iban: '',
        swift: 'BAHAKENA',
        currency,
        purpose,
        branch_id: null,
        is_default: name !== DEPOSIT,
      },
    });
  }
}

/** Where securities are paid, in each currency: entered by one person and confirmed by another. */
async function confirmAccounts(desk: Desk, cast: Pick<Cast, 'local' | 'london'>): Promise<void> {
  const registers = [
    ['securities', cast.local],
    ['securitieslondon', cast.london],
  ] as const;
  for (const [register, ids] of registers) {
    for (const id of ids) {
      const { name } = await desk.call<{ name: string }>('root', `GET ${SCA}/${register}/${id}`);
      const at = `${SCA}/${register}/${id}/bankaccount`;
      for (const [nth, currency] of ['KES', ...Object.keys(RATES)].entries()) {
        const body = {
          currency,
          bank: 'Pwani Bank',
          branch: 'Upper Hill',
          account_name: name,
          account_number: `0${2_040_000 + id * 61}${10 + nth}`,
          swift: 'PWANKENA',
        };
        const account = await desk.call<Saved>('accountant.nbo', `POST ${at}`, { body });
        await desk.call('manager.nbo', `PUT ${at}/${account.id}/decide`, { body: { decision: 'ACTIVE', version: 1 } });
      }
    }
  }
}

/** Registers, entered by root through the product's calls. */
export async function fillRegisters(desk: Desk): Promise<Cast> {
  const parties = await saveParties(desk);
  await activateCurrencies(desk);
  await confirmAccounts(desk, parties);
  await saveBankAccounts(desk);
  const classes = await desk.call<{ data: { id: number; name: string; subclasses?: { id: number }[] }[] }>(
    'root',
    `GET ${SCA}/covertype/findAll`,
  );
  const clauses = await desk.call<{ data: { id: number; class_id: number | null }[] }>(
    'root',
    `GET ${SCA}/clause/items`,
    {
      query: { length: '500' },
    },
  );
  return {
    ...parties,
    coverTypes: classes.data.map((row) => row.id),
    clauses: clauses.data.filter((row) => row.class_id === null).map((row) => row.id),
  };
}
