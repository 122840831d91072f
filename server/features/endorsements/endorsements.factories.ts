import type { Book } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

/** An additional premium on the example of §2: 146 of 365 days are left from its day. */
export const typedEndorsement = (policy: number, changes: Record<string, unknown> = {}) => ({
  policy,
  endorsementtype: 'AP',
  effective_date: '2026-10-06',
  description: 'New boiler house added',
  sum_insured: '600000000',
  ...changes,
});

/** Saves, submits and approves an endorsement in Nairobi; gives its id. */
export async function approvedEndorsement(
  t: TestApp,
  policy: number,
  { market = 'underwriting', ...changes }: Record<string, unknown> & { market?: 'underwriting' | 'londonslip' } = {},
): Promise<number> {
  const body = typedEndorsement(policy, changes);
  const saved = await t.call('underwriter.nbo', `POST /api/sca/v1/${market}/endorsement`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const { id } = saved.body;
  await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
  const done = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return id;
}

type Share = readonly [security: number, share: string];

/** What an endorsement is that divides a policy among these securities, and changes nothing else of it. */
export const dividedAmong = (...shares: readonly Share[]) => ({
  endorsementtype: 'SEC',
  sum_insured: null,
  securities: shares.map(([security, share]) => ({ security, share })),
});

/** C's line of the example goes to another security. */
export const lineOfC = ({ a, b }: Book, other: number) => dividedAmong([a, '25'], [b, '20'], [other, '15']);
