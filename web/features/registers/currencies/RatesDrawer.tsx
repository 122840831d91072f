import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { currency as calls } from '../../../../domain/registers/currencies.ts';
import { rateTable } from '../../../../domain/registers/tables.ts';
import { exportFile } from '../../../api/export-file.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { NoDrawer } from '../../../ui/dialogs/NoDrawer.tsx';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { DayField } from '../../../ui/fields/DayField.tsx';
import { Drawer } from '../../../ui/dialogs/Dialog.tsx';
import { ExportButton } from '../../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { Paging } from '../../../ui/tables/Paging.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { AttachmentsPanel } from '../../attachments/AttachmentsPanel.tsx';
import { RecordHistory } from '../../system/RecordHistory.tsx';
import { RateForm } from './RateForm.tsx';
import { RateLine } from './RateLine.tsx';
import { useLocalList } from '../use-local-list.ts';
import { countOf } from '../uses-words.ts';
import { useList } from '../../../api/use-list.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Rate = WireReply<typeof calls.rates>['data'][number];

const rateColumns = (title: string) =>
  screenColumns(rateTable, {
    titles: { rate: title },
    cells: {
      rate: (row) => row.rate,
      before: (row) => <span className="text-mute">{row.before ?? '–'}</span>,
    },
  });

/** A currency: its dated rates and the entry of others, where it is used, what happened to it. */
export function RatesDrawer({ id }: { id: string }) {
  const [, change] = useAddress();
  const onClose = () => change({ open: undefined, view: undefined });
  const session = useSession();
  const base = session?.user.firm.baseCurrency ?? '';
  const { data, error, refetch } = useEndpoint(calls.one, { params: { id } });
  if (data === undefined) {
    return <NoDrawer title="Currency" {...{ error, refetch, onClose }} />;
  }
  const { code } = data;
  const seesRates = can(session, 'rates.view') && !data.base;
  return (
    <Drawer
      open
      {...{ onClose }}
      title={`${code} · ${data.name}`}
      description={
        data.base
          ? 'This is the base currency: everything is converted into it, and it needs no rate.'
          : `${base} for 1 ${code}. A posting takes the last rate on or before its day, at most 7 days old.`
      }
    >
      <div className="pb-4">
        <Tabs
          label={`Sections of ${code}`}
          param="view"
          tabs={[
            ...(seesRates ? [{ value: 'rates', label: 'Rates', content: <Rates code={code} base={base} /> }] : []),
            { value: 'uses', label: 'Where used', content: <Uses record={data} /> },
            {
              value: 'attachments',
              label: 'Attachments',
              content: <AttachmentsPanel entity="currency" id={data.id} />,
            },
            { value: 'history', label: 'History', content: <RecordHistory entity="currency" id={data.id} /> },
          ]}
        />
      </div>
    </Drawer>
  );
}

function Uses({ record }: { record: WireReply<typeof calls.one> }) {
  const { uses } = record;
  if (uses === null) return <p className="text-mute">You do not have the right to see policies.</p>;
  const rows = [
    ['Drafts', uses.drafts],
    ['Policies waiting for approval', uses.waiting],
    ['Policies in force', uses.inForce],
    ['All policies', uses.all],
  ] as const;
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line">
        {rows.map(([label, count]) => (
          <div key={label} className="flex justify-between gap-3 px-3 py-1.5">
            <dt className="text-mute">{label}</dt>
            <dd className="tabular-nums">{countOf(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-mute">In your branches.</p>
    </>
  );
}

function Rates({ code, base }: { code: string; base: string }) {
  const session = useSession();
  const mayEnter = can(session, 'rates.create');
  const [days, setDays] = useState({ from: '', to: '' });
  const list = useLocalList(25, days);
  const [correcting, setCorrecting] = useState<Rate | null>(null);
  const [removing, setRemoving] = useState<Rate | null>(null);
  const query = useList(calls.rates, { ...list.query, currency: code });
  const change = (next: Partial<typeof days>) => {
    setDays({ ...days, ...next });
    list.setPage(1);
  };
  const actions = (row: Rate): MenuEntry[] => [
    { label: 'Correct', onSelect: () => setCorrecting(row) },
    { label: 'Take back…', danger: true, onSelect: () => setRemoving(row) },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {mayEnter && (
        <RateForm
          key={correcting?.day ?? 'new'}
          {...{ code, base }}
          {...(correcting === null ? {} : { correcting })}
          onDone={() => setCorrecting(null)}
        />
      )}
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <DayField label="From" value={days.from} onChange={(from) => change({ from })} />
        <DayField label="To" value={days.to} onChange={(to) => change({ to })} />
        <div>
          <ExportButton
            onExport={(format) =>
              exportFile(calls.rates, { query: { ...list.query, currency: code }, name: `rates-${code}` }, format)
            }
          />
        </div>
      </div>
      <RateLine {...{ code, base, days }} />
      <div className="rounded-lg border border-line">
        <DataTable<Rate>
          label={`Rates of ${code}`}
          columns={rateColumns(`${base} for 1 ${code}`)}
          rows={query.data?.data}
          rowKey={(row) => row.day}
          rowLabel={(row) => showDay(row.day)}
          {...(mayEnter ? { rowActions: actions } : {})}
          loading={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          sort={list.sort}
          onSort={list.setSort}
          skeletonRows={8}
          empty={
            list.isFiltered ? (
              <EmptyState title="No rates in these days.">Choose other days.</EmptyState>
            ) : (
              <EmptyState title="No rates yet.">Nothing can be posted in {code} before it has one.</EmptyState>
            )
          }
        />
        <Paging
          list={list}
          filtered={query.data?.recordsFiltered}
          more={query.data?.more ?? false}
          rows={query.data?.data.length}
        />
      </div>
      {removing !== null && <RemoveRate {...{ code, base }} rate={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

type RemoveProps = { code: string; base: string; rate: Rate; onClose: () => void };

/** Takes back a rate of the wrong day; one that something was booked at is refused, and says so. */
function RemoveRate({ code, base, rate, onClose }: RemoveProps) {
  return (
    <CallDialog
      call={calls.deleteRate}
      input={{ query: { currency: code, day: rate.day } }}
      {...{ onClose }}
      danger
      title={`Take back the rate of ${showDay(rate.day)}?`}
      effect={`${rate.rate} ${base} for 1 ${code}. ${
        rate.before === null
          ? `Nothing can be posted on that day then.`
          : `What is posted on that day then takes the rate before it, ${rate.before}, while that is at most 7 days old.`
      } This is not possible once something was booked at it.`}
      action="Take rate back"
      done={[`Rate of ${code} taken back`, showDay(rate.day)]}
      failed={'Rate not taken back'}
    />
  );
}
