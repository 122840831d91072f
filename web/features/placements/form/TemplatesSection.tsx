import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  deleteTemplate,
  listTemplates,
  renameTemplate,
  templateStatus,
} from '../../../../domain/placements/templates.ts';
import { exportFile } from '../../../api/export-file.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { InstantText } from '../../../ui/marks/Figures.tsx';
import type { Filter } from '../../../ui/FilterChips.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { Column } from '../../../ui/table-types.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { marketName, MARKETS, STATUS_FILTER, statusBadge } from '../../registers/register-words.ts';
import { FormText } from '../../../ui/forms/FormFields.tsx';
import { useList } from '../../../api/use-list.ts';

type Row = WireReply<typeof listTemplates>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', sortable: true, width: 220, cell: (row) => <span dir="auto">{row.name}</span> },
  { id: 'market', title: 'Market', sortable: true, cell: (row) => marketName(row.market) },
  { id: 'class', title: 'Class', sortable: true, cell: (row) => row.class },
  { id: 'cover_type', title: 'Subclass', hidden: true, cell: (row) => row.cover_type.name },
  { id: 'branch', title: 'For', cell: (row) => row.branch ?? 'Every branch' },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
  { id: 'made_by', title: 'Made by', cell: (row) => row.made_by },
  { id: 'made_at', title: 'Made', sortable: true, cell: (row) => <InstantText value={row.made_at} /> },
];
const FILTERS: readonly Filter[] = [
  STATUS_FILTER,
  { key: 'market', label: 'Market', kind: 'option', options: [...MARKETS] },
];

/** Terms that new placements start from: of the branch, and of the firm. */
export function TemplatesSection() {
  const session = useSession();
  const list = useListState({ filters: ['status', 'market'] });
  const sees = can(session, 'policies.view');
  const query = useList(listTemplates, list.query, { enabled: sees });
  const [renaming, setRenaming] = useState<Row | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const turn = useWrite(templateStatus, {
    onSuccess: (reply) => toastSuccess(reply.status === 'ACTIVE' ? 'Template active' : 'Template inactive'),
    onProblem: (problem) => toastProblem('Template not changed', problem),
  });
  if (!sees) return <NoPage title="Templates" may={false} />;
  const put = (row: Row) => ({ params: { id: String(row.id) } });
  const actions = (row: Row): MenuEntry[] =>
    row.may_change
      ? [
          { label: 'Rename', onSelect: () => setRenaming(row) },
          {
            label: row.status === 'ACTIVE' ? 'Make inactive' : 'Make active',
            onSelect: () =>
              turn.mutate({
                ...put(row),
                body: { version: row.version, status: row.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' },
              }),
          },
          { label: 'Delete', danger: true, separated: true, onSelect: () => setDeleting(row) },
        ]
      : [];
  return (
    <>
      <ListPage
        title="Templates"
        name="templates"
        nouns={['template', 'templates']}
        {...{ list, query }}
        columns={COLUMNS}
        filters={FILTERS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowActions={actions}
        onExport={(format) => exportFile(listTemplates, { query: list.query, name: 'templates' }, format)}
        empty={
          <EmptyState title="No templates yet.">
            Open a policy or slip whose terms come again, and choose “Save as template” from its menu.
          </EmptyState>
        }
      />
      {renaming !== null && <RenameDialog row={renaming} onClose={() => setRenaming(null)} />}
      {deleting !== null && (
        <CallDialog
          danger
          call={deleteTemplate}
          input={{ ...put(deleting), body: { version: deleting.version } }}
          title={`Delete “${deleting.name}”`}
          effect="It is no longer there to start from. Policies and slips that were made from it stay as they are. This cannot be undone."
          action="Delete template"
          done={['Template deleted', deleting.name]}
          failed="Template not deleted"
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function RenameDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const rename = useWrite(renameTemplate);
  const { form, dialog } = useDialogForm({
    shape: renameTemplate.body,
    body: (values) => ({ ...values, version: row.version }),
    initial: { name: row.name },
    send: (body) => rename.mutateAsync({ params: { id: String(row.id) }, body }),
    done: (_reply, values) => ['Template renamed', values.name],
    onDone: onClose,
  });
  return (
    <FormDialog title="Rename template" action="Rename" {...{ onClose, ...dialog }}>
      <FormText {...{ form }} name="name" label="Name" />
    </FormDialog>
  );
}
