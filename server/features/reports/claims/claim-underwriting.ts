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
import { UNDERWRITING_LABELS, underwritingTable } from '../../../../domain/claims/table.ts';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { invalid } from '../../../../domain/errors.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { sum } from '../../../../domain/values/money.ts';
import { PAR } from '../../../../domain/values/rate.ts';
import { fact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type ClaimAt, claimsAt, cumulativeOf, linesAtLoss } from './claims-at.ts';
import { firstOfQuery, report } from '../report.ts';
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
/**
 * What a claim, or a security's part of it, adds to a row, in minor units of the policy's currency. What is paid ex gratia is
 * incurred of who agreed to pay it; fees and salvage are apart. C9, C16.
 */
type Loss = Pick<Row, 'id' | 'name' | 'currency' | 'incurred' | 'called' | 'fees' | 'salvage'> & {
  claim: { id: number; number: string };
};
type Named = { key: string; name: string; policy_currency: string };

function groupedOf(ctx: Ctx, { query: { by = 'class', asat = ctx.today, from, to } }: Pick<Input, 'query'>): Grouped {
  if (from !== undefined && to !== undefined && to < from)
    throw invalid({ field: 'to', message: 'The last day must not be before the first.' });
  return { by, asAt: asat, from, to };
}

const ofDay = (asAt: string) => ({ asAt, from: asAt, security: null });

/** The claims of the chosen policies; a security's row is named by its own lines. */
async function claimsOf(ctx: Ctx, grouped: Grouped): Promise<(ClaimAt & Named)[]> {
  const { key, name } = KEY[grouped.by === 'security' ? 'year' : grouped.by];
  const { rows } = await sql<ClaimAt & Named>`
    with ${chosenPolicies(ctx, grouped)}, ${claimsAt(ctx, ofDay(grouped.asAt))}
    select c.*, ${key} as key, ${name} as name, p.currency as policy_currency
    from claims_at c join chosen p on p.id = c.policy_id ${KEYED} order by c.id`.execute(ctx.db);
  return rows;
}

type SecurityPart = PartOf & { claim: number; security: number };

/** What the movements up to a day asked of each security, by claim. */
async function partsOf(ctx: Ctx, claims: readonly number[], { asAt }: Grouped): Promise<SecurityPart[]> {
  const { rows } = await sql<SecurityPart>`
    select m.claim_id as claim, x.security_id as security,
      coalesce(sum(x.amount) filter (where m.movement_type in ('CALL', 'FINAL') and not m.ex_gratia), 0)::bigint as called,
      coalesce(sum(x.amount) filter (where m.movement_type = 'FEE'), 0)::bigint as fees,
      coalesce(sum(x.amount) filter (where m.ex_gratia), 0)::bigint as "exGratia",
      coalesce(sum(x.amount) filter (where m.movement_type = 'SALVAGE'), 0)::bigint as salvage
    from movements m join movement_parts x on x.movement_id = m.id
    where m.claim_id = any(${claims}::int[]) and m.status = 'APPROVED' and m.posted_on <= ${asAt}
    group by 1, 2`.execute(ctx.db);
  return rows;
}

function lossOf(claim: ClaimAt & Named, { id, name }: { id: string; name: string }, amounts: Cumulative): Loss {
  const { currency, policy_currency: policyCurrency, exchange_rate: rate } = claim;
  const own = (amount: bigint) => inPolicyCurrency(amount, { currency, policyCurrency, rate: rate ?? PAR });
  return {
    id,
    name,
    claim: { id: claim.id, number: claim.number },
    currency: policyCurrency,
    incurred: own(amounts.incurred + amounts.exGratia),
    called: own(amounts.called),
    fees: own(amounts.fees),
    salvage: own(amounts.salvage),
  };
}

const NOTHING: PartOf = { called: 0n, fees: 0n, exGratia: 0n, salvage: 0n };

async function lossesBySecurity(ctx: Ctx, claims: readonly (ClaimAt & Named)[], grouped: Grouped): Promise<Loss[]> {
  const ids = claims.map((claim) => claim.id);
  const parts = Map.groupBy(await partsOf(ctx, ids, grouped), (part) => part.claim);
  const bearersOf = (claim: ClaimAt) => [
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
      const amounts = partOfSecurity(cumulativeOf(claim, null).now, part, { securityId, lines: linesAtLoss(claim) });
      return lossOf(claim, { id: String(securityId), name: nameOf.get(securityId) ?? '' }, amounts);
    }),
  );
}

async function lossesOf(ctx: Ctx, grouped: Grouped): Promise<Loss[]> {
  const claims = await claimsOf(ctx, grouped);
  if (grouped.by === 'security') return lossesBySecurity(ctx, claims, grouped);
  return claims.map((claim) => lossOf(claim, { id: claim.key, name: claim.name }, cumulativeOf(claim, null).now));
}

const keyOf = ({ id, currency }: { id: string; currency: string }) => `${id}/${currency}`;
const UNWRITTEN = { policies: 0, written: 0n, earned: 0n };

function rowOf(written: WrittenRow | undefined, losses: readonly Loss[]): Row[] {
  const named = written ?? losses[0];
  if (!named) return [];
  const { id, name, currency } = named;
  const premium = written ?? UNWRITTEN;
  const total = (amount: 'incurred' | 'called' | 'fees' | 'salvage') => sum(losses.map((loss) => loss[amount]));
  const incurred = total('incurred');
  return [
    {
      id,
      name,
      currency,
      incurred,
      policies: premium.policies,
      written: premium.written,
      earned: premium.earned,
      claims: losses.length,
      called: total('called'),
      fees: total('fees'),
      salvage: total('salvage'),
      ratio_written: lossRatio(incurred, premium.written),
      ratio_earned: lossRatio(incurred, premium.earned),
    },
  ];
}

async function rowsOf(ctx: Ctx, input: Input): Promise<Row[]> {
  const grouped = groupedOf(ctx, input);
  const written = new Map((await writtenPremium(ctx, grouped)).map((row) => [keyOf(row), row]));
  const losses = Map.groupBy(await lossesOf(ctx, grouped), keyOf);
  const rows = [...new Set([...written.keys(), ...losses.keys()])].flatMap((key) =>
    rowOf(written.get(key), losses.get(key) ?? []),
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
  facts: (ctx, input) => {
    const { by, from, to } = groupedOf(ctx, input);
    return [
      fact('By', UNDERWRITING_LABELS[by]),
      fact('Policies that began from', from && writtenDay(from)),
      fact('Policies that began to', to && writtenDay(to)),
    ];
  },
  reply: async (ctx, input) =>
    (await rowsOf(ctx, input)).map((row) => replyRow(underwritingTable, row, ctx.firm.baseCurrency)),
  rows: rowsOf,
});

async function resultRows(ctx: Ctx, input: Decoded<typeof resultClaims>): Promise<Values<typeof resultClaimsTable>[]> {
  const { key, currency } = input.query;
  const losses = await lossesOf(ctx, groupedOf(ctx, input));
  return losses
    .filter((loss) => loss.id === (key ?? loss.id) && loss.currency === (currency ?? loss.currency))
    .map(({ claim, ...loss }) => ({ ...loss, id: claim.id, claim: claim.number }));
}

/** The claims of a row, each in its policy's currency. */
export const claimsOfResult = report({
  endpoint: resultClaims,
  table: resultClaimsTable,
  name: 'underwriting-claims',
  title: 'Claims of a result',
  period: (ctx, input) => `As at ${writtenDay(groupedOf(ctx, input).asAt)}`,
  reply: async (ctx, input) => ({
    data: (await resultRows(ctx, input)).map((row) => replyRow(resultClaimsTable, row, ctx.firm.baseCurrency)),
  }),
  rows: resultRows,
});

/** The policies and endorsements of a row, written and earned. */
export const premiumsOfResult = report({
  endpoint: resultPremiums,
  table: resultPremiumsTable,
  name: 'underwriting-premiums',
  title: 'Premiums of a result',
  period: (ctx, input) => `As at ${writtenDay(groupedOf(ctx, input).asAt)}`,
  ...firstOfQuery({
    table: resultPremiumsTable,
    query: (ctx, input: Decoded<typeof resultPremiums>) => premiumsWritten(ctx, groupedOf(ctx, input), input.query),
    row: premiumOf,
  }),
});
