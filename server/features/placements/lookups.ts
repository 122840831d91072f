import type { FieldError } from '../../../domain/errors.ts';
import type { PlacedTax } from '../../../domain/placements/tax-place.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { worksIn } from '../authority/works-in.ts';
import { clauseFaults } from './clauses.ts';
import type { PolicyInput } from './input.ts';
import { findCoverType, partiesById, taxRulesByDay, taxRulesOn, type CoverRef, type PartyRef } from './queries.ts';

type PartyKind = Parameters<typeof partiesById>[1];

/** What the check of a policy asks of the registers. */
export type Lookups = {
  parties: (kind: PartyKind, ids: readonly number[]) => Promise<ReadonlyMap<number, PartyRef>>;
  isActiveCurrency: (code: string) => Promise<boolean>;
  isOffered: (terms: string) => Promise<boolean>;
  cover: (id: number) => Promise<CoverRef | undefined>;
  taxes: (day: Day) => Promise<PlacedTax[]>;
  countryOf: (branchId: number) => Promise<string | null>;
  isCountry: (code: string) => Promise<boolean>;
  worksIn: (user: number, branchId: number) => Promise<boolean>;
  clauseFaults: (input: PolicyInput) => Promise<FieldError[]>;
};

/** The registers as they are now, read each time. */
export function lookupsOf(ctx: Ctx): Lookups {
  return {
    parties: (kind, ids) => partiesById(ctx, kind, ids),
    isActiveCurrency: async (code) => {
      const row = await ctx.db.selectFrom('currencies').select('active').where('code', '=', code).executeTakeFirst();
      return row?.active ?? false;
    },
    isOffered: async (terms) => {
      const row = await ctx.db
        .selectFrom('payment_terms')
        .select('id')
        .where('code', '=', terms)
        .where('enabled', '=', true)
        .executeTakeFirst();
      return row !== undefined;
    },
    cover: (id) => findCoverType(ctx, id),
    taxes: (day) => taxRulesOn(ctx, day),
    countryOf: async (branchId) => {
      const row = await ctx.db.selectFrom('branches').select('country').where('id', '=', branchId).executeTakeFirst();
      return row?.country ?? null;
    },
    isCountry: async (code) => {
      const row = await ctx.db.selectFrom('countries').select('code').where('code', '=', code).executeTakeFirst();
      return row !== undefined;
    },
    worksIn: (user, branchId) => worksIn(ctx, user, branchId),
    clauseFaults: (input) => clauseFaults(ctx, input),
  };
}

function remembered<K, V>(ask: (key: K) => Promise<V>, keyOf: (key: K) => unknown = (key) => key) {
  const answers = new Map<unknown, Promise<V>>();
  return (question: K): Promise<V> => {
    const key = keyOf(question);
    const answer = answers.get(key) ?? ask(question);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * The same for many new policies in one transaction: each answer is looked up once. The parties are those passed in, by
 * id.
 */
export function rememberingLookups(ctx: Ctx, parties: ReadonlyMap<number, PartyRef & { kind: string }>): Lookups {
  const look = lookupsOf(ctx);
  const rules = remembered<'all', (day: Day) => PlacedTax[]>(() => taxRulesByDay(ctx));
  return {
    parties: async (kind, ids) =>
      new Map(
        ids.flatMap((id) => {
          const party = parties.get(id);
          return party?.kind === kind ? [[id, party] as const] : [];
        }),
      ),
    isActiveCurrency: remembered(look.isActiveCurrency),
    isOffered: remembered(look.isOffered),
    cover: remembered(look.cover),
    taxes: async (day) => (await rules('all'))(day),
    countryOf: remembered(look.countryOf),
    isCountry: remembered(look.isCountry),
    worksIn: look.worksIn,
    clauseFaults: remembered(look.clauseFaults, ({ clauses }) => JSON.stringify(clauses ?? [])),
  };
}
