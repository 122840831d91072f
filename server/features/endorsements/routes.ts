import { listEndorsements } from '../../../domain/endorsements/list.ts';
import * as contract from '../../../domain/endorsements/contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { paymentSchedule, policyStanding } from '../../../domain/endorsements/standing.ts';
import * as declarations from '../../../domain/endorsements/declaration.ts';
import * as renewal from '../../../domain/endorsements/renewal.ts';
import * as templates from '../../../domain/placements/templates.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { readPolicy } from '../placements/queries.ts';
import { decide, stepRoutes } from '../steps.ts';
import { editEndorsement, ENDORSEMENT_STEPS, saveEndorsement } from './actions.ts';
import { declarationEffect, saveDeclaration } from './declarations.ts';
import { endorsementEffect } from './effect.ts';
import { copyPolicy, notRenew, renewBatch, renewPolicy } from './renewals.ts';
import { scheduleOfPolicy } from './schedule.ts';
import { standing } from './standing.ts';
import {
  deleteTemplate,
  renameTemplate,
  saveTemplate,
  setTemplateStatus,
  templateOf,
  templates as templateList,
} from './templates.ts';
import { endorsementPreview, endorsementRecord, endorsementsOf } from './record.ts';

/** What a new endorsement asks for: one of its own, or with RENEWAL the draft policy of the next period. §2. */
async function endorseOrRenew(ctx: Ctx, body: Decoded<typeof contract.saveEndorsement>['body'], market: Market) {
  if (body.endorsementtype !== 'RENEWAL') return saveEndorsement(ctx, body, market);
  const { id } = await readPolicy(ctx, body.policy, market);
  return renewPolicy(ctx, id);
}

/** Endorsements of policies of either market. */
export function endorsementRoutes(exporting: Exporting): Route[] {
  return [
    serve(renewal.renewPolicy, (ctx, { params }) => renewPolicy(ctx, params.id)),
    serve(renewal.renewPolicies, renewBatch),
    serve(renewal.notRenewPolicy, notRenew),
    serve(renewal.copyPolicy, (ctx, { params }) => copyPolicy(ctx, params.id)),
    serveListing(templates.listTemplates, templateList, exporting),
    serve(templates.getTemplate, (ctx, { params }) => templateOf(ctx, params.id)),
    serve(templates.saveTemplate, saveTemplate),
    serve(templates.renameTemplate, renameTemplate),
    serve(templates.templateStatus, setTemplateStatus),
    serve(templates.deleteTemplate, deleteTemplate),
    serve(contract.saveEndorsement, (ctx, { body }) => endorseOrRenew(ctx, body, 'LOCAL')),
    serve(contract.saveSlipEndorsement, (ctx, { body }) => endorseOrRenew(ctx, body, 'LONDON')),
    serve(contract.editEndorsement, editEndorsement),
    serve(contract.effectOfEndorsement, endorsementEffect),
    serve(listEndorsements, (ctx, { query }) => endorsementsOf(ctx, query.policy)),
    serve(declarations.declarationEffect, declarationEffect),
    serve(declarations.saveDeclaration, saveDeclaration),
    serve(policyStanding, standing),
    serve(paymentSchedule, scheduleOfPolicy),
    serve(contract.getEndorsement, (ctx, { params }) => endorsementRecord(ctx, params.id)),
    ...stepRoutes(ENDORSEMENT_STEPS, {
      submit: contract.submitEndorsement,
      withdraw: contract.withdrawEndorsement,
      disable: contract.disableEndorsement,
    }),
    serve(contract.previewEndorsement, (ctx, { params, query }) =>
      endorsementPreview(ctx, params.id, query.posting_day),
    ),
    serve(contract.approveEndorsement, (ctx, input) => decide(ctx, ENDORSEMENT_STEPS, input)),
  ];
}
