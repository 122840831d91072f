import * as z from 'zod/mini';
import { KINDS, PAPERED, titleOf, type Kind } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Effects } from '../../ui/dialogs/Effects.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPdfDialog } from '../documents/RecordPdfDialog.tsx';
import { DecideDrawer } from './DecideDrawer.tsx';
import { DisableDraftDialog } from './DisableDraftDialog.tsx';
import type { RecordViewProps } from './RecordView.tsx';
import { useOpened } from './use-act.ts';

type Props = Pick<
  RecordViewProps,
  'record' | 'acts' | 'description' | 'approval' | 'review' | 'reversal' | 'paper' | 'act'
> & {
  onClose: () => void;
};

/** The dialogs of the steps that every record of money takes: its decision, its reversal, its paper. */
export function StepDialogs(props: Props) {
  const { record, acts, description, approval, review, reversal, paper, act, onClose } = props;
  const { kind, id, version, status, name } = record;
  const { calls } = acts;
  const { noun, states, issue }: Kind = KINDS[kind];
  const reverse = useWrite(calls.reverse);
  const deciding = useOpened(act === 'decide', mayIn(states, status, 'decide'));
  const reversing = useOpened(act === 'reverse', mayIn(states, status, 'reverse'));
  const disabling = useOpened(act === 'disable', mayIn(states, status, 'disable'));
  const papered = PAPERED.find((one) => one === kind);
  return (
    <>
      <DecideDrawer open={deciding} {...{ onClose, record, calls, description }} effects={approval}>
        {review}
      </DecideDrawer>
      {disabling && <DisableDraftDialog {...{ record, onClose }} call={calls.disable} />}
      {reversing && (
        <ReasonDialog
          danger
          size="md"
          cancel="Keep as it is"
          title={`Reverse ${noun} ${name}`}
          description="What was booked stays in the books; an opposite entry of today takes it back."
          action={`Reverse ${noun}`}
          shape={z.pick(calls.reverse.body, { reason: true })}
          send={(reason) => reverse.mutateAsync({ params: { id: String(id) }, body: { reason, version } })}
          done={() => [`${titleOf({ noun })} reversed`, name]}
          {...{ onClose }}
        >
          {reversal.warning !== undefined && <Notice tone="warn">{reversal.warning}</Notice>}
          <Effects effects={reversal.effects} />
          {reversal.children}
        </ReasonDialog>
      )}
      {paper !== undefined && papered !== undefined && (
        <RecordPdfDialog
          record={{ kind: papered, id }}
          sends={issue}
          open={act === 'document' && record.number !== null}
          onClose={onClose}
          title={`${paper.title} ${name}`}
          name={`${kind} ${id} ${version}`}
          load={paper.load}
        />
      )}
    </>
  );
}
