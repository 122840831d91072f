import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { chance } from '../testing/chance.ts';
import { netting, type NettedInvoice, type OwedToSecurity } from './netting.ts';

const NOTE = { number: 'DN/1', currency: 'KES', amount: 56250000n, settled: 0n, committed: 0n };
const owed = (securityId: number, net: bigint): OwedToSecurity => ({
  part: securityId,
  creditNote: securityId + 10,
  securityId,
  name: ['A', 'B', 'C'][securityId - 1] ?? '',
  net,
});
const OWED = [owed(1, 21875000n), owed(2, 17500000n), owed(3, 12187500n)];
const invoice = (securityId: number, open: bigint, changes: Partial<NettedInvoice> = {}): NettedInvoice => ({
  note: securityId + 20,
  part: securityId + 30,
  securityId,
  open,
  free: 0n,
  disputed: false,
  ...changes,
});

// The first call of C2: 2,500,000 / 2,000,000 / 1,500,000, of which the net amounts came in.
const COLLECTED_NET = [
  invoice(1, 21875000n, { free: 228125000n }),
  invoice(2, 17500000n, { free: 182500000n }),
  invoice(3, 12187500n, { free: 137812500n }),
];

describe('C8: a claim and the premium are settled net', () => {
  test('5,484,375.00 came in of 6,000,000: 5,437,500.00 is the reinsured’s, 46,875.00 brokerage and tax', () => {
    const net = netting(NOTE, OWED, COLLECTED_NET);
    expect(net.refusals).toEqual([]);
    expect(net.kept.map((one) => [one.securityId, one.invoice, one.amount])).toEqual([
      [1, 21, 21875000n],
      [2, 22, 17500000n],
      [3, 23, 12187500n],
    ]);
    expect([net.inHand, net.needed]).toEqual([548437500n, 4687500n]);
    expect(sum(net.taken.map((one) => one.amount))).toBe(56250000n);
    // What is left of the claim after it: what came in, and what was kept back, less what settled the note.
    expect(net.inHand + sum(net.kept.map((one) => one.amount)) - 56250000n).toBe(543750000n);
  });

  test.each([
    [
      'something is settled on the note',
      { ...NOTE, settled: 1n },
      COLLECTED_NET,
      'Something of DN/1 is settled already: only a whole debit note is settled net.',
    ],
    [
      'a voucher holds some of it',
      { ...NOTE, committed: 1n },
      COLLECTED_NET,
      'Something of DN/1 is settled already: only a whole debit note is settled net.',
    ],
    [
      'a security paid gross',
      NOTE,
      [...COLLECTED_NET.slice(0, 2), invoice(3, 0n, { free: 150000000n })],
      'C owes KES 0.00 of the claim undisputed, less than its premium of KES 121,875.00.',
    ],
    [
      'a security disputes its part',
      NOTE,
      [...COLLECTED_NET.slice(0, 2), invoice(3, 150000000n, { disputed: true })],
      'C owes KES 0.00 of the claim undisputed, less than its premium of KES 121,875.00.',
    ],
    [
      'a cent less is owed than the net',
      NOTE,
      [...COLLECTED_NET.slice(0, 2), invoice(3, 12187499n, { free: 1n })],
      'C owes KES 121,874.99 of the claim undisputed, less than its premium of KES 121,875.00.',
    ],
    [
      'a cent less is in hand than brokerage and tax',
      NOTE,
      COLLECTED_NET.map((one, index) => ({ ...one, free: index === 0 ? 4687499n : 0n })),
      'Only KES 46,874.99 of the claim is in hand: the brokerage and taxes of DN/1 need KES 46,875.00.',
    ],
  ])('refused where %s', (...[, note, invoices, message]) => {
    expect(netting(note, OWED, invoices).refusals).toEqual([message]);
  });

  test('a security keeps its premium back from its oldest invoices first, and nothing from another’s', () => {
    const invoices = [invoice(1, 20000000n, { free: 5000000n }), invoice(1, 9000000n, { note: 41, part: 51 })];
    const { kept } = netting({ ...NOTE, amount: 25000000n }, [owed(1, 21875000n)], invoices);
    expect(kept.map((one) => [one.invoice, one.amount])).toEqual([
      [21, 20000000n],
      [41, 1875000n],
    ]);
  });

  test('whatever the claims: where it is not refused, the note is settled whole and no part gives more than it has', () => {
    const c = chance(8);
    let settled = 0;
    for (let round = 0; round < 2000; round += 1) {
      const nets = OWED.map((one) => ({ ...one, net: c.below(50n) }));
      const needed = c.below(40n);
      const invoices = Array.from({ length: c.int(1, 7) }, (_, index) =>
        invoice(c.int(1, 3), c.below(60n), {
          note: 20 + index,
          part: 40 + index,
          free: c.below(30n),
          disputed: c.happens(0.1),
        }),
      );
      const note = { ...NOTE, amount: sum(nets.map((one) => one.net)) + needed };
      const net = netting(note, nets, invoices);
      if (net.refusals.length > 0) continue;
      settled += 1;
      expect(sum(net.kept.map((one) => one.amount))).toBe(sum(nets.map((one) => one.net)));
      expect(sum(net.taken.map((one) => one.amount))).toBe(note.amount);
      for (const one of invoices) {
        const kept = sum(net.kept.filter((own) => own.invoice === one.note).map((own) => own.amount));
        const taken = sum(net.taken.filter((own) => own.part === one.part).map((own) => own.amount));
        expect(kept <= (one.disputed ? 0n : one.open) && taken <= one.free + kept).toBe(true);
      }
    }
    expect(settled).toBeGreaterThan(100);
  });
});
