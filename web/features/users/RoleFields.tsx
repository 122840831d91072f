import { rolesPermissionsBranches } from '../../../domain/registers/aggregates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { dutyOf } from './user-words.ts';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { FormSelect } from '../../ui/forms/FormFields.tsx';

type RoleValues = { role: string; branch: string };

/** The roles and branches of the firm, and how chosen ones travel: a branch by its id, none for root. */
export function useChoices() {
  const { data } = useEndpoint(rolesPermissionsBranches, {}, { staleTime: 300_000 });
  const branches = data?.branches ?? [];
  return {
    roles: data?.roles ?? [],
    branches,
    sent: ({ role, branch }: RoleValues) => ({
      role,
      branch: role === 'ROLE_ROOT' ? null : (branches.find((one) => one.code === branch)?.id ?? null),
    }),
  };
}

type Choices = Pick<ReturnType<typeof useChoices>, 'roles' | 'branches'>;

export function RoleFields({ form, choices }: { form: Form<RoleValues>; choices: Choices }) {
  const { roles, branches } = choices;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <FormSelect
        {...{ form }}
        name="role"
        label="Role"
        required
        options={roles.map((one) => ({ value: one.role, label: one.name, detail: dutyOf(one) }))}
      />
      {form.values.role !== 'ROLE_ROOT' && (
        <FormSelect
          {...{ form }}
          name="branch"
          label="Branch"
          required
          options={branches.map((branch) => ({ value: branch.code, label: branch.name, detail: branch.code }))}
        />
      )}
    </div>
  );
}
