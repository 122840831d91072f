import { claimInfo } from '../../../domain/registers/aggregates.ts';
import { findClaimPolicies, findColleagues } from '../../../domain/claims/contract.ts';
import { listEvents } from '../../../domain/claims/report-contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { call } from '../../api/client.ts';
import type { Found } from '../../ui/fields/use-search.ts';
import { showDay } from '../../ui/marks/format.ts';

type ClaimPolicy = WireReply<typeof findClaimPolicies>[number];

const searched = (text: string) => (text === '' ? {} : { searchValue: text });

/** What a policy is known by besides its number: who is insured, by whom, from when to when. */
function describePolicy(policy: ClaimPolicy): string {
  const period = `${showDay(policy.insurance_start_date)} – ${showDay(policy.insurance_end_date)}`;
  return `${policy.insured.name} · ${policy.reinsured.name} · ${period}`;
}

/** Approved policies by broker reference, the cedant's number, UMR or insured. */
export async function searchClaimPolicies(text: string, signal: AbortSignal): Promise<Found[]> {
  const policies = await call(findClaimPolicies, { query: searched(text) }, { signal });
  return policies.map((one) => ({ id: String(one.id), label: one.broker_reference, detail: describePolicy(one) }));
}

/** Colleagues of the branch, who may handle a claim. */
export async function searchColleagues(text: string, signal: AbortSignal): Promise<Found[]> {
  const colleagues = await call(findColleagues, { query: searched(text) }, { signal });
  return colleagues.map(({ id, name }) => ({ id: String(id), label: name }));
}

/** Events in use that hit several policies. */
export async function searchEvents(text: string, signal: AbortSignal): Promise<Found[]> {
  const { data } = await call(listEvents, { query: { ...searched(text), status: 'ACTIVE', length: '20' } }, { signal });
  return data.map((one) => ({ id: String(one.id), label: one.name, detail: showDay(one.first_day) }));
}

/** Classes and their subclasses: few enough to be searched here. */
export async function searchClasses(text: string, signal: AbortSignal): Promise<Found[]> {
  const { classes } = await call(claimInfo, { query: {} }, { signal });
  const all = classes.flatMap(({ id, name, subclasses }): Found[] => [
    { id: String(id), label: name },
    ...subclasses.map((sub) => ({ id: String(sub.id), label: sub.name, detail: name })),
  ]);
  return all.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}
