import type { SentDocument } from '../../../domain/registers/party-shapes.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

type Contact = { name: string; role: string; email: string; phone: string; documents: SentDocument[] };
type Intermediary = { name: string; reference: string; email: string };

/** A party as it is typed; names are those of the call, so that the server's messages find their fields. */
export type PartyValues = {
  name: string;
  short_name: string;
  address: string;
  country: string;
  resident: boolean;
  email: string;
  registration_number: string;
  tax_number: string;
  contacts: Contact[];
  rating: string;
  rating_agency: string;
  rated_on: string;
  market_number: string;
  line_limit: string;
  intermediaries: Intermediary[];
};

export const NO_CONTACT: Contact = { name: '', role: '', email: '', phone: '', documents: [] };
export const NO_INTERMEDIARY: Intermediary = { name: '', reference: '', email: '' };

const NOBODY: PartyValues = {
  name: '',
  short_name: '',
  address: '',
  country: '',
  resident: true,
  email: '',
  registration_number: '',
  tax_number: '',
  contacts: [],
  rating: '',
  rating_agency: '',
  rated_on: '',
  market_number: '',
  line_limit: '',
  intermediaries: [],
};

/** A party as its form begins: as it is saved, or new under a name. */
export function valuesOf(register: PartyRegister, party: PartyRecord | undefined, name = ''): PartyValues {
  if (party === undefined) return { ...NOBODY, name, resident: register.resident };
  return {
    name: party.name,
    short_name: party.short_name,
    address: party.address,
    country: party.country ?? '',
    resident: party.resident,
    email: party.email,
    registration_number: party.registration_number,
    tax_number: party.tax_number,
    contacts: party.contacts,
    rating: party.rating,
    rating_agency: party.rating_agency,
    rated_on: party.rated_on ?? '',
    market_number: party.market_number,
    line_limit: party.line_limit ?? '',
    intermediaries: party.intermediaries,
  };
}

const orNull = (text: string) => (text === '' ? null : text);

/** What is sent: of a reinsured or an insured nothing that only a security has. */
export function bodyOf(register: PartyRegister, values: PartyValues) {
  const { rating, rating_agency, rated_on, market_number, line_limit, intermediaries, ...party } = values;
  const common = { ...party, country: orNull(party.country) };
  if (!register.isSecurity) return common;
  return {
    ...common,
    rating,
    rating_agency,
    rated_on: orNull(rated_on),
    market_number,
    line_limit: orNull(line_limit),
    intermediaries,
  };
}
