import {
  insured,
  reinsured,
  securities,
  securitiesLondon,
  type PartyEndpoints,
} from '../../../domain/registers/parties.ts';
import { partyForm, securityForm } from '../../../domain/registers/shapes.ts';

/** What the four registers of parties do not have in common. */
export type PartyRegister = {
  name: string;
  title: string;
  noun: string;
  nouns: readonly [string, string];
  endpoints: PartyEndpoints;
  form: typeof partyForm | typeof securityForm;
  addressRequired: boolean;
  /** Whether an entry is resident unless said otherwise. */
  resident: boolean;
  residentHint: string;
  about: string;
};

const asParty = (endpoints: unknown) => endpoints as PartyEndpoints;

export const REINSUREDS: PartyRegister = {
  name: 'reinsureds',
  title: 'Reinsureds',
  noun: 'reinsured',
  nouns: ['reinsured', 'reinsureds'],
  endpoints: asParty(reinsured),
  form: partyForm,
  addressRequired: true,
  resident: true,
  residentHint: 'Some taxes fall on residents or on non-residents alone.',
  about: 'The insurance companies that cede to the market through you. Debit notes go to them.',
};

export const INSUREDS: PartyRegister = {
  ...REINSUREDS,
  name: 'insureds',
  title: 'Insureds',
  noun: 'insured',
  nouns: ['insured', 'insureds'],
  endpoints: asParty(insured),
  about: 'Those whose risk is placed. They are named on slips and notes.',
};

export const SECURITIES: PartyRegister = {
  name: 'securities',
  title: 'Securities',
  noun: 'security',
  nouns: ['security', 'securities'],
  endpoints: asParty(securities),
  form: securityForm,
  addressRequired: false,
  resident: true,
  residentHint: 'Taxes on premium ceded abroad fall on non-residents.',
  about: 'The reinsurers of the local market that write lines. Credit notes and payments go to them.',
};

export const LONDON_SECURITIES: PartyRegister = {
  ...SECURITIES,
  name: 'london-securities',
  title: 'London securities',
  noun: 'London security',
  nouns: ['London security', 'London securities'],
  endpoints: asParty(securitiesLondon),
  resident: false,
  about: 'The syndicates and companies of the London market that sign lines on your slips.',
};
