import { type Kind, KIND_NAMES, KINDS, SLIP } from '../../../../domain/records/kinds.ts';
import { TABLES } from '../../records.ts';

// Every number that a record carries, with the kind that it should be of.
const NUMBERS = [
  `select broker_reference as number, branch_id, case market when 'LONDON' then '${SLIP.series.code}' else '${KINDS.policy.series.code}' end as kind from policies`,
  `select number, branch_id, kind from notes where origin <> 'HISTORY'`,
  ...KIND_NAMES.flatMap((kind) => {
    const { series }: Kind = KINDS[kind];
    if (kind === 'policy' || series === null) return [];
    return [`select number, branch_id, '${series.code}' from ${TABLES[kind].name} where number is not null`];
  }),
].join(' union all ');

/** I6: each number is given once, stands on what it was given to, and none is left out. */
export const NUMBERED_ONCE = [
  `select format('%s is given %s times', number, count(*)) as fault from (${NUMBERS}) n group by number having count(*) > 1`,
  `select format('%s stands on a %s of branch %s and was given to %s of branch %s', n.number, n.kind, n.branch_id, g.kind, g.branch_id) as fault
   from (${NUMBERS}) n left join given_numbers g using (number)
   where g.kind is distinct from n.kind or g.branch_id is distinct from n.branch_id`,
  `select format('%s was given and stands on nothing', g.number) as fault
   from given_numbers g left join (${NUMBERS}) n using (number) where n.number is null`,
  `with used as (select branch_id, kind, year, count(*) as count, min(sequence) as first, max(sequence) as last from given_numbers group by 1, 2, 3)
   select format('%s %s of branch %s: %s numbers from %s to %s, the counter says %s', kind, year, branch_id, g.count, g.first, g.last, c.last) as fault
   from used g full join counters c using (branch_id, kind, year)
   where coalesce(g.count, 0) <> coalesce(c.last, 0) or coalesce(g.last, 0) <> coalesce(c.last, 0)`,
];
