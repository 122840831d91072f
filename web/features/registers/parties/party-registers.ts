import {
  insured,
  reinsured,
  securities,
  securitiesLondon,
  type PartyEndpoints,
} from '../../../../domain/registers/parties.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { partyForm, securityForm } from '../../../../domain/registers/party-shapes.ts';

/** What the four registers of parties do not have in common. */
export type PartyRegister = {
  /** In the address of a record and of the section of the settings. */
  key: 'reinsureds' | 'insureds' | 'securities' | 'london';
  name: string;
  title: string;
  noun: string;
  nouns: readonly [string, string];
  endpoints: PartyEndpoints;
  form: typeof partyForm | typeof securityForm;
  /** A security: rated, limited, reached through others. */
  isSecurity: boolean;
  addressRequired: boolean;
  /** Whether an entry is resident unless entered otherwise. */
  resident: boolean;
  residentHint: string;
  about: string;
};

const asParty = (endpoints: unknown) => endpoints as PartyEndpoints;

export const REINSUREDS: PartyRegister = {
  key: 'reinsureds',
  name: 'reinsureds',
  title: 'Reinsureds',
  noun: 'reinsured',
  nouns: ['reinsured', 'reinsureds'],
  endpoints: asParty(reinsured),
  form: partyForm,
  isSecurity: false,
  addressRequired: true,
  resident: true,
  residentHint: 'Some taxes fall on residents or on non-residents alone.',
  about: 'The insurance companies that cede to the market through you. Debit notes go to them.',
};

export const INSUREDS: PartyRegister = {
  ...REINSUREDS,
  key: 'insureds',
  name: 'insureds',
  title: 'Insureds',
  noun: 'insured',
  nouns: ['insured', 'insureds'],
  endpoints: asParty(insured),
  about: 'Those whose risk is placed. They are named on slips and notes.',
};

export const SECURITIES: PartyRegister = {
  key: 'securities',
  name: 'securities',
  title: 'Securities',
  noun: 'security',
  nouns: ['security', 'securities'],
  endpoints: asParty(securities),
  form: securityForm,
  isSecurity: true,
  addressRequired: false,
  resident: true,
  residentHint: 'Taxes on premium ceded abroad fall on non-residents.',
  about: 'The reinsurers of the local market that write lines. Credit notes and payments go to them.',
};

export const LONDON_SECURITIES: PartyRegister = {
  ...SECURITIES,
  key: 'london',
  name: 'london-securities',
  title: 'London securities',
  noun: 'London security',
  nouns: ['London security', 'London securities'],
  endpoints: asParty(securitiesLondon),
  resident: false,
  about: 'The syndicates and companies of the London market that sign lines on your slips.',
};

export type PartyRecord = WireReply<PartyEndpoints['one']>;
