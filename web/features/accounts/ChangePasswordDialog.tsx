import { lazy, Suspense, useRef } from 'react';
import { PASSWORD_HINT } from '../../../domain/accounts/password.ts';
import { changePassword, changePasswordTest } from '../../../domain/accounts/contract.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { emptyOf } from '../../../domain/forms.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';

const PasswordMeter = lazy(async () => ({ default: (await import('./PasswordMeter.tsx')).PasswordMeter }));

const FIELDS = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

/**
 * Changes the user's own password. It is tried when the last field is left, so that a weak one shows before it is sent.
 */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const tried = useRef('');
  const change = useWrite(changePassword);
  const { form, dialog, check, refuse } = useDialogForm({
    ...ofShape(changePassword.body),
    initial: emptyOf(changePassword.body),
    send: (body) => change.mutateAsync({ body }),
    done: () => ['Password changed', 'Your other sessions have ended.'],
    onDone: onClose,
  });
  const { values } = form;
  const tryIt = async () => {
    const snapshot = JSON.stringify(values);
    // A wrong current password counts as an attempt, so the same is not tried twice.
    if (snapshot === tried.current || FIELDS.some((field) => values[field] === '') || !(await check())) return;
    tried.current = snapshot;
    try {
      await call(changePasswordTest, { body: values });
    } catch (error) {
      if (!(error instanceof ApiProblem)) return;
      refuse(error.errors.filter(({ field }) => FIELDS.some((one) => one === field)));
    }
  };
  return (
    <FormDialog
      title="Change password"
      description="Your other sessions end with it; this one goes on."
      action="Change password"
      {...{ onClose, ...dialog }}
    >
      <FormText
        {...{ form }}
        name="oldPassword"
        label="Current password"
        required
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <FormText
        {...{ form }}
        name="newPassword"
        label="New password"
        required
        type="password"
        autoComplete="new-password"
        hint={`${PASSWORD_HINT} A few unrelated words make a good one.`}
      />
      <Suspense>{values.newPassword !== '' && <PasswordMeter password={values.newPassword} />}</Suspense>
      <FormText
        {...{ form }}
        name="confirmPassword"
        label="New password again"
        required
        type="password"
        autoComplete="new-password"
        onBlur={() => void tryIt()}
      />
    </FormDialog>
  );
}
