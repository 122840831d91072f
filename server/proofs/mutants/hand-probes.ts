import { chance } from '../../../domain/testing/chance.ts';
import { codeOf } from '../../testing/chart.ts';
import { examplePolicy, makeBook, userId } from '../../testing/factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { OwnRecord, ownPayment, ownRecord } from '../../testing/own-records.ts';
import type { Rig } from '../../testing/rig.ts';
import { exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { refuses, type Probe } from './probes.ts';

const SCA = '/api/sca/v1';
const RV = `${SCA}/receivable`;
const UW = `${SCA}/underwriting`;
const PV = `${SCA}/paymentvoucher`;

type Saved = { id: number; version: number };

/** Makes calls that must succeed. */
const mustIn =
  (rig: Rig) =>
  async (who: string, address: `${string} ${string}`, body?: unknown): Promise<Saved> => {
    const reply = await rig.call(who, address, body === undefined ? {} : { body });
    if (reply.status !== 200) throw new Error(`${who} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

/** A cashier's receipt that the accountant edited between two edits, and one that the accountant submitted: not theirs to decide. */
export const editedAndSubmitted: Probe = async (rig) => {
  const body = exampleReceipt(await makeBook(rig));
  const edited = await mustIn(rig)('cashier.nbo', `POST ${RV}/save`, body);
  await mustIn(rig)('accountant.nbo', `PUT ${RV}/edit`, { ...body, id: edited.id, version: 1 });
  await mustIn(rig)('cashier.nbo', `PUT ${RV}/edit`, { ...body, id: edited.id, version: 2 });
  await mustIn(rig)('cashier.nbo', `PUT ${RV}/submit/${edited.id}`);
  const submitted = await mustIn(rig)('cashier.nbo', `POST ${RV}/save`, body);
  await mustIn(rig)('accountant.nbo', `PUT ${RV}/submit/${submitted.id}`);
  for (const { id } of [edited, submitted])
    if ((await decideIn(rig)('accountant.nbo', `PUT ${RV}/approve/${id}/APPROVED`)).status !== 403) return false;
  return true;
};

/** Root makes a receipt and a voucher, a manager approves them: root reverses neither. */
export const ownReversals: Probe = async (rig) => {
  const receipt = exampleReceipt(await makeBook(rig));
  const voucher = {
    currency: 'KES',
    bank_date: '2026-03-02',
    kind: 'EXPENSE',
    account: codeOf('EXPENSES'),
    narration: 'Stamps',
  };
  const made: [string, Saved][] = [
    [RV, await mustIn(rig)('root', `POST ${RV}/save`, receipt)],
    [PV, await mustIn(rig)('root', `POST ${PV}/save`, { ...voucher, amount: '100.00' })],
  ];
  for (const [path, { id }] of made) {
    await mustIn(rig)('root', `PUT ${path}/submit/${id}`);
    const approved = await decideIn(rig)('manager.nbo', `PUT ${path}/approve/${id}/APPROVED`);
    if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
    const body = { version: 3, reason: 'Keyed twice' };
    if ((await rig.call('root', `PUT ${path}/reverse/${id}`, { body })).status !== 403) return false;
  }
  return true;
};

/** What the walk of several people tries: root decides, reverses and pays nothing that it had its hands in. */
export const ownNothing: Probe = async (rig) => {
  const c = chance(1);
  const receipt = exampleReceipt(await makeBook(rig), { receiptType: 'ON_ACCOUNT', method: 'CASH' });
  const account = codeOf('EXPENSES');
  const voucher = { currency: 'KES', bank_date: '2026-03-02', kind: 'EXPENSE', account, amount: '100.00' };
  try {
    for (let times = 0; times < 3; times += 1) {
      await ownRecord(rig, c, { path: RV, body: receipt });
      await ownRecord(rig, c, { path: PV, body: voucher });
    }
    await ownPayment(rig, { path: PV, body: voucher });
    return true;
  } catch (error) {
    if (error instanceof OwnRecord) return false;
    throw error;
  }
};

async function pendingPolicy(rig: Rig): Promise<number> {
  const { id } = await mustIn(rig)('underwriter.nbo', `POST ${UW}/save`, examplePolicy(await makeBook(rig)));
  await mustIn(rig)('underwriter.nbo', `PUT ${UW}/submit/${id}`);
  return id;
}

/** No program takes a hand off a record. */
export const onlyGrow: Probe = async (rig) => {
  const id = await pendingPolicy(rig);
  const root = await userId(rig, 'root');
  const change = (to: string) => [
    `update policies set made_by = ${root}, edited_by = ${root}, hands = ${to} where id = ${id}`,
  ];
  return (
    (await refuses(rig, 'app', change(`array[${root}]`))) && !(await refuses(rig, 'app', change(`hands || ${root}`)))
  );
};

/** What nobody has read is not approved: a decision without a version is refused. */
export const versionSeen: Probe = async (rig) => {
  const id = await pendingPolicy(rig);
  const reply = await rig.call('manager.nbo', `PUT ${UW}/approve/${id}/APPROVED/${await userId(rig, 'manager.nbo')}`);
  return reply.status === 400;
};
