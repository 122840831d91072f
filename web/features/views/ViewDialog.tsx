import * as z from 'zod/mini';
import type { WireReply } from '../../../domain/endpoint.ts';
import { editView, saveView, VIEW_NAME_HINT, type viewItems } from '../../../domain/views/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { AsOpened, StaleAction } from '../../ui/dialogs/AsOpened.tsx';

type View = WireReply<typeof viewItems>['data'][number];
type Props = { list: string; query: string; pathname: string; view: View | null; onClose: () => void };

const SHAPE = z.pick(saveView.body, { name: true, shared: true });

/** Keeps what the list shows now as a view, or changes one's own to it. */
export function ViewDialog({ view, ...rest }: Props) {
  if (view === null) return <ViewForm {...{ view }} {...rest} />;
  return <AsOpened of={view}>{(opened) => <ViewForm view={opened} {...rest} />}</AsOpened>;
}

function ViewForm({ list, query, pathname, view, onClose }: Props) {
  const go = useGo();
  const save = useWrite(saveView);
  const edit = useWrite(editView);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: { name: view?.name ?? '', shared: view?.shared ?? false },
    send: (body) =>
      view === null
        ? save.mutateAsync({ body: { ...body, list, query } })
        : edit.mutateAsync({ body: { ...body, id: view.id, version: view.version, query } }),
    done: (saved) => [view === null ? 'View saved' : 'View changed', saved.name],
    onDone: (saved) => {
      onClose();
      go(`${pathname}?${saved.query}&view=${saved.id}`, { replace: true });
    },
  });
  return (
    <FormDialog
      title={view === null ? 'Save as a view' : `Change “${view.name}”`}
      description="It keeps the search, the filters, the order and the columns that the list has now."
      action={view === null ? 'Save view' : 'Change view'}
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" hint={VIEW_NAME_HINT} />
      <FormSwitch
        {...{ form }}
        name="shared"
        label="Shared with the branch"
        hint="Everybody who sees this list finds it among their views."
      />
    </FormDialog>
  );
}
