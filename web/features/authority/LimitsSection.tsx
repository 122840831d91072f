import { Plus } from 'lucide-react';
import { useState } from 'react';
import { limitItems } from '../../../domain/authority/contract.ts';
import { limitTable } from '../../../domain/authority/table.ts';
import { KINDS } from '../../../domain/records/kinds.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useMayManage } from '../firm/SettingForm.tsx';
import { EditLimitDialog, NewLimitDialog, RemoveLimitDialog, type Limit } from './LimitDialogs.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

type Open = { act: 'edit' | 'remove'; limit: Limit } | { act: 'new' };

/** Up to what each role approves each kind of record. */
export function LimitsSection() {
  const mayManage = useMayManage();
  const { data, error, isFetching, refetch } = useEndpoint(limitItems, {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const base = data?.currency ?? '';
  const actions = (limit: Limit): MenuEntry[] => [
    { label: 'Change the amount…', onSelect: () => setOpen({ act: 'edit', limit }) },
    { label: 'Take away…', danger: true, separated: true, onSelect: () => setOpen({ act: 'remove', limit }) },
  ];
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle
          title="Limits of authority"
          detail="Up to what a role approves a kind of record. With several roles the highest counts. What is not listed has no limit."
        />
        {mayManage && (
          <Button
            variant="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpen({ act: 'new' })}
          >
            New limit
          </Button>
        )}
      </div>
      <div className="print-open rounded-lg border border-line bg-panel">
        <DataTable
          label="Limits of authority"
          columns={screenColumns(limitTable, { base })}
          rows={data?.data}
          rowKey={(row) => String(row.id)}
          rowLabel={(row) => `${row.role}, ${KINDS[row.kind].plural}`}
          loading={isFetching}
          {...{ error }}
          onRetry={() => void refetch()}
          empty={
            <EmptyState title="There are no limits.">A role that may decide a record approves any amount.</EmptyState>
          }
          {...(mayManage ? { rowActions: actions } : {})}
        />
      </div>
      {open?.act === 'new' && <NewLimitDialog {...{ base }} onClose={close} />}
      {open?.act === 'edit' && (
        <AsOpened of={data?.data.find(({ id }) => id === open.limit.id) ?? open.limit}>
          {(limit) => <EditLimitDialog {...{ base, limit }} onClose={close} />}
        </AsOpened>
      )}
      {open?.act === 'remove' && <RemoveLimitDialog limit={open.limit} onClose={close} />}
    </div>
  );
}
