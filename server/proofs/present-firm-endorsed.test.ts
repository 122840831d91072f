import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { approvedEndorsement } from '../features/endorsements/endorsements.factories.ts';
import { FIXED } from '../testing/fixtures/expectations.ts';
import { openFirm } from '../testing/fixtures/present-firm.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { unsound } from './sound.ts';

/** A policy that an earlier version approved keeps the rule of figures that it was approved under, for all that comes. */
const MOST = 6;

let firm: Awaited<ReturnType<typeof openFirm>>;
let rig: Rig;

beforeAll(async () => {
  firm = await openFirm(inject('slipwayDatabase'));
  rig = await openRig(firm.server);
  rig.clock.set(FIXED);
}, 900_000);
afterAll(async () => {
  await rig.close();
  await firm.drop();
});

type Old = { id: number; lines: { security: number; share: string }[] };

/** Approved, not endorsed, of several securities without terms of their own, first those whose cents would be others today. */
async function oldPolicies(): Promise<Old[]> {
  const { rows } = await rig.ownerPool.query<Old>(
    `select p.id, json_agg(json_build_object('security', l.security_id, 'share', (l.share::numeric / 1000000)::text) order by l.position) as lines
     from policies p join branches b on b.id = p.branch_id and b.code = 'NBO' join policy_lines l on l.policy_id = p.id
     join parties s on s.id = l.security_id
     where p.status = 'APPROVED' and p.market = 'LOCAL' and p.endorsement_count = 0 and p.figures_rule = 1 and p.currency = 'KES' and p.adjustment_rate is null
       and p.insurance_end_date > date '2026-06-30' and p.insurance_start_date < date '2026-05-01'
     group by p.id having count(*) > 1 and min(l.share) > 1000000 and bool_and(s.status = 'ACTIVE')
     order by p.commission_total = round(p.fac_premium::numeric * p.cedant_commission / 100000000), p.id limit ${MOST}`,
  );
  return rows;
}

async function lines(query: string, policy: number): Promise<Record<string, unknown>[]> {
  return (await rig.ownerPool.query<Record<string, unknown>>(query, [policy])).rows;
}
const notes = (policy: number) =>
  lines(
    `select number, kind, party_id, amount, base_amount from notes where policy_id = $1 and endorsement_id is null order by id`,
    policy,
  );

/** Percentages of two lines that exchange one point. */
const exchanged = (share: string, by: bigint) => {
  const [whole = '0', decimals = ''] = share.split('.');
  return `${BigInt(whole) + by}${decimals === '' ? '' : `.${decimals}`}`;
};

test('additional premium, securities, cancellation from the first day: to the cent of the rule it was approved under', async () => {
  const policies = await oldPolicies();
  expect(policies.length).toBeGreaterThan(2);
  let otherToday = 0;
  for (const { id, lines: placed } of policies) {
    const before = await notes(id);
    await approvedEndorsement(rig, id, { effective_date: '2026-06-01', sum_insured: null, premium: '12345.67' });
    const [commission] = await lines(
      `select sum(l.commission_amount + e.commission_amount)::bigint as noted,
         sum(round((l.share_premium + e.share_premium)::numeric * e.commission_rate / 100000000))::bigint as by_line,
         round(sum(l.share_premium + e.share_premium)::numeric * max(e.commission_rate) / 100000000)::bigint as at_once
       from policy_lines l join endorsements n on n.policy_id = l.policy_id join endorsement_lines e on e.endorsement_id = n.id and e.security_id = l.security_id
       where l.policy_id = $1`,
      id,
    );
    expect(commission?.['noted'], `policy ${id}`).toBe(commission?.['by_line']);
    if (commission?.['by_line'] !== commission?.['at_once']) otherToday += 1;
    const [first, second, ...rest] = placed;
    if (!first || !second) throw new Error('Two lines are asked for.');
    await approvedEndorsement(rig, id, {
      endorsementtype: 'SEC',
      effective_date: '2026-06-15',
      sum_insured: null,
      securities: [
        { ...first, share: exchanged(first.share, 1n) },
        { ...second, share: exchanged(second.share, -1n) },
        ...rest,
      ],
    });
    const [start] = await lines(`select insurance_start_date as day from policies where id = $1`, id);
    await approvedEndorsement(rig, id, {
      endorsementtype: 'CANCEL_FLAT',
      effective_date: start?.['day'],
      sum_insured: null,
    });
    expect(await notes(id)).toEqual(before);
    const left = await lines(
      `select party_id, sum(case kind when 'DN' then amount else -amount end)::bigint as left from notes where policy_id = $1
       group by 1 having sum(case kind when 'DN' then amount else -amount end) <> 0`,
      id,
    );
    expect(left, `policy ${id}`).toEqual([]);
  }
  expect(otherToday).toBeGreaterThan(0);
  expect(await unsound(rig.ownerPool)).toEqual([]);
}, 300_000);
