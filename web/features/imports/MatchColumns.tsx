import { useState } from 'react';
import { imports } from '../../../domain/imports/contract.ts';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { ColumnSelects } from './ColumnSelects.tsx';
import type { Import } from './import-words.ts';
import { useUnsent } from './use-unsent.ts';

type Props = { file: Import; target: ImportTarget; onUnsent: (by: 1 | -1) => void };

/** Which column each field is read from. A choice is tried by checking the rows again. */
export function MatchColumns({ file, target, onUnsent }: Props) {
  const [matching, setMatching] = useState<Readonly<Record<string, number>>>(file.matching);
  const match = useWrite(imports.match, { onProblem: (problem) => toastProblem('Columns not matched', problem) });
  const send = (body: { matching?: Record<string, number>; sheet?: number }) =>
    match.mutate({ params: { id: String(file.id) }, body: { version: file.version, ...body } });
  const changed = target.fields.some(({ key }) => matching[key] !== file.matching[key]);
  useUnsent(changed, onUnsent);
  return (
    <Card
      title="Columns"
      actions={
        changed ? (
          <>
            <Button size="sm" variant="ghost" onClick={() => setMatching(file.matching)}>
              Undo
            </Button>
            <Button
              size="sm"
              variant="primary"
              busy={match.isPending}
              onClick={() => send({ matching: { ...matching } })}
            >
              Check rows again
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {file.sheets.length > 1 && (
          <Select
            label="Sheet"
            value={String(file.sheet)}
            options={file.sheets.map((name, index) => ({ value: String(index), label: name }))}
            onChange={(value) => {
              const sheet = file.sheets.findIndex((_, index) => String(index) === value);
              if (sheet >= 0 && sheet !== file.sheet) send({ sheet });
            }}
          />
        )}
        <ColumnSelects {...{ target, matching }} columns={file.columns} onMatching={setMatching} />
      </div>
    </Card>
  );
}
