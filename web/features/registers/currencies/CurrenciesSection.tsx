import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { currency } from '../../../../domain/registers/currencies.ts';
import { currencyTable } from '../../../../domain/registers/tables.ts';
import { can, useSession } from '../../../api/session.ts';
import { exportFile } from '../../../api/export-file.ts';
import { Badge, StatusBadge } from '../../../ui/marks/Badge.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useListState } from '../../../ui/tables/use-list-state.ts';
import {
  CurrencyDialog,
  CurrencyNameDialog,
  CurrencyStatusDialog,
  WriteOffLimitDialog,
  type Currency,
} from './CurrencyDialogs.tsx';
import { RatesDrawer } from './RatesDrawer.tsx';
import { RatesImport } from './RatesImport.tsx';
import { useOpenRow } from '../use-open-row.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { useList } from '../../../api/use-list.ts';
import { AsOpened } from '../../../ui/dialogs/AsOpened.tsx';

const FILTERS: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: [
      { value: 'ACTIVE', label: 'Active' },
      { value: 'DISABLED', label: 'Disabled' },
    ],
  },
];

const columnsIn = (base: string) =>
  screenColumns(currencyTable, {
    titles: { rate: `Last rate, ${base} for one` },
    widths: { name: 180 },
    cells: {
      code: (row) => (
        <>
          {row.code} {row.base && <Badge tone="info">Base</Badge>}
        </>
      ),
      rate: (row) => row.rate ?? (row.base ? '' : <span className="text-mute">None yet</span>),
      status: (row) => (
        <StatusBadge label={row.active ? 'Active' : 'Disabled'} tone={row.active ? 'good' : 'neutral'} />
      ),
    },
  });

/** Currencies, whether they are in use, and their rates. */
export function CurrenciesSection() {
  const session = useSession();
  const base = session?.user.firm.baseCurrency ?? '';
  const list = useListState({ filters: ['status'] });
  // Most of the world's currencies are of no use to a firm: those in use come first.
  const sort = list.query['sort'] ?? 'base,asc;status,asc;code,asc';
  const query = useList(currency.items, { ...list.query, sort });
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<Currency | null>(null);
  const [naming, setNaming] = useState<Currency | null>(null);
  const maySeeRates = can(session, 'rates.view');
  const mayImport = can(session, 'rates.create');
  const mayName = can(session, 'registers.edit');
  const [limiting, setLimiting] = useState<Currency | null>(null);
  const mayLimit = can(session, 'firm.manage');
  const mayTurn = can(session, 'registers.status');
  const mayCreate = can(session, 'registers.create');
  const actions = (row: Currency): MenuEntry[] => [
    { label: maySeeRates && !row.base ? 'Rates' : 'Open', href: hrefOf(row.id) },
    ...(mayName ? [{ label: 'Rename', onSelect: () => setNaming(row) }] : []),
    ...(mayLimit ? [{ label: 'Write-off limit', onSelect: () => setLimiting(row) }] : []),
    ...(mayTurn
      ? [
          {
            label: row.active ? 'Disable…' : 'Activate…',
            onSelect: () => setTurning(row),
            disabledReason: row.base ? 'The base currency stays active.' : undefined,
          },
        ]
      : []),
  ];
  const named = query.data?.data.find(({ id }) => id === naming?.id) ?? naming;
  return (
    <>
      <ListPage
        title="Currencies and rates"
        name="currencies"
        views={<ViewsMenu call={currency.items} />}
        nouns={['currency', 'currencies']}
        {...{ list, query }}
        onExport={(format) => exportFile(currency.items, { query: list.query, name: 'currencies' }, format)}
        columns={columnsIn(base)}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.code}
        rowHref={(row) => hrefOf(row.id)}
        rowActions={actions}
        filters={FILTERS}
        tools={
          mayImport && (
            <LinkButton href={hrefOf('import')} icon={<Upload size={14} aria-hidden="true" />}>
              Import rates
            </LinkButton>
          )
        }
        primary={
          mayCreate && (
            <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
              New currency
            </LinkButton>
          )
        }
      />
      {open === 'new' && mayCreate && <CurrencyDialog onClose={close} />}
      {open === 'import' && mayImport && <RatesImport onClose={close} />}
      {open !== undefined && /^\d+$/.test(open) && <RatesDrawer key={open} id={open} />}
      {named !== null && (
        <AsOpened of={named}>{(row) => <CurrencyNameDialog {...{ row }} onClose={() => setNaming(null)} />}</AsOpened>
      )}
      {limiting !== null && <WriteOffLimitDialog row={limiting} onClose={() => setLimiting(null)} />}
      {turning !== null && <CurrencyStatusDialog row={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
