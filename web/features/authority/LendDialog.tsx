import { userItems } from '../../../domain/accounts/users.ts';
import { saveLending } from '../../../domain/authority/contract.ts';
import { DECIDING, LENDING_DAYS } from '../../../domain/authority/rules.ts';
import { emptyOf } from '../../../domain/forms.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { call } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormArea, FormDay, FormPicker, FormSelect } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useFirmToday } from '../../api/firm-day.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import type { Search } from '../../ui/fields/use-search.ts';

const searchColleagues =
  (own: number, branch: string): Search =>
  async (text, signal) => {
    const query = { branch, status: 'ACTIVE' as const, ...(text === '' ? {} : { searchValue: text }) };
    const { data } = await call(userItems, { query }, { signal });
    return data
      .filter(({ id }) => id !== own)
      .map(({ id, name, email }) => ({ id: String(id), label: name, detail: email }));
  };

/** Lends one of one's own rights to decide to somebody who works in the active branch. */
export function LendDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const today = useFirmToday();
  const rights = DECIDING.filter((right) => can(session, right));
  const save = useWrite(saveLending);
  const { form, dialog } = useDialogForm({
    ...ofShape(saveLending.body),
    initial: { ...emptyOf(saveLending.body), ...(rights[0] && { permission: rights[0] }), from: today },
    send: (body) => save.mutateAsync({ body }),
    done: (_, { borrower }) => ['Right lent', `To ${borrower?.label ?? 'a colleague'}`],
    onDone: onClose,
  });
  const branch = session?.user.branch;
  return (
    <FormDialog
      title="Lend a right"
      description={`In ${branch?.name ?? 'the active branch'}, for ${LENDING_DAYS} days at most, up to your own limit of authority. You keep it, and nobody decides their own entry.`}
      action="Lend right"
      {...{ onClose, ...dialog }}
    >
      <FormPicker
        {...{ form }}
        name="borrower"
        label="To"
        noun="colleague"
        search={searchColleagues(session?.user.id ?? 0, branch?.code ?? '')}
      />
      <FormSelect
        {...{ form }}
        name="permission"
        label="Right"
        options={rights.map((value) => ({ value, label: PERMISSION_WORDS[value].label }))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormDay {...{ form }} name="from" label="First day" />
        <FormDay {...{ form }} name="to" label="Last day" />
      </div>
      <FormArea {...{ form }} name="reason" label="Reason" />
    </FormDialog>
  );
}
