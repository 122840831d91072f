import { PERMISSIONS } from '../../../domain/permissions.ts';
import {
  noteInLondon,
  officesOf,
  passedOn,
  passOn,
  secondRoot,
  submitReceipt,
} from '../../features/receipts/passing.factories.ts';
import { approvedReceipt, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { unsound } from '../sound.ts';
import { withContext } from './app-of.ts';
import { REWORDED, type Control } from './control.ts';
import type { Probe } from './probes.ts';

/** KES 600,000.00 that Nairobi received, and what is said of it when some is used in London. */
async function received(rig: Rig) {
  const book = await makeBook(rig);
  await secondRoot(rig);
  const source = await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '600000.00' }));
  return { book, source, into: (await officesOf(rig)).lon };
}

/** Of cash that one branch uses of another nothing stays between them, and the auditor would say so. M16. */
const nothingStaysBetween: Probe = async (rig) => {
  const { book, source, into } = await received(rig);
  const { id: note } = await noteInLondon(rig, book);
  const allocations = [{ note, amount: '281250.00' }];
  await passedOn(rig, { source, into, receiptAmount: '300000.00', allocations });
  return (await unsound(rig.ownerPool)).every(({ detail }) => !/between branches/.test(detail));
};

/** What comes in is the client money of the branch that uses it, though no bank of its own brought it. M14, M16. */
const countsAsClientMoney: Probe = async (rig) => {
  const { source, into } = await received(rig);
  await passedOn(rig, { source, into, receiptAmount: '300000.00' });
  const { body } = await rig.call('manager.lon', 'GET /api/sca/v1/clientmoney/items');
  const [row] = body.data;
  return row?.between_branches === '300000.00' && row.unallocated === '300000.00' && row.result === '0.00';
};

/** What waits to be used in another branch is not taken by a second. */
const heldOnce: Probe = async (rig) => {
  const { source, into } = await received(rig);
  const draft = async () => (await passOn(rig, { source, into, receiptAmount: '400000.00' })).body.id;
  const drafts: number[] = [await draft(), await draft()];
  const answers: number[] = [];
  for (const id of drafts) answers.push((await submitReceipt(rig, id)).status);
  return answers[0] === 200 && answers[1] === 409;
};

/** Cash of another branch is decided by root alone, who works in both. */
const decidedByRoot: Probe = async (rig) => {
  const { source, into } = await received(rig);
  const { body } = await passOn(rig, { source, into, receiptAmount: '1.00' });
  await submitReceipt(rig, body.id);
  await decideIn(rig)('manager.lon', `PUT /api/sca/v1/receivable/approve/${body.id}/APPROVED`);
  const { rows } = await rig.ownerPool.query<{ status: string }>('select status from receipts where id = $1', [
    body.id,
  ]);
  return rows[0]?.status === 'PENDING';
};

/** Where the cash of a receipt is used is said to its own branch alone. */
const saidToItsBranch: Probe = async (rig) => {
  const { source, into } = await received(rig);
  await passedOn(rig, { source, into, receiptAmount: '1.00' });
  const seenBy = async (branches: string) => {
    const client = await rig.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
      return (await client.query('select id from cash_passed_on($1)', [source])).rows.length;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const offices = await officesOf(rig);
  return (await seenBy(`{${offices.nbo}}`)) === 1 && (await seenBy(`{${offices.lon}}`)) === 0;
};

const TAKEN_OVER = `(select event from journal_entries where id = new.entry_id) = 'CASH_TAKEN_OVER'`;
const DEARER = `create function dearer() returns trigger language plpgsql as $f$ begin
    if ${TAKEN_OVER} and new.account = '${codeOf('INTER_BRANCH')}' then new.base_amount := new.base_amount + 1; end if;
    if ${TAKEN_OVER} and new.account = '${codeOf('UNALLOCATED_CASH')}' then new.base_amount := new.base_amount - 1; end if;
    return new; end $f$;
  create trigger dearer before insert on journal_lines for each row execute function dearer()`;
const NOTHING_HELD = `create function nothing_held() returns trigger language plpgsql as $f$ begin new.passed_on := old.passed_on; return new; end $f$;
  create trigger nothing_held before update of passed_on on receipts for each row execute function nothing_held()`;
const ROOT = [{ role: 'ROLE_ROOT', name: 'Root', permissions: PERMISSIONS, limits: new Map<string, bigint>() }];
const everybodyIsRoot = withContext((ctx) => ({
  ...ctx,
  scope: [1, 2],
  can: () => true,
  user: { ...ctx.user, roles: new Map([...ctx.user.roles.keys()].map((id) => [id, ROOT])) },
}));

/** The controls of cash between branches. */
export const PASSING_CONTROLS: readonly Control[] = [
  {
    name: 'nothing stays between branches of cash that one uses of another',
    probe: nothingStaysBetween,
    mutants: { 'it comes in at another base than it left at': { sql: DEARER } },
  },
  {
    name: 'cash of another branch is client money where it is used',
    probe: countsAsClientMoney,
    mutants: {
      'what is between branches is not counted': {
        sql: REWORDED('client_moves_of', `x.event in ('CASH_PASSED_ON', 'CASH_TAKEN_OVER') group`, 'false group'),
      },
    },
  },
  {
    name: 'what waits to be used in another branch is held',
    probe: heldOnce,
    mutants: { 'nothing is held': { sql: NOTHING_HELD } },
  },
  {
    name: 'cash between branches is root’s to decide',
    probe: decidedByRoot,
    alone: {
      'the query layer takes everybody for root': { routes: everybodyIsRoot },
      'row-level security is bypassed': { as: 'owner' },
    },
    mutants: { 'both are gone': { routes: everybodyIsRoot, as: 'owner' } },
  },
  {
    name: 'where the cash of a receipt is used is said to its own branch alone',
    probe: saidToItsBranch,
    mutants: {
      'every branch is told': {
        sql: REWORDED('cash_passed_on', 'r.branch_id = any', 'true or r.branch_id = any'),
      },
    },
  },
];
