import { expect, test } from 'vitest';
import { chance } from '../../../domain/testing/chance.ts';
import { LONG_FORM, SEED } from '../../../domain/testing/runs.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { endorse, MONEY_ACTS, type Walk } from '../../testing/money-walk.ts';
import { testApp } from '../../testing/testApp.ts';
import { letBear } from '../adjustments/adjustments.factories.ts';

const WALKS = LONG_FORM ? 60 : 2;
const STEPS = 16;

test('on random lives of a policy no more is ever available than is in hand, and the books stay sound', async () => {
  for (let run = 0; run < WALKS; run += 1) {
    const t = await testApp();
    try {
      const book = await makeBook(t);
      const others = await makeBook(t, ' D');
      const policy = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
      await letBear(t, 'KES', 10_000_000n);
      await t.ownerPool.query(
        `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1301000000000)`,
      );
      const own = { currency: 'KES', elsewhere: 'USD', refusals: [] };
      const walk: Walk = { t, c: chance(SEED + run), book, others, policy, day: '2026-03-10', ...own };
      for (let step = 0; step < STEPS; step += 1) {
        await walk.c.pick(MONEY_ACTS)(walk);
        // A reversed receipt leaves what vouchers hold above what is released: that alone stays red until it is made good.
        const faults = (await unsound(t.ownerPool)).filter(({ detail }) => !/^part \d+ holds/.test(detail));
        expect(faults, `seed ${SEED}, walk ${run}, step ${step}`).toEqual([]);
      }
      if (walk.c.happens(0.7)) await endorse(walk, { endorsementtype: 'CANCEL_PRORATA' });
      expect((await unsound(t.ownerPool)).filter(({ detail }) => !/^part \d+ holds/.test(detail))).toEqual([]);
      await expectExplained(t);
    } finally {
      await t.close();
    }
  }
  console.info(`releases: seed ${SEED}, ${WALKS} policies of ${STEPS} acts`);
}, 900_000);
