import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  deleteTemplate,
  listTemplates,
  renameTemplate,
  templateStatus,
  templateTable,
} from '../../../../domain/placements/templates.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { MARKETS, STATUS_FILTER, statusBadge } from '../../registers/register-words.ts';
import { FormText } from '../../../ui/forms/FormFields.tsx';
import { useListPage } from '../../../api/use-list.ts';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { AsOpened, StaleAction } from '../../../ui/dialogs/AsOpened.tsx';

type Row = WireReply<typeof listTemplates>['data'][number];

const COLUMNS = screenColumns(templateTable, {
  widths: { name: 220 },
  cells: {
    name: (row) => <span dir="auto">{row.name}</span>,
    branch: (row) => row.branch ?? 'Every branch',
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});
const FILTERS: readonly Filter[] = [
  STATUS_FILTER,
  { key: 'market', label: 'Market', kind: 'option', options: [...MARKETS] },
];

/** Terms that new placements start from: of the branch, and of the firm. */
export function TemplatesSection() {
  const session = useSession();
  const sees = can(session, 'policies.view');
  const page = useListPage(listTemplates, { name: 'templates', filters: ['status', 'market'], enabled: sees });
  const [renaming, setRenaming] = useState<Row | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const turn = useWrite(templateStatus, {
    onSuccess: (reply) => toastSuccess(reply.status === 'ACTIVE' ? 'Template active' : 'Template inactive'),
    onProblem: (problem) => toastProblem('Template not changed', problem),
  });
  if (!sees) return <NoPage title="Templates" may={false} />;
  const put = (row: Row) => ({ params: { id: String(row.id) } });
  const renamed = page.query.data?.data.find(({ id }) => id === renaming?.id) ?? renaming;
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
        {...page}
        views={<ViewsMenu call={listTemplates} />}
        nouns={['template', 'templates']}
        columns={COLUMNS}
        filters={FILTERS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowActions={actions}
        empty={
          <EmptyState title="No templates yet.">
            Open a policy or slip whose terms come again, and choose “Save as template” from its menu.
          </EmptyState>
        }
      />
      {renamed !== null && (
        <AsOpened of={renamed}>{(row) => <RenameDialog {...{ row }} onClose={() => setRenaming(null)} />}</AsOpened>
      )}
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
  const { form, refusal, dialog } = useDialogForm({
    shape: renameTemplate.body,
    body: (values) => ({ ...values, version: row.version }),
    initial: { name: row.name },
    send: (body) => rename.mutateAsync({ params: { id: String(row.id) }, body }),
    done: (_reply, values) => ['Template renamed', values.name],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename template"
      action="Rename"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" />
    </FormDialog>
  );
}
