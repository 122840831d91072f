import * as z from 'zod/mini';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import {
  givesBack,
  readEndorsement,
  reasonFaults,
  type Ground,
  type Typed,
} from '../../../domain/endorsements/bases.ts';
import { endorsementBody } from '../../../domain/endorsements/contract.ts';
import { endorsementFaults } from '../../../domain/endorsements/rules.ts';
import type { Endorsed, Endorsement as Applied } from '../../../domain/endorsements/endorsements.ts';
import {
  endorseInPlace,
  groundBefore,
  type History,
  laterFaults,
  sumInsuredAfter,
} from '../../../domain/endorsements/replaying.ts';
import type { Placement } from '../../../domain/placements/placement.ts';
import { sectionFaults, type Section } from '../../../domain/slips/sections.ts';
import { amountFault, parseAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { partiesById, type Policy } from '../placements/queries.ts';
import { instalmentFaults } from './replan.ts';
import { placementAt } from '../placements/placement.ts';
import { groundOf, historyOf } from './ground.ts';
import { readReinstatement, type Reinstated } from './reinstatement.ts';
import { type CheckedWords, readWords } from './words.ts';

export type EndorsementInput = z.output<typeof endorsementBody>;

/** An endorsement that was read: what it does, or why it is not valid. */
export type Checked = {
  ground: Ground;
  /** The policy as it meets it, and how many approved ones are worked out again after it. */
  place: { ground: Ground; history: History; later: number };
  typed: Typed;
  applied: Applied | null;
  effect: Endorsed | null;
  faults: FieldError[];
  words: CheckedWords;
  /** The claim whose limit it puts back. */
  reinstated: Reinstated;
  /** The sections of a slip of several as they are now. */
  sections: readonly Section[];
};
/** One that passed every check. */
export type Sound = Checked & { applied: Applied; effect: Endorsed };

function readAmounts(input: EndorsementInput, currency: string) {
  const faults: FieldError[] = [];
  const read = (field: 'premium' | 'sum_insured') => {
    const text = input[field];
    if (text === null || text === undefined) return null;
    const value = parseAmount(text, currency);
    if (typeof value === 'bigint' && value >= 0n) return value;
    const message = typeof value === 'bigint' ? 'Enter an amount of 0 or more.' : amountFault(value, currency);
    faults.push({ field, message });
    return null;
  };
  return { keyed: read('premium'), sumInsured: read('sum_insured'), faults };
}

async function readLines(ctx: Ctx, input: EndorsementInput) {
  if (input.securities === null || input.securities === undefined) return { lines: null, faults: [] };
  const parties = await partiesById(
    ctx,
    'SECURITY',
    input.securities.map((line) => line.security),
  );
  const faults = input.securities.flatMap(({ security }, index): FieldError[] => {
    const party = parties.get(security);
    const field = `securities.${index}.security`;
    if (!party) return [{ field, message: 'Choose one from the list.' }];
    return party.status === 'ACTIVE' ? [] : [{ field, message: `${party.name} is inactive.` }];
  });
  const lines = input.securities.map(({ security, share, commission, brokerage }) => ({
    securityId: security,
    resident: parties.get(security)?.resident ?? true,
    share,
    commission: commission ?? null,
    brokerage: brokerage ?? null,
  }));
  return { lines, faults };
}

/** Only a return is set against instalments: the reinsured's and the securities', or theirs alone. §2 Terms and due dates. */
const setOffFaults = ({ set_off: order, endorsementtype: type }: EndorsementInput): FieldError[] =>
  order == null || givesBack(type) ? [] : [{ field: 'set_off', message: 'Only a return is set against instalments.' }];

/** What keeps an endorsement from having its place among the approved ones. §2, §8. */
export function faultsOf({ ground, history, later }: Checked['place'], endorsement: Applied): FieldError[] {
  const own = endorsementFaults(ground.stack, endorsement);
  return own.length > 0 || later === 0 ? own : laterFaults(history, endorsement);
}

/** What was typed, its place among the policy's endorsements, and the policy where it has been read already. */
type TypedInput = { input: EndorsementInput; number: number; placed?: Placement };

/** Reads an endorsement as typed and works out what it does today. §2, §8. */
export async function readTyped(ctx: Ctx, policy: Policy, { input, number, placed }: TypedInput): Promise<Checked> {
  const placement = placed ?? (await placementAt(ctx, policy, null));
  const ground = await groundOf(ctx, placement, input.effective_date);
  const amounts = readAmounts(input, policy.currency);
  const lines = await readLines(ctx, input);
  const reinstated = await readReinstatement(ctx, policy, input);
  const typed: Typed = {
    type: input.endorsementtype,
    date: input.effective_date,
    number,
    basis: input.basis ?? null,
    keyed: amounts.keyed,
    sumInsured: amounts.sumInsured,
    end: input.insurance_end_date ?? null,
    commission: input.cedant_commission ?? null,
    brokerage: input.brokerage ?? null,
    fac: input.fac ?? null,
    lines: lines.lines,
    reinstates: reinstated.amount !== null,
  };
  const history = historyOf(placement);
  const { later, ...before } = groundBefore(history, typed);
  const place = { ground: { ...ground, ...before }, history, later };
  const read = readEndorsement(place.ground, typed);
  const words = await readWords(ctx, placement, input);
  const sections = placement.slip?.bySection ?? [];
  const known = [
    ...amounts.faults,
    ...lines.faults,
    ...words.faults,
    ...reinstated.faults,
    ...(await instalmentFaults(ctx, policy, input)),
    ...reasonFaults(place.ground, typed, input.reason),
    ...sectionTypeFaults(sections, input),
    ...setOffFaults(input),
  ];
  const fields = new Set(known.map((fault) => fault.field));
  const further = read.endorsement ? faultsOf(place, read.endorsement) : read.faults;
  const faults = [...known, ...further.filter((fault) => !fields.has(fault.field))];
  const checked = { ground, place, typed, words, sections, reinstated };
  if (read.endorsement === null || faults.length > 0) return { ...checked, applied: null, effect: null, faults };
  const sound = { applied: read.endorsement, effect: endorseInPlace(history, read.endorsement) };
  const moved = sectionMoveFaults({ ...checked, ...sound, faults }, input.section);
  return moved.length > 0
    ? { ...checked, applied: null, effect: null, faults: moved }
    : { ...checked, ...sound, faults };
}

/** What an endorsement brings to the sections of a slip, more than they can bear. */
function sectionMoveFaults(checked: Sound, section: number | null | undefined): FieldError[] {
  const { effect, sections } = checked;
  const sumInsured = sumInsuredChange(checked);
  return sectionFaults(sections, section, { section: section ?? null, premium: effect.premium, sumInsured });
}

const ONE_SECTION = 'Only an additional or a return premium is about one section.';

function sectionTypeFaults(
  sections: readonly Section[],
  { endorsementtype: type, section }: EndorsementInput,
): FieldError[] {
  if (section === null || section === undefined) return [];
  return type === 'AP' || type === 'RP'
    ? sectionFaults(sections, section, null)
    : [{ field: 'section', message: ONE_SECTION }];
}

/** The sum insured once it is approved, in minor units. */
export function sumInsuredWith({ applied, place: { history }, typed }: Checked): bigint {
  const own = applied === null ? [] : [{ ...typed, applied }];
  return sumInsuredAfter({ ...history, approved: [...history.approved, ...own] });
}

/** What it changes the sum insured by, in its place among the approved ones; minor units. */
export const sumInsuredChange = (checked: Checked): bigint => sumInsuredWith(checked) - checked.ground.sumInsured;

/** The same, refused with all bad fields together. */
export function assertSound(checked: Checked): Sound {
  const { applied, effect, faults } = checked;
  if (faults.length > 0 || applied === null || effect === null) throw invalid(...faults);
  return { ...checked, applied, effect };
}

/** The input, in the form in which it is kept; `inputOf` reads it again. */
export const keptInput = (input: EndorsementInput): string => JSON.stringify(z.encode(endorsementBody, input));
