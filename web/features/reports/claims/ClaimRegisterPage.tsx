import type { WireReply } from '../../../../domain/endpoint.ts';
import { claimReport, claimReportTotals } from '../../../../domain/claims/report-contract.ts';
import { CLAIM_STAGES, STAGE_LABELS } from '../../../../domain/claims/states.ts';
import { registerTable } from '../../../../domain/claims/table.ts';
import { firstOfYear } from '../../../../domain/values/day.ts';
import { useTogether } from '../../../api/session.ts';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { useList, useListPage } from '../../../api/use-list.ts';
import { atId, paths } from '../../../paths.ts';
import { Picker } from '../../../ui/fields/Picker.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { ClaimTabs } from '../../claims/ClaimTabs.tsx';
import { searchReinsureds, searchSecurities, useAccounting, usePartyOf } from '../../ledger/use-lookups.ts';
import { BaseTotal } from '../parties/AsAtTotal.tsx';
import { useReportDay } from '../AsAtField.tsx';
import { leftAt, RatesField, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { useFigures } from '../explained/figures.ts';
import { register } from '../../../../domain/explained/claims.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Row = WireReply<typeof claimReport>['data'][number];

type Shown = { bordereau: boolean; together: boolean; base: string; rates: Rates | undefined; behind: FigureHref<Row> };
const columnsOf = ({ bordereau, together, base, rates, behind }: Shown) =>
  screenColumns(registerTable, {
    behind,
    base,
    titles: {
      number: 'Claim, policy',
      insured: 'Insured, reinsured',
      incurred_moved: 'Incurred moved',
      called_moved: 'Called moved',
    },
    paired: true,
    ...(together && { under: { currency: 'branch' } as const }),
    cells: {
      insured: (row) => <LongName>{row.insured}</LongName>,
      reinsured: (row) => <LongName>{row.reinsured}</LongName>,
      cover_type: (row) => <LongName narrow>{row.cover_type}</LongName>,
      event: (row) => row.event !== null && <LongName narrow>{row.event}</LongName>,
    },
    // The policy is a step away, on the claim's page, as on the list of claims.
    second: { number: (row) => row.policy.name, insured: 'reinsured' },
    without: ['policy', 'reinsured', ...leftAt(rates), ...(bordereau ? [] : (['line'] as const))],
  }).map((column) => (column.id === 'line' ? { ...column, hidden: false } : column));

/** Filters that are set. */
const given = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

type PartyProps = { of: 'reinsured' | 'security'; label: string };

/** Narrows the register to a reinsured, or to a security: then it is that one's bordereau. */
function PartyFilter({ of, label }: PartyProps) {
  const [address, change] = useAddress();
  const party = usePartyOf(of, address[of]);
  return (
    <Picker
      label={label}
      name={`register-${of}`}
      className="w-56"
      placeholder="All…"
      noun={of}
      search={of === 'security' ? searchSecurities : searchReinsureds}
      value={party}
      onChange={(choice) => change({ [of]: choice?.id, start: undefined }, 'push')}
    />
  );
}

/** What is outstanding of all of them in base, and at which rates; the rows do not wait for it. */
function InBase({ filters, search }: { filters: Readonly<Record<string, string>>; search: string }) {
  const { from: _from, ...narrowed } = filters;
  const query = { ...given(narrowed), ...(search !== '' && { searchValue: search }) };
  const { data } = useList(claimReportTotals, query);
  const total = data?.base_total ?? null;
  if (data === undefined || total === null) return null;
  return (
    <p className="text-mute">
      <BaseTotal reply={{ ...data, base_total: total }} of="outstanding" />
    </p>
  );
}

/** The register of claims as at a day with the movement of a period; of one security its bordereau. */
export function ClaimRegisterPage() {
  useWideSheet();
  const { currencies } = useAccounting();
  const base = useBaseCurrency();
  const rates = useRates();
  const page = useListPage(claimReport, {
    name: 'claims-register',
    filters: ['asat', 'from', 'stage', 'currency', 'reinsured', 'security'],
    ways: ['rates'],
  });
  const { list, query } = page;
  const bordereau = list.filters['security'] !== undefined && list.filters['security'] !== '';
  // A filter that was taken away is empty: none.
  const { asat = '', from = '', security = '' } = list.filters;
  const day = useReportDay();
  const together = useTogether();
  const behind = useFigures(register, {
    asat: asat || undefined,
    from: from || undefined,
    security: security || undefined,
  });
  const filters: Filter[] = [
    { key: 'asat', label: 'As at', kind: 'day', applied: day },
    { key: 'from', label: 'Moved since', kind: 'day', applied: firstOfYear(day) },
    {
      key: 'stage',
      label: 'Stage',
      kind: 'option',
      options: CLAIM_STAGES.map((stage) => ({ value: stage, label: STAGE_LABELS[stage] })),
    },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
  ];
  const shown = query.data;
  return (
    <ListPage
      title={bordereau ? 'Claims bordereau' : 'Register of claims'}
      {...page}
      views={<ViewsMenu call={claimReport} />}
      nouns={['claim', 'claims']}
      filters={filters}
      columns={columnsOf({ bordereau, together, base, rates, behind })}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.number}
      rowHref={(row) => atId(paths.claim, row.id)}
      above={
        <>
          <ClaimTabs current="Register" />
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div className="no-print flex flex-wrap gap-2">
              <PartyFilter of="reinsured" label="Reinsured" />
              <PartyFilter of="security" label="Bordereau of a security" />
              <RatesField unbooked />
            </div>
            {shown !== undefined && (
              <p className="text-mute">
                As at {showDay(shown.asat)}; moved since {showDay(shown.from)}.{' '}
                {bordereau ? 'Amounts are this security’s part.' : 'Amounts are ours.'}
              </p>
            )}
          </div>
          {rates === 'closing' && <InBase filters={list.filters} search={list.search} />}
        </>
      }
      empty={
        <EmptyState title="No claim was approved by this date.">
          Claims are in the register from the day on which they are approved.
        </EmptyState>
      }
    />
  );
}
