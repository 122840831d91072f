import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { formats, saveFormat } from '../../../domain/firm/numbering.ts';
import { formatFault, formatNumber, seriesOf, standardFormat } from '../../../domain/numbers.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { OneBranch } from '../../ui/layout/OneBranch.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { AsOpened, StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { useMayManage } from './SettingForm.tsx';

type Reply = WireReply<typeof formats>;
type Format = Reply['data'][number];
type Place = Pick<Reply, 'branch' | 'year'>;

const nextOf = (row: Format, { branch, year }: Place, format = row.format) =>
  formatNumber(row.kind, { branch, year, sequence: row.sequence, format });

const columnsIn = (place: Place): readonly Column<Format>[] => [
  { id: 'kind', title: 'Kind', width: 150, cell: (row) => seriesOf(row.kind).label },
  { id: 'next', title: `Next in ${place.branch}`, width: 170, cell: (row) => nextOf(row, place) },
  {
    id: 'format',
    title: 'Format',
    width: 260,
    cell: (row) => (
      <>
        <code className="font-mono text-xs">{row.format}</code> {row.standard && <Badge>Standard</Badge>}
      </>
    ),
  },
  {
    id: 'last',
    title: 'Last',
    cell: (row) => row.last ?? <span className="text-mute">None yet</span>,
  },
];

const OF_ONE = {
  title: 'Numbering',
  why: 'Formats apply to every branch. The next numbers shown are those of one.',
  permission: 'registers.view',
} as const;

/** How the numbers to come are written. */
export function NumberingSection() {
  return (
    <OneBranch of={OF_ONE}>
      <Numbers />
    </OneBranch>
  );
}

function Numbers() {
  const mayManage = useMayManage();
  const query = useEndpoint(formats, {});
  const [open, setOpen] = useState<Format | null>(null);
  const place = { branch: query.data?.branch ?? '', year: query.data?.year ?? 0 };
  return (
    <div className="flex max-w-5xl flex-col gap-3">
      <PageTitle
        title="Numbering"
        detail="A format applies to new numbers. Those already given stay, and none is left out or given twice."
      />
      <div className="print-open rounded-lg border border-line bg-panel">
        <DataTable
          label="Numbering"
          columns={columnsIn(place)}
          rows={query.data?.data}
          rowKey={(row) => row.kind}
          rowLabel={(row) => seriesOf(row.kind).label}
          loading={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          {...(mayManage
            ? { rowActions: (row: Format) => [{ label: 'Change format', onSelect: () => setOpen(row) }] }
            : {})}
        />
      </div>
      {open !== null && (
        <AsOpened of={query.data?.data.find(({ kind }) => kind === open.kind) ?? open}>
          {(row) => <FormatDialog {...{ row, place }} onClose={() => setOpen(null)} />}
        </AsOpened>
      )}
    </div>
  );
}

function FormatDialog({ row, place, onClose }: { row: Format; place: Place; onClose: () => void }) {
  const save = useWrite(saveFormat);
  const { form, refusal, dialog } = useDialogForm({
    shape: saveFormat.body,
    body: ({ format }) => ({ kind: row.kind, format, version: row.version }),
    initial: { format: row.format },
    send: (body) => save.mutateAsync({ body }),
    done: () => [`${seriesOf(row.kind).label}: format saved`, 'It is for numbers from now on.'],
    onDone: onClose,
  });
  const typed = form.values.format.trim();
  const fault = formatFault(typed);
  const standard = standardFormat(row.kind);
  return (
    <FormDialog
      title={`${seriesOf(row.kind).label}: format of its numbers`}
      description="{KIND}, {BRANCH}, {YYYY} or {YY} and {NNNN} to {NNNNNNNN}, separated by / - or . with a prefix of your own if you like."
      action="Save format"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="format" label="Format" autoFocus spellCheck={false} />
      <p aria-live="polite" className="min-h-10">
        {fault === null ? (
          <>
            <span className="block text-xs text-mute">The next number</span>
            <span className="font-medium tabular-nums">{nextOf(row, place, typed)}</span>
          </>
        ) : (
          <span className="text-mute">{fault}</span>
        )}
      </p>
      {typed !== standard && (
        <div>
          <Button size="sm" onClick={() => form.set({ format: standard })}>
            Use the standard format
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
