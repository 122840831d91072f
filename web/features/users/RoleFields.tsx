import type { Control, FieldPath } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { rolesPermissionsBranches } from '../../../domain/registers/aggregates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Select } from '../../ui/Select.tsx';
import { dutyOf } from './user-words.ts';

export type RoleValues = { role: string; branch: string };

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
type Props<V extends RoleValues> = { control: Control<V>; choices: Choices };

export function RoleFields<V extends RoleValues>({ control, choices }: Props<V>) {
  const { roles, branches } = choices;
  const role: string = useWatch({ control, name: 'role' as FieldPath<V> });
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Bound control={control} name={'role' as FieldPath<V>}>
        {(field) => (
          <Select
            label="Role"
            required
            options={roles.map((one) => ({ value: one.role, label: one.name, detail: dutyOf(one) }))}
            {...field}
            value={field.value}
            onChange={(value) => field.onChange(value as typeof field.value)}
          />
        )}
      </Bound>
      {role !== 'ROLE_ROOT' && (
        <Bound control={control} name={'branch' as FieldPath<V>}>
          {(field) => (
            <Select
              label="Branch"
              required
              options={branches.map((branch) => ({ value: branch.code, label: branch.name, detail: branch.code }))}
              {...field}
              value={field.value}
              onChange={(value) => field.onChange(value as typeof field.value)}
            />
          )}
        </Bound>
      )}
    </div>
  );
}
