import { lazy, Suspense, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { changePassword, changePasswordTest, SHORTEST_PASSWORD } from '../../../domain/accounts/contract.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';

const PasswordMeter = lazy(async () => ({ default: (await import('./PasswordMeter.tsx')).PasswordMeter }));

type Values = { oldPassword: string; newPassword: string; confirmPassword: string };
const BLANK: Values = { oldPassword: '', newPassword: '', confirmPassword: '' };
const FIELDS = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

/** One's own password. It is tried when the last field is left, so that a weak one is told before it is sent. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const tried = useRef('');
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: changePassword,
    initial: BLANK,
    schema: changePassword.body,
    bodyOf: (values) => values,
    inputOf: (values) => ({ body: values }),
    onDone: () => {
      toastSuccess('Password changed', 'Your other sessions have ended.');
      onClose();
    },
  });
  const typed = useWatch({ control: form.control, name: 'newPassword' });
  const check = async () => {
    const values = form.getValues();
    const given = JSON.stringify(values);
    // A wrong current password counts as an attempt, so the same is not tried twice.
    if (given === tried.current || FIELDS.some((field) => values[field] === '') || !(await form.trigger())) return;
    tried.current = given;
    try {
      await call(changePasswordTest, { body: values });
    } catch (error) {
      if (!(error instanceof ApiProblem)) return;
      if (error.code === 'WRONG_PASSWORD') form.setError('oldPassword', { message: error.message });
      for (const { field, message } of error.errors) {
        const known = FIELDS.find((one) => one === field);
        if (known !== undefined) form.setError(known, { message });
      }
    }
  };
  return (
    <FormDialog
      title="Change password"
      description="Your other sessions end with it; this one goes on."
      action="Change password"
      {...{ onClose, busy, dirty }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="oldPassword">
        {(field) => (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            autoFocus
            required
            {...field}
          />
        )}
      </Bound>
      <Bound control={form.control} name="newPassword">
        {(field) => (
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${SHORTEST_PASSWORD} characters. A few unrelated words make a good one.`}
            required
            {...field}
          />
        )}
      </Bound>
      <Suspense>{typed !== '' && <PasswordMeter password={typed} />}</Suspense>
      <Bound control={form.control} name="confirmPassword">
        {(field) => (
          <TextField
            label="New password again"
            type="password"
            autoComplete="new-password"
            required
            {...field}
            onBlur={() => {
              field.onBlur();
              void check();
            }}
          />
        )}
      </Bound>
    </FormDialog>
  );
}
