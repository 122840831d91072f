import * as contract from '../../../domain/claims/contract.ts';
import * as diary from '../../../domain/claims/diary-contract.ts';
import * as movements from '../../../domain/claims/movement-contract.ts';
import * as settings from '../../../domain/claims/settings-contract.ts';
import * as reports from '../../../domain/claims/report-contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { type Exporting, serveListing } from '../../platform/exports/serve.ts';
import { type Route, serve } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { rendering, storeSeveral } from '../documents/store.ts';
import { decide, disable, stepRoutes } from '../steps.ts';
import { amendClaim, CLAIM_STEPS, editClaim, saveClaim } from './actions.ts';
import { keepAnswer } from './agreements.ts';
import { diaryOf, doneInDiary, noteInDiary } from './diary.ts';
import { addEvent, changeEvent, eventRecord, events } from './events.ts';
import { saveFirstForm } from './first-form.ts';
import { claims } from './lists.ts';
import { approvedClaims, claimPolicies, colleagues } from './lookups.ts';
import { reinstatement, saveReinstatement, setOffOf } from './offers.ts';
import { invoicePlans } from './papers.ts';
import { askToAgree, remind, remindersOf } from './mails.ts';
import { movementPreview, movementRecord, movementsOf, typedEffect } from './movement-record.ts';
import { editMovement, MOVEMENT_STEPS, saveMovement } from './movements.ts';
import { claimPaperRoutes } from './paper-routes.ts';
import { claimPreview } from './preview.ts';
import { claimRecord, coverOf } from './record.ts';
import { addThreshold, setClaimDays, setLargeLoss, settingsOf } from './settings.ts';

/** Claims and their movements: the calls under /claim. */
export function claimRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listClaims, claims, services),
    serve(contract.coverAtLoss, coverOf),
    serve(contract.findClaimPolicies, claimPolicies),
    serve(contract.findColleagues, colleagues),
    serve(contract.findAllApproved, approvedClaims),
    serveListing(reports.listEvents, events, services),
    serve(reports.getEvent, eventRecord),
    serve(reports.saveEvent, addEvent),
    serve(reports.editEvent, changeEvent),
    serve(settings.claimSettings, (ctx) => settingsOf(ctx)),
    serve(settings.editClaimDays, setClaimDays),
    serve(settings.addThreshold, addThreshold),
    serve(settings.editLargeLoss, setLargeLoss),
    serve(diary.listDiary, diaryOf),
    serve(diary.saveDiary, noteInDiary),
    serve(diary.doneDiary, doneInDiary),
    serve(contract.saveClaim, (ctx, { body }) => saveClaim(ctx, body)),
    serve(contract.editClaim, (ctx, input) => editClaim(ctx, input)),
    serve(contract.editFirstForm, saveFirstForm),
    serve(contract.amendClaim, amendClaim),
    serve(contract.getClaim, (ctx, { params }) => claimRecord(ctx, params.id)),
    ...stepRoutes(CLAIM_STEPS, { submit: contract.submitClaim, withdraw: contract.withdrawClaim }),
    serve(contract.previewClaim, (ctx, { params, query }) => claimPreview(ctx, params.id, query.posting_day)),
    serve(contract.approveClaim, (ctx, input) => decide(ctx, CLAIM_STEPS, input)),
    serve(contract.disableClaim, (ctx, input) => disable(ctx, CLAIM_STEPS, input)),
    serve(movements.listMovements, (ctx, { query }) => movementsOf(ctx, query.claim)),
    serve(movements.saveMovement, saveMovement),
    serve(movements.editMovement, editMovement),
    serve(movements.effectOfMovement, typedEffect),
    serve(movements.getMovement, (ctx, { params }) => movementRecord(ctx, params.id)),
    ...stepRoutes(MOVEMENT_STEPS, {
      submit: movements.submitMovement,
      withdraw: movements.withdrawMovement,
      disable: movements.disableMovement,
    }),
    serve(movements.previewMovement, (ctx, { params, query }) => movementPreview(ctx, params.id, query.posting_day)),
    serve(movements.findSetOff, setOffOf),
    serve(movements.reinstatementOf, reinstatement),
    serve(movements.draftReinstatement, saveReinstatement),
    serve(movements.answerAgreement, keepAnswer),
    serve(movements.askAgreement, askToAgree),
    serve(reports.reminderEffect, remindersOf),
    serve(reports.sendReminders, remind),
    serve(
      movements.generateInvoice,
      (ctx, _input, made) => storeSeveral(ctx, made),
      rendering(services, (ctx, query: Decoded<typeof movements.generateInvoice>['query']) => invoicePlans(ctx, query)),
    ),
    ...claimPaperRoutes(services),
    serve(movements.approveMovement, (ctx, input) => decide(ctx, MOVEMENT_STEPS, input)),
  ];
}
