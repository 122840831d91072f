import { sql } from 'kysely';
import { type Cumulative, type PartOf, partOfSecurity } from '../../../../domain/claims/as-at.ts';
import {
  resultClaims,
  resultClaimsTable,
  resultPremiums,
  resultPremiumsTable,
} from '../../../../domain/claims/behind-contract.ts';
import { inPolicyCurrency } from '../../../../domain/claims/limits.ts';
import { lossRatio } from '../../../../domain/claims/ratios.ts';
import { underwritingReport } from '../../../../domain/claims/report-contract.ts';
import { UNDERWRITING_LABELS, type UnderwritingGroup, underwritingTable } from '../../../../domain/claims/table.ts';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { PAR } from '../../../../domain/values/rate.ts';
import { fact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import {
  allNow,
  claimNow,
  type ClaimNow,
  claimNowWithLines,
  cumulativeNow,
  knownBy,
  linesAtLoss,
  OURS_NOW,
} from './claims-at.ts';
import {
  type AtRates,
  type Closing,
  closingOn,
  convertedRow,
  convertedSum,
  ratedRow,
  ratesFact,
  ratesTable,
} from '../money/at-closing.ts';
import { firstOfQuery, firstOfRows, report } from '../report.ts';
import {
  chosenPolicies,
  type Grouped,
  KEY,
  KEYED,
  premiumOf,
  premiumsWritten,
  writtenPremium,
  type WrittenRow,
} from './written-premium.ts';

type Input = Decoded<typeof underwritingReport>;
type Row = Values<typeof underwritingTable>;
/** The amounts of a loss: indemnity; fees, what is paid ex gratia by who agreed to it and salvage apart. C9, C10. */
const AMOUNTS = ['incurred', 'called', 'fees', 'ex_gratia', 'salvage'] as const;
type Amounts = Pick<Row, (typeof AMOUNTS)[number]>;
/** What a claim, or a security's part of it, adds to a row, in minor units of the policy's currency. C16. */
type Loss = Pick<Row, 'id' | 'name' | 'currency'> & Rated & Amounts & { claim: { id: number; number: string } };
type Rated = Pick<Row, (typeof AT_CLOSING)[number]>;
type Named = { key: string; name: string; policy_currency: string };

type GroupQuery = { by?: UnderwritingGroup | undefined };
const groupOf = ({ by = 'class' }: GroupQuery): UnderwritingGroup => by;

function groupedOf(ctx: Ctx, { query }: { query: Omit<Input['query'], 'rates'> }): Grouped {
  const { asat = ctx.today, from, to } = query;
  return { by: groupOf(query), asAt: asat, from, to };
}
const ratesAt = (ctx: Ctx, { query: { asat = ctx.today, rates } }: Pick<Input, 'query'>): AtRates => ({
  day: asat,
  rates,
});
const leavesOf = ({ rates }: Pick<Input['query'], 'rates'>) => (rates === undefined ? AT_CLOSING : []);
const headings = (query: GroupQuery) => ({ name: UNDERWRITING_LABELS[groupOf(query)] });

/** A claim of the chosen policies, with what it is named by; with its lines at the date of loss where that is a security. */
type Stored = ClaimNow & Named & { bearers: number[] | null; lines: string[] | null };
/** Which claims: of a row of the report, of one currency of policies, or those in another currency than their policies, which have a rate to it. */
type Narrowed = { key?: string | undefined; currency?: string | undefined; converted?: boolean };
type Losing = Narrowed & { closing: Closing };

/** As many claims are worked out at once, so that others are answered in between. */
const AT_ONCE = 500;

/** The claims of the chosen policies that follow one, in the order of their ids; a security's row is named by its own lines. */
async function claimsAfter(
  ctx: Ctx,
  grouped: Grouped,
  { key, currency, converted, after }: Narrowed & { after: number },
): Promise<Stored[]> {
  const bySecurity = grouped.by === 'security';
  const of = KEY[bySecurity ? 'year' : grouped.by];
  const now = bySecurity ? claimNowWithLines(grouped.asAt) : claimNow(grouped.asAt);
  const conditions = every([
    knownBy(ctx, grouped),
    sql`c.id > ${after}`,
    when(bySecurity ? undefined : key, of.is),
    when(currency, (code) => sql`p.currency = ${code}`),
    converted ? sql`c.exchange_rate is not null` : undefined,
  ]);
  const { rows } = await sql<Stored>`
    with ${chosenPolicies(ctx, grouped)},
    next as materialized (
      select c.id, c.number, c.policy_id, c.loss_date, c.currency, c.exchange_rate, c.claim_reserve, c.claim_share, ${of.key} as key, ${of.name} as name,
        p.currency as policy_currency
      from claims c join chosen p on p.id = c.policy_id ${KEYED} where ${conditions} order by c.id limit ${AT_ONCE})
    select c.*, ${now.columns} from next c ${now.joins} order by c.id`.execute(ctx.db);
  return rows;
}

type SecurityPart = PartOf & { claim: number; security: number };

/** What the movements up to a day asked of each security, by claim. */
async function partsOf(ctx: Ctx, claims: readonly Stored[], asAt: Day): Promise<SecurityPart[]> {
  const { rows } = await sql<SecurityPart>`
    select m.claim_id as claim, x.security_id as security,
      coalesce(sum(x.amount) filter (where m.movement_type in ('CALL', 'FINAL') and not m.ex_gratia), 0)::bigint as called,
      coalesce(sum(x.amount) filter (where m.movement_type = 'FEE'), 0)::bigint as fees,
      coalesce(sum(x.amount) filter (where m.ex_gratia), 0)::bigint as "exGratia",
      coalesce(sum(x.amount) filter (where m.movement_type = 'SALVAGE'), 0)::bigint as salvage
    from movements m join movement_parts x on x.movement_id = m.id
    where m.claim_id = any(${claims.map((claim) => claim.id)}::int[]) and m.status = 'APPROVED' and m.posted_on <= ${asAt}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

/** A loss before it is in base. */
type Unrated = Omit<Loss, keyof Rated>;
function lossOf(claim: Stored, { id, name }: { id: string; name: string }, amounts: Cumulative): Unrated {
  const { currency, policy_currency: policyCurrency, exchange_rate: rate } = claim;
  const own = (amount: bigint) => inPolicyCurrency(amount, { currency, policyCurrency, rate: rate ?? PAR });
  return {
    id,
    name,
    claim: { id: claim.id, number: claim.number },
    currency: policyCurrency,
    incurred: own(amounts.incurred),
    called: own(amounts.called),
    fees: own(amounts.fees),
    ex_gratia: own(amounts.exGratia),
    salvage: own(amounts.salvage),
  };
}

const NOTHING: PartOf = { called: 0n, fees: 0n, exGratia: 0n, salvage: 0n };

async function lossesBySecurity(ctx: Ctx, claims: readonly Stored[], { asAt }: Grouped): Promise<Unrated[]> {
  const parts = Map.groupBy(await partsOf(ctx, claims, asAt), (part) => part.claim);
  const bearersOf = (claim: Stored) => [
    ...new Set([
      ...linesAtLoss(claim).map((one) => one.securityId),
      ...(parts.get(claim.id) ?? []).map((one) => one.security),
    ]),
  ];
  const named = [...new Set(claims.flatMap(bearersOf))];
  if (named.length === 0) return [];
  const names = await ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', named).execute();
  const nameOf = new Map(names.map((one) => [one.id, one.name]));
  return claims.flatMap((claim) =>
    bearersOf(claim).map((securityId) => {
      const part = parts.get(claim.id)?.find((one) => one.security === securityId) ?? NOTHING;
      const amounts = partOfSecurity(cumulativeNow(claim), part, { securityId, lines: linesAtLoss(claim) });
      return lossOf(claim, { id: String(securityId), name: nameOf.get(securityId) ?? '' }, amounts);
    }),
  );
}

/** What claims, or securities' parts of them, add to the rows of the report, in the order of their ids. */
async function* lossesOf(ctx: Ctx, grouped: Grouped, { closing, ...narrowed }: Losing): AsyncGenerator<Loss> {
  const rated = (loss: Unrated): Loss => {
    const { currency, incurred: amount } = loss;
    return { ...loss, ...convertedRow(ctx, closing, { currency, amount }) };
  };
  for (let after: number | undefined = 0; after !== undefined;) {
    const claims: Stored[] = await claimsAfter(ctx, grouped, { ...narrowed, after });
    if (grouped.by === 'security') {
      const losses = await lossesBySecurity(ctx, claims, grouped);
      yield* losses.filter((loss) => loss.id === (narrowed.key ?? loss.id)).map(rated);
    } else
      yield* claims.map((claim) => rated(lossOf(claim, { id: claim.key, name: claim.name }, cumulativeNow(claim))));
    after = claims.length < AT_ONCE ? undefined : claims.at(-1)?.id;
  }
}

type Losses = Omit<Loss, 'claim'> & { claims: number };

/** The claims of each row that are in the currency of their policies, added up where they lie. */
async function lossesSummed(ctx: Ctx, grouped: Grouped, closing: Closing): Promise<Losses[]> {
  const { column, names, key, name } = KEY[grouped.by];
  const summed = sql.join(AMOUNTS.map((amount) => sql`sum(${OURS_NOW[amount]}) as ${sql.ref(amount)}`));
  const added = sql.join(AMOUNTS.map((amount) => sql`sum(${sql.ref(`p.${amount}`)})::bigint as ${sql.ref(amount)}`));
  const { rows } = await sql<Omit<Losses, 'rate' | 'rate_day'>>`
    with ${chosenPolicies(ctx, grouped)}, ${ratesTable(ctx, closing)},
    summed as (
      select ${column}, p.currency, count(*) as claims, ${summed}, ${convertedSum(OURS_NOW.incurred)} as base_closing
      from claims c join chosen p on p.id = c.policy_id left join ${allNow(ctx, grouped.asAt)} now on now.claim_id = c.id
        left join closing_rates r on r.currency = p.currency
      where ${knownBy(ctx, grouped)} and c.exchange_rate is null group by 1, 2)
    select ${key} as id, ${name} as name, p.currency, sum(p.claims)::int as claims, ${added},
      case when bool_or(p.base_closing is null) then null else sum(p.base_closing) end::bigint as base_closing
    from summed p ${names} group by 1, 2, 3`.execute(ctx.db);
  return rows.map((row) => ({ ...row, ...ratedRow(closing, row) }));
}

/** The claims of each row, added up: of securities, which divide each claim, and what is converted, claim by claim. */
async function lossesByRow(ctx: Ctx, grouped: Grouped, closing: Closing): Promise<Map<string, Losses>> {
  const summed = grouped.by === 'security' ? [] : await lossesSummed(ctx, grouped, closing);
  const rows = new Map(summed.map((row) => [keyOf(row), row]));
  const converted = grouped.by !== 'security';
  for await (const { claim: _claim, ...loss } of lossesOf(ctx, grouped, { converted, closing })) {
    const row = rows.get(keyOf(loss));
    const added = (amount: keyof Amounts) => (row?.[amount] ?? 0n) + loss[amount];
    rows.set(keyOf(loss), {
      ...loss,
      claims: (row?.claims ?? 0) + 1,
      incurred: added('incurred'),
      called: added('called'),
      fees: added('fees'),
      ex_gratia: added('ex_gratia'),
      salvage: added('salvage'),
      base_closing: loss.base_closing === null ? null : (row?.base_closing ?? 0n) + loss.base_closing,
    });
  }
  return rows;
}

const keyOf = ({ id, currency }: { id: string; currency: string }) => `${id}/${currency}`;
const UNWRITTEN = { policies: 0, written: 0n, earned: 0n };
const UNHARMED = { claims: 0, incurred: 0n, called: 0n, fees: 0n, ex_gratia: 0n, salvage: 0n };

type Sides = { written: WrittenRow | undefined; losses: Losses | undefined };

function rowOf(closing: Closing, { written, losses }: Sides): Row[] {
  const named = written ?? losses;
  if (!named) return [];
  const { id, name, currency } = named;
  const premium = written ?? UNWRITTEN;
  const loss = losses ?? { ...UNHARMED, ...ratedRow(closing, { currency, base_closing: 0n }) };
  const borne = { incurred: loss.incurred, exGratia: loss.ex_gratia };
  return [
    {
      ...premium,
      ...loss,
      id,
      name,
      currency,
      ratio_written: lossRatio(borne, premium.written),
      ratio_earned: lossRatio(borne, premium.earned),
    },
  ];
}

async function rowsOf(ctx: Ctx, input: Input): Promise<Row[]> {
  const grouped = groupedOf(ctx, input);
  const written = new Map((await writtenPremium(ctx, grouped)).map((row) => [keyOf(row), row]));
  const closing = await closingOn(ctx, ratesAt(ctx, input));
  const losses = await lossesByRow(ctx, grouped, closing);
  const rows = [...new Set([...written.keys(), ...losses.keys()])].flatMap((key) =>
    rowOf(closing, { written: written.get(key), losses: losses.get(key) }),
  );
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.currency.localeCompare(b.currency, 'en'));
}

/** Premium written and earned, claims and what they come to of it, in the policies' currencies. C16. */
export const claimsAgainstPremium = report({
  endpoint: underwritingReport,
  table: underwritingTable,
  name: 'underwriting-results',
  title: 'Claims against premium',
  period: (ctx, input) => `As at ${writtenDay(groupedOf(ctx, input).asAt)}`,
  facts: async (ctx, input) => {
    const { by, from, to } = groupedOf(ctx, input);
    return [
      fact('By', UNDERWRITING_LABELS[by]),
      fact('Policies that began from', from && writtenDay(from)),
      fact('Policies that began to', to && writtenDay(to)),
      await ratesFact(ctx, ratesAt(ctx, input)),
    ];
  },
  headings,
  leaves: leavesOf,
  reply: async (ctx, input) =>
    (await rowsOf(ctx, input)).map((row) => replyRow(underwritingTable, row, ctx.firm.baseCurrency)),
  rows: rowsOf,
});

type Behind = Decoded<typeof resultClaims>;

async function* resultRows(ctx: Ctx, input: Behind): AsyncGenerator<Values<typeof resultClaimsTable>> {
  const { key, currency } = input.query;
  const closing = await closingOn(ctx, ratesAt(ctx, input));
  for await (const { claim, ...loss } of lossesOf(ctx, groupedOf(ctx, input), { key, currency, closing }))
    yield { ...loss, id: claim.id, claim: claim.number };
}

/** The claims of a row, each in its policy's currency. */
export const claimsOfResult = report({
  endpoint: resultClaims,
  table: resultClaimsTable,
  name: 'underwriting-claims',
  title: 'Claims of a result',
  period: (ctx, input) => `As at ${writtenDay(groupedOf(ctx, input).asAt)}`,
  facts: async (ctx, input) => [await ratesFact(ctx, ratesAt(ctx, input))],
  headings,
  leaves: leavesOf,
  ...firstOfRows({ table: resultClaimsTable, rows: resultRows }),
});

/** The policies and endorsements of a row, written and earned. */
export const premiumsOfResult = report({
  endpoint: resultPremiums,
  table: resultPremiumsTable,
  name: 'underwriting-premiums',
  title: 'Premiums of a result',
  period: (ctx, input) => `As at ${writtenDay(groupedOf(ctx, input).asAt)}`,
  headings,
  ...firstOfQuery({
    table: resultPremiumsTable,
    query: (ctx, input: Decoded<typeof resultPremiums>, most?: number) =>
      premiumsWritten(ctx, groupedOf(ctx, input), { ...input.query, most }),
    row: premiumOf,
  }),
});
