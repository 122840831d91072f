import { showDay } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { formatRate, HUNDRED } from '../values/rate.ts';
import { AGREEMENT_TERMS, SECURITY_TERMS, SETTLEMENT_TERMS } from '../placements/fields.ts';
import type { Slip, SlipFacts } from './slip.ts';
import {
  advise,
  openFindings,
  refuse,
  termAt,
  termFindings,
  termsIn,
  type SlipFinding,
  type SlipStage,
} from './terms.ts';
import { isLiabilityClause } from './words.ts';

const percent = (rate: bigint) => `${formatRate(rate)}%`;

/** The liability clause: several and not joint, on the slip or among its clauses. */
export function liabilityFindings({ security }: Slip, { clauses }: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const field = 'security.liability';
  const text = security.liability ?? '';
  const listed = clauses.some((clause) => isLiabilityClause(`${clause.code} ${clause.title}`));
  if (listed || isLiabilityClause(text))
    return openFindings(termAt(heading, field, { term: SECURITY_TERMS.liability, value: text }));
  const add = 'dd the reinsurers’ liability clause, LMA3333 or its like.';
  return [refuse(heading, field, text === '' ? `A${add}` : `This says nothing of several liability: a${add}`)];
}

/** Order, bases and, where there are several, how their lines are signed. */
export function signingFindings({ security }: Slip, { order, lines }: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const several = lines.length > 1;
  return [
    ...(order > 0n && order <= HUNDRED
      ? []
      : [refuse(heading, 'fac', 'Order hereon must be more than 0 and at most 100%.')]),
    ...(security.written_basis
      ? []
      : [refuse(heading, 'security.written_basis', 'Choose the basis of written lines.')]),
    ...(security.signed_basis ? [] : [refuse(heading, 'security.signed_basis', 'Choose the basis of signed lines.')]),
    // One security alone needs none.
    ...(several ? termFindings : openFindings)(
      termAt(heading, 'security.signing_provisions', {
        term: SECURITY_TERMS.signing_provisions,
        value: security.signing_provisions,
      }),
    ),
  ];
}

/** Each line with its sizes, stamp, reference and day; together they make the order. */
export function lineFindings({ security }: Slip, facts: SlipFacts): SlipFinding[] {
  const heading = 'SECURITY';
  const { lines, order } = facts;
  if (lines.length === 0) return [refuse(heading, 'securities', 'No security has a line on this slip.')];
  const stamps = new Map((security.stamps ?? []).map((stamp) => [stamp.security, stamp]));
  const each = lines.flatMap((line, index) => {
    const at = `securities.${index}`;
    const stamp = stamps.get(line.securityId);
    const of = (name: string) => `${name} of ${line.name}`;
    return [
      ...(line.written > 0n ? [] : [refuse(heading, `${at}.offer`, `Enter the ${of('written line')}.`)]),
      ...(line.signed > 0n ? [] : [refuse(heading, `${at}.share`, `Enter the ${of('signed line')}.`)]),
      ...(line.signed > line.written
        ? [refuse(heading, `${at}.share`, `${line.name} is signed for more than it wrote.`)]
        : []),
      ...termFindings({ heading, field: `${at}.stamp`, name: of('Stamp'), value: stamp?.stamp }),
      ...termFindings({ heading, field: `${at}.reference`, name: of('Reference'), value: stamp?.reference }),
      ...writtenFindings(line, at, facts),
    ];
  });
  const signed = sum(lines.map((line) => line.signed));
  const difference = signed > order ? signed - order : order - signed;
  const side = signed > order ? 'over' : 'short of';
  return signed === order
    ? each
    : [
        ...each,
        refuse(
          heading,
          'securities',
          `Signed lines total ${percent(signed)}: ${percent(difference)} ${side} the order of ${percent(order)}.`,
        ),
      ];
}

// A line that was written after inception leaves days on which nobody was bound.
function writtenFindings(
  { name, writtenOn }: SlipFacts['lines'][number],
  at: string,
  { start }: SlipFacts,
): SlipFinding[] {
  const heading = 'SECURITY';
  const field = `${at}.written_on`;
  if (writtenOn === null) return [refuse(heading, field, `Enter the day on which ${name} wrote its line.`)];
  return writtenOn > start
    ? [advise(heading, field, `${name} wrote its line after cover began on ${showDay(start)}.`)]
    : [];
}

/** What the securities agreed among themselves and with the broker. */
export function subscriptionFindings(slip: Slip, facts: SlipFacts, stage: SlipStage): SlipFinding[] {
  const { subscription } = slip;
  const heading = 'SUBSCRIPTION';
  const { lines } = facts;
  const part = { heading, place: 'subscription' } as const;
  const terms = termsIn(part, AGREEMENT_TERMS, subscription);
  const settles = (bureau: boolean) => lines.some((line) => line.bureau === bureau);
  const { bureau_arrangements, non_bureau_arrangements } = SETTLEMENT_TERMS;
  const arrangements = [
    { terms: termsIn(part, { bureau_arrangements }, subscription), needed: settles(true) },
    { terms: termsIn(part, { non_bureau_arrangements }, subscription), needed: settles(false) },
  ].flatMap(({ terms: fields, needed }) =>
    fields.flatMap((term) => (needed ? termFindings(term) : openFindings({ ...term, none: true }))),
  );
  return [
    ...leaderFindings(slip, facts, stage),
    ...terms.flatMap(termFindings),
    ...arrangements,
    ...settlementFindings(slip, facts),
  ];
}

function leaderFindings({ subscription }: Slip, { lines }: SlipFacts, stage: SlipStage): SlipFinding[] {
  const heading = 'SUBSCRIPTION';
  const field = 'subscription.leader';
  const { leader } = subscription;
  // Before any line is written there is nobody to lead.
  if (stage === 'OFFER' && lines.length === 0) return [];
  if (leader === null || leader === undefined) return [refuse(heading, field, 'Name the slip leader.')];
  if (!lines.some((line) => line.securityId === leader))
    return [refuse(heading, field, 'The slip leader has no line on this slip.')];
  return [
    ...(lines[0]?.securityId === leader ? [] : [advise(heading, field, 'The slip leader usually has the first line.')]),
    ...earlierFindings(leader, lines),
  ];
}

// Those who follow agree to the leader's terms, so the leader writes first.
function earlierFindings(leader: number, lines: SlipFacts['lines']): SlipFinding[] {
  const led = lines.find((line) => line.securityId === leader)?.writtenOn ?? null;
  return lines.flatMap(({ securityId, name, writtenOn }, index) =>
    led !== null && securityId !== leader && writtenOn !== null && writtenOn < led
      ? [advise('SECURITY', `securities.${index}.written_on`, `${name} wrote its line before the slip leader.`)]
      : [],
  );
}

function settlementFindings({ subscription }: Slip, facts: SlipFacts): SlipFinding[] {
  const heading = 'SUBSCRIPTION';
  const field = 'subscription.settlement_due_date';
  const due = subscription.settlement_due_date;
  if (!due) return [refuse(heading, field, 'Enter the settlement due date.')];
  if (due < facts.start) return [advise(heading, field, 'The settlement due date is before cover begins.')];
  return facts.warrantyDay !== null && due > facts.warrantyDay
    ? [advise(heading, field, `The premium must be paid by ${showDay(facts.warrantyDay)}, before this day.`)]
    : [];
}
