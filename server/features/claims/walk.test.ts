import { expect, test } from 'vitest';
import { type Chance, chance } from '../../../domain/testing/chance.ts';
import { LONG_FORM, SEED } from '../../../domain/testing/runs.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approveMovement, exampleMovement, MOVEMENT } from './claims.factories.ts';

const [LIVES, STEPS] = LONG_FORM ? [40, 50] : [2, 25];

type Walk = { t: TestApp; c: Chance; book: Book; policy: number; claims: number[]; premium: number };

async function rowsOf<R extends object>({ t }: Walk, text: string, values: unknown[] = []): Promise<R[]> {
  return (await t.ownerPool.query<R>(text, values)).rows;
}

const some = (c: Chance, most: bigint) => (c.happens(0.4) ? most : 1n + c.below(most));

/** A movement of chance: refused where the claim does not allow it, never a fault of ours. */
async function moveOne({ t, c, claims }: Walk): Promise<void> {
  const type = c.pick(['RESERVE', 'CALL', 'CALL', 'CALL', 'FEE', 'SALVAGE', 'FINAL', 'CLOSE', 'REOPEN']);
  const amount = type === 'CLOSE' ? null : formatAmount(c.happens(0.3) ? c.big(1, 9) : c.big(1, 2_000_000_000), 'KES');
  const body = exampleMovement(c.pick(claims), { type, amount });
  const saved = await t.call('claims.nbo', `POST ${MOVEMENT}/save`, { body });
  expect([200, 400]).toContain(saved.status);
  if (saved.status !== 200) return;
  await t.call('claims.nbo', `PUT ${MOVEMENT}/submit/${saved.body.id}`);
  expect((await approveMovement(t, saved.body.id)).status).toBe(200);
}

/** Somebody pays some of what they owe: a security its invoice, the reinsured a salvage note or its premium. */
async function receive(walk: Walk): Promise<void> {
  const open = await rowsOf<{ id: number; party: number; open: bigint }>(
    walk,
    `select id, party_id as party, amount - settled as open from notes
     where kind in ('INV', 'DN') and status = 'ISSUED' and settled < amount order by id`,
  );
  if (open.length === 0) return;
  const { id: note, party, open: owed } = walk.c.pick(open);
  const amount = formatAmount(some(walk.c, owed), 'KES');
  const body = { reinsured: party, receiptType: 'CLAIM', receiptAmount: amount, allocations: [{ note, amount }] };
  await approvedReceipt(walk.t, exampleReceipt(walk.book, body));
}

/** A voucher of chance over a claim: paid where the money is there, refused where it is not. */
async function pay(walk: Walk): Promise<void> {
  const { t, c, book, claims, premium } = walk;
  const kind = c.pick(['CLAIM', 'CLAIM', 'SALVAGE', 'SET_OFF']);
  const [free] = await rowsOf<{ amount: bigint }>(
    walk,
    `select coalesce(sum(settled - set_off), 0)::bigint + 1 as amount from notes where claim_id is not null`,
  );
  const { saveOther, submit, decide, pay: paid } = voucherCalls(() => t);
  const saved = await saveOther({
    kind,
    claim: c.pick(claims),
    amount: formatAmount(some(c, free?.amount ?? 1n), 'KES'),
    ...(kind === 'SALVAGE' && { payee: c.pick([book.a, book.b, book.c]) }),
    ...(kind === 'SET_OFF' && { note: premium }),
  });
  expect([200, 400]).toContain(saved.status);
  if (saved.status !== 200) return;
  const { id } = saved.body;
  const held = await submit(id);
  expect([200, 409]).toContain(held.status);
  if (held.status !== 200) return;
  expect((await decide(id)).status).toBe(200);
  // A set-off may meet a note that was settled meanwhile.
  expect([200, 409]).toContain((await paid(id)).status);
}

/** A net settlement of chance: refused unless the note is whole and the claim covers it. */
async function settleNet(walk: Walk): Promise<void> {
  const { t, c, claims, premium } = walk;
  const [note] = await rowsOf<{ amount: bigint }>(walk, 'select amount from notes where id = $1', [premium]);
  const { save, submit, decide, reverse } = adjustmentCalls(() => t);
  const amount = formatAmount(note?.amount ?? 0n, 'KES');
  const saved = await save({ note: premium, kind: 'NET_SETTLEMENT', claim: c.pick(claims), amount });
  expect([200, 400]).toContain(saved.status);
  if (saved.status !== 200) return;
  const held = await submit(saved.body.id);
  expect([200, 400, 409]).toContain(held.status);
  if (held.status !== 200) return;
  const decided = await decide(saved.body.id);
  expect(decided.status).toBe(200);
  if (c.happens(0.3)) await reverse(saved.body.id, decided.body.version);
}

/** More premium, or some of it back, on the policy that bears the claims. */
async function endorsePolicy({ t, c, policy }: Walk): Promise<void> {
  const type = c.pick(['AP', 'AP', 'RP']);
  const body = {
    policy,
    endorsementtype: type,
    effective_date: '2026-03-02',
    description: 'As agreed with the reinsured',
    premium: formatAmount(c.big(1, 5_000_000), 'KES'),
  };
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body });
  expect([200, 400]).toContain(saved.status);
  if (saved.status !== 200) return;
  await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
  const decided = decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${saved.body.id}/APPROVED`, {
    body: { reason: 'As agreed' },
  });
  expect((await decided).status).toBe(200);
}

/** What is released of a claim's invoices never exceeds what was collected of them, and no more is paid. */
const AHEAD = `
  select n.number from notes n join part_releases(array(select id from notes where claim_id is not null)) r on r.note_id = n.id
  join note_parts p on p.id = r.part_id
  where p.kind = 'CLAIM' and (r.released > n.settled - n.set_off or p.paid > n.settled - n.set_off)`;
/** Σ over securities is ours, of every movement; incurred is called and outstanding. */
const UNEVEN = `
  select m.number from movements m left join lateral (select sum(amount) as amount from movement_parts where movement_id = m.id) x on true
  where m.status = 'APPROVED' and m.ours <> coalesce(x.amount, 0)`;

const ACTS = [moveOne, moveOne, receive, receive, pay, pay, settleNet, endorsePolicy];

test(
  'on random lives of claims the books stay sound, and nobody is paid ahead of what was collected',
  async () => {
    process.stdout.write(`claims: seed ${SEED}, ${LIVES} lives of ${STEPS} acts\n`);
    for (let life = 0; life < LIVES; life += 1) {
      const t = await testApp();
      try {
        const book = await makeBook(t);
        await confirmedAccounts(t, [book.reinsured]);
        const policy = await approvedPolicy(t, book);
        const claims = [
          await approvedClaim(t, book, { policy }),
          await approvedClaim(t, book, { policy, data_loss_date: '2026-03-01' }),
        ];
        const premium = (await debitNoteOf(t, policy)).id;
        const walk: Walk = { t, c: chance(SEED + life), book, policy, claims, premium };
        for (let step = 0; step < STEPS; step += 1) await walk.c.pick(ACTS)(walk);
        expect(await rowsOf(walk, AHEAD)).toEqual([]);
        expect(await rowsOf(walk, UNEVEN)).toEqual([]);
        await expectBalanced(t);
        await expectExplained(t);
      } finally {
        await t.close();
      }
    }
  },
  LONG_FORM ? 3_600_000 : 180_000,
);
