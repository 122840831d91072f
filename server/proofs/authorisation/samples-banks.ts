import { codeOf } from '../../testing/chart.ts';
import { mt940 } from '../../features/banks/banks.factories.ts';
import { canaryOf } from './canaries.ts';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { Ref, World } from './scene.ts';

/** No record has it; where nothing exists, the approved policy has it too. */
const NOWHERE = 2_000_000_000;
type Made = { account: number; statement: number; line: number; number: string };
type Setting = { world: World; unique: string };

let serial = 0;

/** An account of the branch with a statement of one line, made as the owner: reading must not make anything. */
async function newStatement({ world }: Setting): Promise<Made> {
  if ((await world.approved()).id === NOWHERE)
    return { account: NOWHERE, statement: NOWHERE, line: NOWHERE, number: '9' };
  serial += 1;
  const [word, number] = [canaryOf(world.branch.code), `9${String(serial).padStart(9, '0')}`];
  const { id: account = 0 } = await fixtures.first(
    `insert into bank_accounts (name, bank, number, currency, purpose, account, branch_id, search_text)
     values ('Clients ${word}', 'Proof Bank', '${number}', 'KES', 'CLIENT', '${codeOf('CLIENT_BANK')}', ${world.branch.id}, '${word}') returning id`,
  );
  const { id: statement = 0 } = await fixtures.first(
    `with made as (
       insert into bank_statements (bank_account_id, branch_id, place, format, number, currency, first_day, last_day, opening, closing,
         lines, file_name, sha256, read_by, read_at)
       select ${account}, ${world.branch.id}, 1, 'MT940', '${word}', 'KES', '2026-03-01', '2026-03-02', 0, 500, 1, '${word}', sha256('${number}'),
         min(id), now() from users returning id),
     line as (
       insert into bank_lines (bank_account_id, branch_id, statement_id, position, day, amount, reference, end_to_end, party, party_account, text, known_by)
       select ${account}, ${world.branch.id}, id, 1, '2026-03-02', 500, '${word}', '', '${word}', '', '${word}', '${number}' from made)
     select id from made`,
  );
  const { id: line = 0 } = await fixtures.first(`select id from bank_lines where statement_id = ${statement}`);
  return { account, statement, line, number };
}

// Calls that are compared with each other read one statement made once.
const standing = new Map<string, Promise<Made>>();
function statementOf(setting: Setting): Promise<Made> {
  if (setting.unique !== 'same') return newStatement(setting);
  const { code } = setting.world.branch;
  const kept = standing.get(code) ?? newStatement(setting);
  standing.set(code, kept);
  return kept;
}

const file: Sample['of'] = async (setting) => {
  const { account, number } = await statementOf(setting);
  const entries = [{ amount: '1.00', reference: `R${setting.unique}` }];
  const body = Buffer.from(mt940({ account: number, opening: '5.00', closing: '6.00', entries }));
  return { query: { account, name: 'statement.sta' }, body };
};

/** A receipt of the branch that waits for its approval, on the account of a line of the same amount. */
async function receiptOn(world: World, account: number): Promise<Ref> {
  const receipt = await world.receipt('PENDING');
  await fixtures.first(
    `with moved as (update receipts set bank_account_id = ${account}, amount = 500 where id = ${receipt.id} returning id) select id from moved`,
  );
  return receipt;
}

/** The line of a statement, matched with such a receipt. */
async function matched(setting: Setting): Promise<{ match: number; receipt: Ref }> {
  const { account, line } = await statementOf(setting);
  if (line === NOWHERE) return { match: NOWHERE, receipt: { id: NOWHERE, version: 1 } };
  const receipt = await receiptOn(setting.world, account);
  // Who is refused leaves a receipt as it is, and the next finds it matched.
  const before = await fixtures.first(`select id from bank_matches where receipt_id = ${receipt.id} and live`);
  if (before['id'] !== undefined) return { match: before['id'], receipt };
  const { id: match = 0 } = await fixtures.first(
    `with said as (update bank_lines set matched = true where id = ${line} returning id, amount)
     insert into bank_matches (branch_id, bank_account_id, line_id, reason, receipt_id, amount, made_by, made_at)
     select ${setting.world.branch.id}, ${account}, id, 'BY_HAND', ${receipt.id}, amount, (select min(id) from users), now() from said returning id`,
  );
  return { match, receipt };
}

/** An approved voucher of the branch, to be paid from an account of its own. */
async function voucherOn(setting: Setting): Promise<{ account: number; voucher: number }> {
  const { account } = await statementOf(setting);
  if (account === NOWHERE) return { account, voucher: NOWHERE };
  const { id: voucher } = await setting.world.voucher('APPROVED');
  await fixtures.first(
    `with moved as (update vouchers set bank_account_id = ${account}, bank_date = '2026-03-02' where id = ${voucher} returning id) select id from moved`,
  );
  return { account, voucher };
}

/** A payment file of the branch, as the owner makes one. */
async function fileOf(setting: Setting, status: 'WAITING' | 'READY'): Promise<number> {
  const { account, voucher } = await voucherOn(setting);
  if (voucher === NOWHERE) return NOWHERE;
  // Who is refused leaves a voucher as it is, and the next finds its file.
  const before = await fixtures.first(
    `select file_id as id from payment_file_vouchers where voucher_id = ${voucher} and live`,
  );
  if (before['id'] !== undefined) return before['id'];
  const { id = 0 } = await fixtures.first(
    `with made as (
       insert into payment_files (branch_id, bank_account_id, day, currency, vouchers, total, status, made_by, made_at, xml)
       select ${setting.world.branch.id}, ${account}, '2026-03-02', 'KES', 1, 100, '${status}', id, now(),
         ${status === 'READY' ? `'${canaryOf(setting.world.branch.code)}'` : 'null'} from users
         where email = 'accountant.${setting.world.branch.code.toLowerCase()}@slipway.test' returning id),
     held as (insert into payment_file_vouchers (branch_id, file_id, voucher_id, amount)
       select ${setting.world.branch.id}, id, ${voucher}, 100 from made)
     select id from made`,
  );
  return id;
}

// Calls that are compared with each other read one file made once.
const files = new Map<string, Promise<number>>();
function standingFile(setting: Setting): Promise<number> {
  if (setting.unique !== 'same') return fileOf(setting, 'READY');
  const { code } = setting.world.branch;
  const kept = files.get(code) ?? fileOf(setting, 'READY');
  files.set(code, kept);
  return kept;
}

export const BANK_SAMPLES: Record<string, Sample> = {
  'GET /bankstatement/items': { of: async (setting) => ({ query: { bank: (await statementOf(setting)).account } }) },
  'GET /bankstatement/accounts': {
    of: async (setting) => {
      await statementOf(setting);
      return {};
    },
  },
  'GET /bankstatement/lines': {
    of: async (setting) => ({ query: { statement: (await statementOf(setting)).statement } }),
  },
  'GET /bankstatement/{id}': { of: async (setting) => ({ params: { id: (await statementOf(setting)).statement } }) },
  'GET /bankstatement/reconciliation': {
    of: async (setting) => ({ query: { bank: (await statementOf(setting)).account } }),
  },
  'POST /bankstatement/preview': { of: file },
  'POST /bankstatement/save': { of: file },
  'GET /bankmatch/open': { of: async (setting) => ({ query: { account: (await statementOf(setting)).account } }) },
  'GET /bankmatch/receipts': {
    of: async (setting) => {
      const { account, line } = await statementOf(setting);
      return { query: { account, line } };
    },
  },
  'GET /bankmatch/items': { of: async (setting) => ({ query: { bank: (await statementOf(setting)).account } }) },
  'PUT /bankmatch/confirm': {
    of: async (setting) => {
      const { account, line } = await newStatement(setting);
      const { id } = line === NOWHERE ? { id: NOWHERE } : await receiptOn(setting.world, account);
      return { body: { account, items: [{ line, key: `receipt:${id}` }] } };
    },
  },
  'PUT /bankmatch/approve': {
    of: async (setting) => {
      const { id, version } = (await matched(setting)).receipt;
      return { body: { receipts: [{ id, version }] } };
    },
  },
  'PUT /bankmatch/undo/{id}': {
    of: async (setting) => ({
      params: { id: (await matched(setting)).match },
      body: { version: 1, reason: 'Wrong payer' },
    }),
  },
  'GET /paymentfile/items': {
    of: async (setting) => {
      if (setting.unique === 'same') await standingFile(setting);
      return {};
    },
  },
  'GET /paymentfile/payable': {
    of: async (setting) => {
      if (setting.unique === 'same') await standingFile(setting);
      return { query: { account: (await statementOf(setting)).account, day: '2026-03-02' } };
    },
  },
  'GET /paymentfile/{id}': { of: async (setting) => ({ params: { id: await standingFile(setting) } }) },
  'GET /paymentfile/file/{id}': { of: async (setting) => ({ params: { id: await standingFile(setting) } }) },
  'POST /paymentfile/save': {
    of: async (setting) => {
      const { account, voucher } = await voucherOn(setting);
      return { body: { account, day: '2026-03-02', vouchers: [voucher] } };
    },
  },
  'PUT /paymentfile/approve/{id}': {
    of: async (setting) => ({ params: { id: await fileOf(setting, 'WAITING') }, body: { version: 1 } }),
  },
  'PUT /paymentfile/withdraw/{id}': {
    of: async (setting) => ({
      params: { id: await fileOf(setting, 'READY') },
      body: { version: 1, reason: 'Sent by mistake' },
    }),
  },
  'PUT /bankstatement/takeback/{id}': {
    of: async (setting) => ({
      params: { id: (await newStatement(setting)).statement },
      body: { version: 1, reason: 'Wrong file' },
    }),
  },
};
