import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { editTerms, orderTerms, saveTerms, termsItems } from '../../../domain/firm/terms.ts';
import { isPaymentTerms, paymentTermsLabel } from '../../../domain/placements/terms.ts';
import { emptyOf, type FormValues } from '../../../domain/forms.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { showCount } from '../../ui/fields/whole-number.ts';
import { AsOpened, StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { useMayManage } from './SettingForm.tsx';

type Terms = WireReply<typeof termsItems>['data'][number];

const COLUMNS: readonly Column<Terms>[] = [
  { id: 'label', title: 'Name', width: 240, cell: (row) => row.label },
  { id: 'code', title: 'Code', cell: (row) => row.code },
  { id: 'uses', title: 'Policies', align: 'right', cell: (row) => (row.uses === 0 ? '–' : showCount(row.uses)) },
  {
    id: 'enabled',
    title: 'Status',
    cell: (row) => (
      <StatusBadge label={row.enabled ? 'Offered' : 'Not offered'} tone={row.enabled ? 'good' : 'neutral'} />
    ),
  },
];

/** The payment terms that the firm offers, in its order. */
export function PaymentTermsSection() {
  const mayManage = useMayManage();
  const query = useEndpoint(termsItems, {});
  const [open, setOpen] = useState<Terms | 'new' | null>(null);
  const order = useWrite(orderTerms, { onProblem: (problem) => toastProblem('Order not saved', problem) });
  const rows = query.data?.data;
  const move = (index: number, by: number) => {
    const ids = (rows ?? []).map((row) => row.id);
    const [moved] = ids.splice(index, 1);
    if (moved === undefined) return;
    ids.splice(index + by, 0, moved);
    order.mutate({ body: { ids } });
  };
  const actions = (row: Terms): MenuEntry[] => {
    const index = rows?.indexOf(row) ?? 0;
    return [
      { label: 'Edit', onSelect: () => setOpen(row) },
      {
        label: 'Move up',
        onSelect: () => move(index, -1),
        disabledReason: index === 0 ? 'It is the first.' : undefined,
      },
      {
        label: 'Move down',
        onSelect: () => move(index, 1),
        disabledReason: index + 1 === rows?.length ? 'It is the last.' : undefined,
      },
    ];
  };
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle
          title="Payment terms"
          detail="What the forms of policies offer, in this order. Policies keep theirs."
        />
        {mayManage && (
          <Button variant="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('new')}>
            New payment terms
          </Button>
        )}
      </div>
      <div className="print-open rounded-lg border border-line bg-panel">
        <DataTable
          label="Payment terms"
          columns={COLUMNS}
          {...{ rows }}
          rowKey={(row) => String(row.id)}
          rowLabel={(row) => row.label}
          loading={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          {...(mayManage ? { rowActions: actions } : {})}
        />
      </div>
      {open === 'new' && <NewTermsDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && (
        <AsOpened of={rows?.find(({ id }) => id === open.id) ?? open}>
          {(saved) => <EditTermsDialog {...{ saved }} onClose={() => setOpen(null)} />}
        </AsOpened>
      )}
    </div>
  );
}

function NewTermsDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(saveTerms);
  const { form, dialog } = useDialogForm({
    shape: saveTerms.body,
    body: ({ code, label }: FormValues<typeof saveTerms.body>) => {
      const plain = code.trim().toUpperCase();
      return { code: plain, label: label.trim() === '' && isPaymentTerms(plain) ? paymentTermsLabel(plain) : label };
    },
    initial: emptyOf(saveTerms.body),
    send: (body) => save.mutateAsync({ body }),
    done: () => 'Payment terms added',
    onDone: onClose,
  });
  const code = form.values.code.trim().toUpperCase();
  return (
    <FormDialog title="New payment terms" action="Add payment terms" {...{ onClose, ...dialog }}>
      <FormText
        {...{ form }}
        name="code"
        label="Code"
        hint="LUMP_45: in full within 45 days. INSTALMENTS_3: 3 instalments within the year."
        autoFocus
        spellCheck={false}
      />
      <FormText
        {...{ form }}
        name="label"
        label="Name"
        hint={
          isPaymentTerms(code) ? `As documents print it; if empty, ${paymentTermsLabel(code)}` : 'As documents print it'
        }
      />
    </FormDialog>
  );
}

function EditTermsDialog({ saved, onClose }: { saved: Terms; onClose: () => void }) {
  const edit = useWrite(editTerms);
  const { form, refusal, dialog } = useDialogForm({
    shape: editTerms.body,
    body: (values) => ({ id: saved.id, version: saved.version, ...values }),
    initial: { label: saved.label, enabled: saved.enabled },
    send: (body) => edit.mutateAsync({ body }),
    done: () => 'Payment terms saved',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Edit ${saved.code}`}
      action="Save payment terms"
      {...{ onClose, ...dialog }}
      refusal={dialog.refusal ?? form.errors['enabled']}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="label" label="Name" hint="As documents made from now on print it" autoFocus />
      <FormSwitch
        {...{ form }}
        name="enabled"
        label="Offered"
        hint={
          saved.uses === 0
            ? 'In the forms of policies'
            : `${showCount(saved.uses)} policies have these terms and keep them.`
        }
      />
    </FormDialog>
  );
}
