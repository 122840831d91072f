import { decisionBody, decisionCalls, ownDecisionParams, postingQuery, reasonQuery } from '../decision-calls.ts';
import { endpoint } from '../endpoint.ts';
import { KINDS, type Kind } from '../records/kinds.ts';
import { byId, saved } from '../wire.ts';

/** How a placement of either market is decided: the user who decides is named in the address. */
export function placementDecisions(kind: Kind, noun = kind.noun) {
  const { path } = kind;
  const decided = decisionCalls({ ...kind, noun });
  return {
    ...decided,
    approve: endpoint({
      ...decided.approve,
      path: `${path}/approve/{id}/{a}/{b}`,
      params: ownDecisionParams,
    }),
    disable: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      access: 'policies.view',
      effect: 'write',
      summary: `Disables a draft or rejected ${kind.noun}, or one on which nothing happened yet.`,
      params: byId,
      query: reasonQuery,
      body: decisionBody,
      reply: saved,
    }),
  };
}
const decided = placementDecisions(KINDS.policy);
export const submitPolicy = decided.submit;
export const withdrawPolicy = decided.withdraw;
export const previewPolicy = endpoint({ ...decided.preview, query: postingQuery });
export const approvePolicy = decided.approve;
export const disablePolicy = decided.disable;
