import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { Side } from '../../../domain/statements/account.ts';
import { startStatements, type statementAccounts } from '../../../domain/statements/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { Unaddressed } from '../documents/Unaddressed.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import { showDay } from '../../ui/marks/format.ts';

type Props = {
  side: Side;
  asAt: string;
  /** Of how many statements are made, and who of them has no address. */
  count: number;
  unaddressed: WireReply<typeof statementAccounts>['unaddressed'];
  /** Those that are chosen; left out: all. */
  parties?: readonly number[];
  onClose: () => void;
  onStarted: (batch: number) => void;
};

const NOUNS: Record<Side, readonly [string, string]> = {
  REINSURED: ['reinsured', 'reinsureds'],
  SECURITY: ['security', 'securities'],
};

/** Of whom statements are made, and whether they are mailed; who has no address is named first. */
export function StartDialog({ side, asAt, count, unaddressed, parties, onClose, onStarted }: Props) {
  const [mail, setMail] = useState(true);
  const start = useWrite(startStatements, {
    onSuccess: ({ id }) => onStarted(id),
    onProblem: (problem) => toastProblem('No statement was made', problem),
  });
  const [one, many] = NOUNS[side];
  return (
    <FormDialog
      size="sm"
      onClose={onClose}
      title={`Statements of ${showCount(count)} ${count === 1 ? one : many}`}
      description={`As at ${showDay(asAt)}, each on paper and as a sheet. It goes on when you leave this page.`}
      action={mail ? 'Make and mail' : 'Make statements'}
      busy={start.isPending}
      onSubmit={() =>
        start.mutate({ body: { side, asat: asAt, mail, ...(parties !== undefined && { parties: [...parties] }) } })
      }
    >
      <div className="grid gap-3">
        <Checkbox
          label="Mail each to the party"
          hint="To its contacts for statements, else to its general address."
          checked={mail}
          onChange={setMail}
        />
        {mail && <Unaddressed {...unaddressed} />}
      </div>
    </FormDialog>
  );
}
