import * as z from 'zod/mini';
import type { Decoded } from '../../../domain/endpoint.ts';
import { slipStage } from '../../../domain/slips/line-stages.ts';
import { slipParts, type editSlip as editEndpoint, type slipBody } from '../../../domain/slips/contract.ts';
import { signingOf, slipFaults, stagedLines } from '../../../domain/slips/read-slip.ts';
import type { Signing } from '../../../domain/slips/signing.ts';
import { readSections } from '../../../domain/slips/sections.ts';
import { umrOf } from '../../../domain/slips/slip.ts';
import type { Ctx } from '../../platform/http/context.ts';
import {
  editPolicy,
  placementSteps,
  savePolicy,
  type Draft,
  type MarketPart,
  type Source,
} from '../placements/actions.ts';
import type { Lookups } from '../placements/lookups.ts';
import { assertWhole, assertWritten, signSlip } from './signing.ts';
import { checkPolicy, type CheckedPolicy, type PolicyInput } from '../placements/input.ts';
import { brokerNumber } from './record.ts';
import { keepSections } from './sections.ts';

export type SlipInput = z.output<typeof slipBody>;

/** The lines of a slip as typed, signed. */
export const signed = ({ securities, slip, fac }: SlipInput): Signing =>
  signingOf(securities, { basis: slip.security.written_basis, order: fac });

/** The slip as the placement that both markets have: its lines signed, its terms under the names of a policy. */
function placementOf(body: SlipInput, signing: Signing): PolicyInput {
  const { slip, securities, ...placement } = body;
  return {
    ...placement,
    interest: slip.risk.interest ?? '',
    excess: slip.risk.excess ?? '',
    territory: slip.risk.situation ?? '',
    conditions: slip.risk.conditions ?? '',
    securities: securities.map((line, index) => ({
      security: line.security,
      offer: signing.lines[index]?.written ?? 0n,
      share: signing.lines[index]?.signed ?? 0n,
      commission: line.commission,
      brokerage: line.brokerage,
      // The stages of a slip's line say it, with the rest of them.
      written_on: null,
    })),
  };
}

/** The UMR that a slip has already, and the name of its leader: search finds it by either. */
async function wordsOf(ctx: Ctx, body: SlipInput, id: number | null) {
  const kept = await ctx.db
    .selectFrom('slips')
    .select('umr')
    .where('policy_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  const leader = await ctx.db
    .selectFrom('parties')
    .select('name')
    .where('id', '=', body.slip.subscription.leader ?? null)
    .executeTakeFirst();
  return { umr: kept?.umr ?? null, leader: leader?.name ?? '' };
}

async function partOf(
  ctx: Ctx,
  { body, id }: { body: SlipInput; id: number | null },
  signing: Signing,
): Promise<MarketPart> {
  const broker = await brokerNumber(ctx);
  const known = await wordsOf(ctx, body, id);
  return {
    market: 'LONDON',
    faults: slipFaults(body, signing, ctx.today),
    typed: body,
    words: (reference) => `${known.umr ?? umrOf(broker, reference) ?? ''} ${known.leader}`,
    line: (index) => {
      const line = body.securities[index];
      return {
        written: line?.written ?? null,
        to_stand: line?.to_stand ?? false,
        stamp: line?.stamp ?? '',
        quoted_on: line?.quoted_on ?? null,
        quote_reference: line?.quote_reference ?? '',
        written_on: line?.written_on ?? null,
        reference: line?.reference ?? '',
        signed_on: line?.signed_on ?? null,
        signing_reference: line?.signing_reference ?? '',
      };
    },
    keep: async ({ id, branchId, reference }) => {
      const { sections, ...parts } = body.slip;
      const columns = {
        leader_id: body.slip.subscription.leader ?? null,
        basis: body.slip.security.written_basis ?? 'WHOLE',
        stage: slipStage(stagedLines(body.securities)),
        sections: JSON.stringify(z.encode(slipParts, parts)),
      };
      await ctx.db
        .insertInto('slips')
        .values({ policy_id: id, branch_id: branchId, umr: umrOf(broker, reference), ...columns })
        // A contract keeps the UMR under which it was shown; one that had none yet gets its own.
        .onConflict((conflict) =>
          conflict
            .column('policy_id')
            .doUpdateSet((e) => ({ ...columns, umr: e.fn.coalesce('slips.umr', 'excluded.umr') })),
        )
        .execute();
      await keepSections(ctx, { id, branchId }, readSections(sections ?? [], body.currency).sections);
    },
  };
}

/** A slip as typed, checked as saving it would, with nothing saved. Throws all bad fields together. */
export async function draftOfSlip(ctx: Ctx, body: SlipInput, look?: Lookups): Promise<Draft> {
  const signing = signed(body);
  const part = await partOf(ctx, { body, id: null }, signing);
  const input = placementOf(body, signing);
  const { market, faults } = part;
  return {
    input,
    part,
    checked: await checkPolicy(ctx, input, { market, faults, reference: '', ...(look && { look }) }),
  };
}

/** The figures and warnings of a slip as typed. Throws all bad fields together. */
export async function checkSlip(ctx: Ctx, body: SlipInput): Promise<CheckedPolicy> {
  return (await draftOfSlip(ctx, body)).checked;
}

/** Saves a new London slip as a draft: its lines are signed down to the order, or kept as written while they are short. */
export async function saveSlip(ctx: Ctx, body: SlipInput, source?: Source) {
  const signing = signed(body);
  const part = await partOf(ctx, { body, id: null }, signing);
  return savePolicy(ctx, placementOf(body, signing), { ...part, source });
}

/** Changes a draft or rejected slip, and signs its lines again. */
export async function editSlip(ctx: Ctx, body: Decoded<typeof editEndpoint>['body']) {
  const { id, version, ...slip } = body;
  const signing = signed(slip);
  const input = { ...placementOf(slip, signing), id, version };
  return editPolicy(ctx, input, await partOf(ctx, { body: slip, id }, signing));
}

/** A slip goes as a policy does; its lines are written before it is whole, and signed with its approval. */
export const SLIP_STEPS = placementSteps('LONDON', {
  assertPlaced: assertWritten,
  onSubmit: assertWhole,
  onApprove: signSlip,
});
