import { bodyOf, emptyOf, valuesOf, type FormValues } from '../../../../domain/forms.ts';
import { partyForm, securityForm } from '../../../../domain/registers/party-shapes.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

/** A party as typed: a reinsured or an insured leaves empty what only a security has, and it is not sent. */
export type PartyValues = FormValues<typeof securityForm>;

/** The initial values of the form: a saved party, or a new one under a name. */
export function valuesOfParty(register: PartyRegister, party: PartyRecord | undefined, name = ''): PartyValues {
  return party === undefined
    ? { ...emptyOf(securityForm), name, resident: register.resident }
    : valuesOf(securityForm, party);
}

export function bodyOfParty(register: PartyRegister, values: PartyValues) {
  return register.isSecurity ? bodyOf(securityForm, values) : bodyOf(partyForm, values);
}
