import { bankAccounts, type BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { accountingInfo } from '../../../domain/registers/aggregates.ts';
import { taxes } from '../../../domain/registers/contract.ts';
import { insured, reinsured, securities, type PartyEndpoints } from '../../../domain/registers/parties.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { Option } from '../../ui/fields/Select.tsx';
import type { Found, Search } from '../../ui/fields/use-search.ts';

// Registers change by the week: what was read a moment ago still holds.
const A_WHILE = 5 * 60_000;
const SHOWN = 50;

function searchOf(register: Pick<PartyEndpoints, 'findAll'>): Search {
  return async (text, signal) => {
    const query = text === '' ? {} : { searchValue: text };
    const { data } = await call(register.findAll, { query }, { signal });
    return data
      .slice(0, SHOWN)
      .map((party) => ({ id: String(party.id), label: party.name, detail: party.address || 'No address' }));
  };
}

export const searchReinsureds = searchOf(reinsured);
export const searchSecurities = searchOf(securities);
const searchInsureds = searchOf(insured);

/** Who can pay us: a reinsured, or a security with a return or a claim to settle. */
export const searchPayers: Search = async (text, signal) => {
  const found = await Promise.all([searchReinsureds(text, signal), searchSecurities(text, signal)]);
  const named = (rows: Found[] = [], kind: string) => rows.map((row) => ({ ...row, detail: kind }));
  return [...named(found[0], 'Reinsured'), ...named(found[1], 'Security')].slice(0, SHOWN);
};

type PartyRegister = 'reinsured' | 'security';
const REGISTERS = { reinsured, security: securities } as const;

/** A party that an address names by its id, as a picker shows it; null until it is known. */
export function usePartyOf(register: PartyRegister, id: string | undefined): Found | null {
  const endpoint: PartyEndpoints['findAll'] = REGISTERS[register].findAll;
  const { data } = useEndpoint(
    endpoint,
    { query: { id: /^\d{1,10}$/.test(id ?? '') ? (id ?? '0') : '0' } },
    { enabled: id !== undefined, staleTime: A_WHILE },
  );
  if (id === undefined || data === undefined) return null;
  const party = data.data.find((one) => String(one.id) === id);
  return { id, label: party?.name ?? `${register === 'reinsured' ? 'Reinsured' : 'Security'} #${id}` };
}

/** Parties of every register: any of them can be invoiced. */
export const searchParties: Search = async (text, signal) => {
  const found = await Promise.all([searchPayers(text, signal), searchInsureds(text, signal)]);
  const insureds = (found[1] ?? []).map((row) => ({ ...row, detail: 'Insured' }));
  return [...(found[0] ?? []), ...insureds].slice(0, SHOWN);
};

/** Active currencies, the base currency first, ledger accounts, payment terms. */
export function useAccounting() {
  const { data } = useEndpoint(accountingInfo, {}, { staleTime: A_WHILE });
  const base = useBaseCurrency();
  const currencies: Option[] = data?.currencies.map((one) => ({
    value: one.code,
    label: one.code,
    detail: one.name,
  })) ?? [{ value: base, label: base }];
  const terms: Option[] = data?.paymentTerms.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  return { currencies, terms, accounts: data?.ledgerAccounts ?? [], known: data !== undefined };
}

/** Our accounts with banks for money of a purpose in a currency that this branch may choose, and the one it has by default. */
export function useOwnBanks(purpose: BankPurpose, currency: string) {
  const branch = useSession()?.user.branch.id;
  const { data } = useEndpoint(
    bankAccounts,
    { query: { purpose, status: 'ACTIVE', length: '500' } },
    { staleTime: A_WHILE },
  );
  const ours = (data?.data ?? []).filter(
    (one) => one.currency === currency && (one.branch_id === null || one.branch_id === branch),
  );
  const defaults = ours.filter((one) => one.is_default);
  const options: Option[] = ours.map((one) => ({ value: String(one.id), label: one.name, detail: one.number }));
  return {
    options,
    proposed: defaults.find((one) => one.branch_id !== null) ?? defaults[0],
    missing: data !== undefined && ours.length === 0,
  };
}

export function useTaxes(): Option[] {
  const { data } = useEndpoint(taxes, {}, { staleTime: A_WHILE });
  return data?.data.map((tax) => ({ value: String(tax.id), label: tax.name, detail: tax.code })) ?? [];
}
