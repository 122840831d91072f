import { useState } from 'react';
import { imports } from '../../../domain/imports/contract.ts';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { RadioGroup } from '../../ui/fields/Choice.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { countOf, type Import } from './import-words.ts';

/** What happens to rows whose record is in the register already. */
export function ExistingRows({ file, target }: { file: Import; target: ImportTarget }) {
  const [chosen, setChosen] = useState(file.existing);
  const match = useWrite(imports.match, {
    onProblem: (problem) => {
      setChosen(file.existing);
      toastProblem('Not changed', problem);
    },
  });
  const { exists } = file.counts;
  if (exists === 0) return null;
  const one = exists === 1;
  const label = `${countOf(exists, ['row is', 'rows are'])} ${target.ofBranch ? 'here already' : 'in the register already'}`;
  if (target.update === null) return <Notice title={label}>{one ? 'It is skipped.' : 'They are skipped.'}</Notice>;
  if (!file.mayUpdate)
    return (
      <Notice title={label}>
        {one ? 'It is skipped.' : 'They are skipped.'} Updating needs the right to edit the register.
      </Notice>
    );
  return (
    <Card>
      <RadioGroup
        label={label}
        value={chosen}
        options={[
          { value: 'skip', label: one ? 'Skip it' : 'Skip them', hint: 'What is in the register stays as it is.' },
          {
            value: 'update',
            label: one ? 'Update it' : 'Update them',
            hint: 'What the file has replaces what the register has. Empty cells change nothing.',
          },
        ]}
        onChange={(value) => {
          const existing = value === 'update' ? 'update' : 'skip';
          setChosen(existing);
          match.mutate({ params: { id: String(file.id) }, body: { version: file.version, existing } });
        }}
      />
    </Card>
  );
}
