import { insured, reinsured, securities, securitiesLondon } from '../../../../domain/registers/parties.ts';
import { call } from '../../../api/client.ts';
import type { Found } from '../../../ui/fields/use-search.ts';
import type { SecurityChoice } from './policy-values.ts';

/** Rows that a picker shows at most: beyond them one types another letter. */
const SHOWN = 50;

function townOf(address: string): string {
  return address.split('\n').at(-1) ?? '';
}

function finder(register: typeof reinsured | typeof insured) {
  return async (text: string, signal: AbortSignal): Promise<Found[]> => {
    const { data } = await call(register.findAll, { query: { searchValue: text } }, { signal });
    return data
      .slice(0, SHOWN)
      .map((party) => ({ id: String(party.id), label: party.name, detail: townOf(party.address) }));
  };
}

export const findReinsured = finder(reinsured);
export const findInsured = finder(insured);

export function describeSecurity(security: { market: string | null; resident: boolean; rating?: string }): string {
  return [
    security.resident ? 'Resident' : 'Non-resident',
    ...(security.market === 'LONDON' ? ['London'] : []),
    ...(security.rating ? [security.rating] : []),
  ].join(' · ');
}

function securityFinder(register: typeof securities | typeof securitiesLondon) {
  return async (text: string, signal: AbortSignal): Promise<SecurityChoice[]> => {
    const { data } = await call(register.findAll, { query: { searchValue: text } }, { signal });
    return data.slice(0, SHOWN).map((party) => ({
      id: String(party.id),
      label: party.name,
      resident: party.resident,
      bureau: party.market === 'LONDON',
      lineLimit: party.line_limit,
      ratedOn: party.rated_on,
      detail: describeSecurity(party),
    }));
  };
}

export const findSecurity = securityFinder(securities);
/** Syndicates and companies of the London market. */
export const findLondonSecurity = securityFinder(securitiesLondon);
