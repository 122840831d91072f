import { chance } from '../../domain/testing/chance.ts';
import { CONTROL_FUNCTIONS } from '../../domain/ledger/accounts.ts';
import { formatAmount } from '../../domain/values/money.ts';
import { letBear } from '../features/adjustments/adjustments.factories.ts';
import { ourBankAccount } from '../features/banks/banks.factories.ts';
import { exampleInvoice, INVOICE, invoiceCalls } from '../features/invoices/invoices.factories.ts';
import { exampleReceipt, RECEIVABLE } from '../features/receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../features/vouchers/vouchers.factories.ts';
import { codeOf } from '../testing/chart.ts';
import { decideIn, versionAt } from '../testing/decide-record.ts';
import { approvedPolicy, confirmedAccounts, makeBook } from '../testing/factories.ts';
import {
  type Act,
  answered,
  minor,
  MONEY_ACTS,
  rowsOf,
  Unexpected,
  voucherToDebtor,
  type Walk,
} from '../testing/money-walk.ts';
import { ownPayment, ownRecord } from '../testing/own-records.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { unexplained } from '../testing/unexplained.ts';
import { type Proof, tally, type Tally } from './proof.ts';
import { unsound } from './sound.ts';

/** With 2, 2, 0 and 3 decimals: what a unit is worth in base, and what its policy insures. */
const CURRENCIES = [
  { code: 'KES', rate: null, insured: '500000000' },
  { code: 'USD', rate: '1301000000000', insured: '5000000' },
  { code: 'JPY', rate: '8674000000', insured: '500000000' },
  { code: 'KWD', rate: '4235500000000', insured: '1000000' },
] as const;
const STEPS = 60;
/** People of so many desks work at once, so often, so many steps each. */
const DESKS = 3;
const ROUNDS_TOGETHER = 2;
const STEPS_TOGETHER = 8;
const DESKS_APART = 1_009;
const DAY = '2026-03-02';
type Life = Walk & { deposit: number };
type Step = (life: Life) => Promise<void>;
const CLERK = 'accountant.nbo';
const MANAGER = 'manager.nbo';

/** A receipt on account, submitted by the accountant, in the currency of the walk. */
async function onAccount({ t, c, book, currency }: Walk, method: string): Promise<{ id: number; amount: string }> {
  const amount = formatAmount(c.big(1_000, 9_000_000), currency);
  const body = exampleReceipt(book, { receiptType: 'ON_ACCOUNT', method, currency, receiptAmount: amount });
  const saved = await t.call(CLERK, `POST ${RECEIVABLE}/save`, { body });
  answered(saved, 200);
  const { id } = saved.body;
  answered(await t.call(CLERK, `PUT ${RECEIVABLE}/submit/${id}`), 200);
  return { id, amount };
}
const approve = (t: Rig, id: number, who = MANAGER) => decideIn(t)(who, `PUT ${RECEIVABLE}/approve/${id}/APPROVED`);

/** A cheque that the payer's bank may not pay. */
const cheque: Act = async (walk) => {
  const { t, c } = walk;
  const { id } = await onAccount(walk, 'CHEQUE');
  answered(await approve(t, id), 200);
  if (c.happens(0.5)) return;
  const version = await versionAt(t, `${RECEIVABLE}/approve/${id}/APPROVED`);
  const body = { version, reason: 'Refer to drawer' };
  answered(await t.call(MANAGER, `PUT ${RECEIVABLE}/bounce/${id}`, { body }), 200);
};

/** Cash of nobody's note goes back to its payer, in part. M17. */
const givenBack: Act = async (walk) => {
  const { t, currency } = walk;
  const { id, amount } = await onAccount(walk, 'BANK_TRANSFER');
  answered(await approve(t, id), 200);
  const half = formatAmount(minor(amount, currency) / 2n, currency);
  const { saveOther, through } = voucherCalls(() => t);
  answered(await through(await saveOther({ kind: 'REFUND', currency, receipt: id, amount: half })), 200);
};

/** Nobody decides, reverses or pays what they had their hands in, whatever else they may. §5. */
const ownDecision: Act = async ({ t, c, book, currency }) => {
  const amount = formatAmount(c.big(1_000, 90_000), currency);
  const lines = [{ description: 'Consulting', account: codeOf('FEE_INCOME'), quantity: '1', price: amount }];
  const expense = { kind: 'EXPENSE', currency, amount, bank_date: DAY, account: codeOf('EXPENSES') };
  const records = [
    {
      path: RECEIVABLE,
      body: exampleReceipt(book, { receiptType: 'ON_ACCOUNT', method: 'CASH', currency, receiptAmount: amount }),
    },
    { path: PV, body: expense },
    { path: INVOICE, body: exampleInvoice(book, 0, { currency, lines }) },
  ] as const;
  if (c.happens(0.2)) return ownPayment(t, { path: PV, body: expense });
  return ownRecord(t, c, c.pick(records));
};

/** Clients' money goes into another account of theirs, or into another currency. M6. */
const transfer: Step = async ({ t, c, currency, elsewhere, deposit }: Life) => {
  const { saveOther, through } = voucherCalls(() => t);
  const amount = formatAmount(c.big(1_000, 5_000_000), currency);
  const converted = c.happens(0.5);
  const saved = await saveOther({
    kind: 'CLIENT_TRANSFER',
    currency,
    amount,
    ...(converted
      ? { into_currency: elsewhere, into_amount: formatAmount(c.big(1_000, 5_000_000), elsewhere) }
      : { into_account: deposit }),
  });
  answered(await through(saved), 200);
};

/** What the firm itself costs, and what its client bank takes. M4. */
const cost: Act = async ({ t, c, currency }) => {
  const { saveOther, through } = voucherCalls(() => t);
  const kind = c.pick(['EXPENSE', 'BANK_CHARGE']);
  const amount = formatAmount(c.big(1, 50_000), currency);
  const account = kind === 'EXPENSE' ? { account: codeOf('EXPENSES') } : {};
  answered(await through(await saveOther({ kind, currency, amount, ...account })), 200);
};

/** What a charge or a conversion left to be made good, or to be drawn. M4, M6. */
const followed: Act = async (walk) => {
  const { submit, decide, pay } = voucherCalls(() => walk.t);
  const drafts = await rowsOf<{ id: number }>(
    walk,
    `select id from vouchers where follows_id is not null and status = 'DRAFT' and currency = '${walk.currency}' order by id`,
  );
  if (drafts.length === 0) return;
  const { id } = walk.c.pick(drafts);
  for (const step of [submit, decide, pay]) if (answered(await step(id), 200, ...walk.refusals) !== 200) return;
};

/** A fee is invoiced, and now and then credited in part. */
const invoice: Act = async ({ t, c, book, currency }) => {
  const { through } = invoiceCalls(() => t);
  const lineOf = (price: bigint) => [
    { description: 'Consulting', account: codeOf('FEE_INCOME'), quantity: '1', price: formatAmount(price, currency) },
  ];
  const price = c.big(1_000, 9_000_000);
  const made = await through(exampleInvoice(book, 0, { currency, lines: lineOf(price) }));
  answered(made, 200);
  if (c.happens(0.5)) return;
  const { terms: _terms, ...body } = exampleInvoice(book, 0, { currency, lines: lineOf(1n + c.below(price)) });
  answered(await through({ ...body, credits: made.id }), 200);
};

const STEPS_OF: readonly Step[] = [
  ...MONEY_ACTS,
  cheque,
  givenBack,
  ownDecision,
  voucherToDebtor,
  voucherToDebtor,
  transfer,
  cost,
  followed,
  invoice,
];

/** One firm with a policy in each currency, each of which its payers may pay in the next. */
async function openLives(t: Rig, seed: number): Promise<Life[]> {
  const book = await makeBook(t);
  const others = await makeBook(t, ' D');
  const lives: Life[] = [];
  for (const { code, rate } of CURRENCIES) {
    await t.ownerPool.query(
      `insert into currencies (code, name, exponent, active) values ($1, $2, $3, true) on conflict (code) do update set active = true`,
      [code, `Currency ${code}`, code === 'JPY' ? 0 : 3],
    );
    if (rate !== null)
      await t.ownerPool.query('insert into exchange_rates (currency, day, rate) values ($1, $2, $3)', [
        code,
        DAY,
        rate,
      ]);
    await letBear(t, code, 10_000_000n);
    await confirmedAccounts(t, [book.reinsured], [code]);
  }
  for (const [place, { code: currency, insured }] of CURRENCIES.entries()) {
    await ourBankAccount(t, { name: `Clients ${currency}`, number: `70${place}1`, currency });
    const deposit = await ourBankAccount(t, {
      name: `Deposit ${currency}`,
      number: `70${place}2`,
      currency,
      is_default: false,
    });
    const policy = await approvedPolicy(t, book, { currency, sum_insured: insured, payment_terms: 'INSTALMENTS_4' });
    const elsewhere = CURRENCIES[(place + 1) % CURRENCIES.length]?.code ?? 'KES';
    const own = { day: '2026-03-10', currency, elsewhere, refusals: [400, 409], deposit };
    lives.push({ t, c: chance(seed + place), book, others, policy, ...own });
  }
  return lives;
}

/** What a statement of account is of: the firm's own invoices are on none, and are held against their notes by the auditor. M12. */
const STATED = CONTROL_FUNCTIONS.filter((one) => one !== 'INVOICES_RECEIVABLE');

/** What a long run must have come to, each at least once: claims have a walk of their own. */
const REACHED = [
  ...['approved', 'bounced', 'reversed', 'in another currency'].map((what) => `receipt ${what}`),
  ...['premium', 'drawing', 'tax', 'refund', 'client_transfer', 'expense', 'bank_charge', 'make_good'].map(
    (kind) => `${kind} paid`,
  ),
  'exchange_drawing paid',
  'set off on a voucher',
  'premium reversed',
  'client_transfer reversed',
  ...['certificate', 'write_off', 'bank_charge', 'uncollectable', 'invoice', 'credit'].map(
    (kind) => `${kind} approved`,
  ),
];

/** Whether what parties are shown to owe is what the control accounts hold of them, by party and currency. */
async function checkStatements(life: Life, check: Tally['check']): Promise<void> {
  const held = await rowsOf<{ party: number; currency: string; net: bigint }>(
    life,
    `select party_id as party, currency, sum(amount)::bigint as net from journal_lines
     where account = any(array[${STATED.map((one) => `'${codeOf(one)}'`).join()}]) group by 1, 2`,
  );
  const shown = new Map<string, bigint>();
  for (const side of ['REINSURED', 'SECURITY']) {
    const { body } = await life.t.call(MANAGER, 'GET /api/sca/v1/statements/accounts', { query: { side } });
    for (const row of body.data as { party: { id: number }; currency: string; balance: string }[])
      shown.set(`${row.party.id} ${row.currency}`, minor(row.balance, row.currency));
  }
  for (const { party, currency, net } of held) {
    const balance = shown.get(`${party} ${currency}`) ?? 0n;
    check(balance === net, () => `party ${party} is shown ${balance} ${currency}, its accounts hold ${net}`);
  }
}

/** Whether somebody decided what they had their hands in, of any kind of money. */
async function checkHands(life: Life, check: Tally['check']): Promise<void> {
  for (const table of ['receipts', 'vouchers', 'adjustments', 'invoices']) {
    const own = await rowsOf<{ id: number }>(life, `select id from ${table} where decided_by = any(hands) order by id`);
    check(own.length === 0, () => `${table} ${own.map(({ id }) => id).join(', ')} were decided by who made them`);
  }
}

/** What came of the steps: so many records of each kind, as they are in the end. */
const DONE = `
  select 'receipt ' || case when bounced then 'bounced' else lower(status) end as what, count(*)::int as times from receipts group by 1
  union all select lower(kind) || ' ' || lower(status), count(*)::int from vouchers group by 1
  union all select lower(kind) || ' ' || lower(status), count(*)::int from adjustments group by 1
  union all select case when credits_id is null then 'invoice ' else 'credit ' end || lower(status), count(*)::int from invoices group by 1
  union all select 'set off on a voucher', count(*)::int from voucher_nets
  union all select 'receipt in another currency', count(*)::int
    from allocations a join receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id where n.currency <> r.currency`;

type Run = { seed: number; short: boolean; check: Tally['check']; done: Map<string, number> };

/** What holds of the books between two steps. */
async function checkBooks(life: Life, where: string, check: Tally['check']): Promise<void> {
  // A reversed receipt leaves what vouchers hold above what is released, which is named until it is made good.
  for (const { id, detail } of await unsound(life.t.ownerPool))
    if (!/^part \d+ holds/.test(detail)) check(false, `${where}, ${id}: ${detail}`);
  for (const fault of await unexplained(life.t)) check(false, `${where}: ${fault}`);
  await checkStatements(life, check);
  await checkHands(life, check);
}

const faultOf = (step: Promise<void>): Promise<unknown> =>
  step.then(
    () => null,
    (error: unknown) => error,
  );
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** People of another desk, with the roles of the first, who do what its people would. */
async function openDesk(t: Rig, desk: number): Promise<Rig> {
  await t.ownerPool.query(
    `with added as (
       insert into users (name, email, email_key, status, password_hash)
       select replace(name, '.', $1), replace(email, '.nbo@', $1 || 'nbo@'), replace(email_key, '.nbo@', $1 || 'nbo@'), status, password_hash
       from users where name like '%.nbo' and name !~ '[0-9]' returning id, name)
     insert into user_roles (user_id, branch_id, role) select a.id, r.branch_id, r.role
     from added a join users u on u.name = replace(a.name, $1, '.') join user_roles r on r.user_id = u.id`,
    [`${desk}.`],
  );
  const named = (who: string) => who.replace('.', `${desk}.`);
  return { ...t, call: (who, ...rest) => t.call(who?.endsWith('.nbo') === true ? named(who) : who, ...rest) };
}

/** What another desk did meanwhile may refuse a step: as not found, as wrong now, or as changed since it was read. */
const OVERTAKEN = [400, 404, 409];

/** Several desks at the same policies and notes at once: what one refuses the other is refused, and nothing is half done. */
async function together(lives: readonly Life[], { seed, short, check }: Run): Promise<void> {
  const [first] = lives;
  if (!first) return;
  const desks = [first.t];
  while (desks.length < DESKS) desks.push(await openDesk(first.t, desks.length + 1));
  const chances = desks.map((_, desk) => chance(seed * DESKS_APART + desk));
  for (let round = 0; round < (short ? 1 : ROUNDS_TOGETHER); round += 1) {
    await Promise.all(
      desks.map(async (t, desk) => {
        const c = chances[desk] ?? first.c;
        for (let step = 0; step < STEPS_TOGETHER; step += 1) {
          const error = await faultOf(c.pick(STEPS_OF)({ ...c.pick(lives.slice(0, 2)), t, c }));
          const overtaken = error instanceof Unexpected && OVERTAKEN.includes(error.status);
          check(
            error === null || overtaken,
            () => `seed ${seed}, round ${round}, desk ${desk}, step ${step}: ${wordsOf(error)}`,
          );
        }
      }),
    );
    await checkBooks(first, `seed ${seed}, round ${round} together`, check);
  }
}

async function sequence(t: Rig, run: Run): Promise<void> {
  const { seed, check, done: counts } = run;
  const lives = await openLives(t, seed);
  const [first] = lives;
  if (!first) return;
  const { c } = first;
  // Most of it befalls one policy, so that what follows from what is reached.
  const main = c.pick(lives);
  for (let step = 0; step < STEPS; step += 1) {
    const error = await faultOf(c.pick(STEPS_OF)(c.happens(0.7) ? main : c.pick(lives)));
    check(error === null, () => `seed ${seed}, step ${step}: ${wordsOf(error)}`);
  }
  await checkBooks(first, `seed ${seed}`, check);
  await together(lives, run);
  for (const { what, times } of await rowsOf<{ what: string; times: number }>(first, DONE))
    counts.set(what, (counts.get(what) ?? 0) + times);
}

/**
 * Several people at random over the money of a firm in four currencies, one after the other and then at once: after each round the
 * auditor finds nothing, the control accounts are what statements show, client money is short of nothing without a cause, and
 * nobody decided their own.
 */
export const proveWorkflow: Proof = async ({ server, rounds, seed, short, log }) => {
  const { check, result } = tally();
  const done = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const rig = await openRig(server);
    try {
      await sequence(rig, { seed: seed + round * CURRENCIES.length, short, check, done });
    } finally {
      await rig.close();
    }
    if ((round + 1) % 10 === 0) log(`${round + 1} of ${rounds} sequences, ${result().failures.length} failed`);
  }
  if (!short) for (const what of REACHED) check((done.get(what) ?? 0) > 0, `${what}: never`);
  log(
    [...done]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([what, times]) => `${times} ${what}`)
      .join(', '),
  );
  const together = `${DESKS} desks at once in ${short ? 1 : ROUNDS_TOGETHER} rounds of ${STEPS_TOGETHER} steps each`;
  log(`${rounds} sequences of ${STEPS} steps in ${CURRENCIES.map(({ code }) => code).join(', ')}, then ${together}`);
  return result();
};
