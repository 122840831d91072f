import type { ApiProblem } from '../../api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import type { RecordHandle } from './record-handle.ts';
import { StaleNotice } from './StaleNotice.tsx';

/** What is edited, as its form says of it why it came back. */
export type Edited = Pick<RecordHandle, 'id' | 'status' | 'decision_reason' | 'decided_by'>;

type NoticeProps = {
  state: {
    /** A refusal that belongs to no field. */
    refusal: ApiProblem | null;
    /** It began with what was typed before. */
    restored: boolean;
    /** Back to what it would have begun with. */
    startOver: () => void;
  };
  record: Edited | undefined;
  href: (id: number) => string;
};

/** What is shown above a form: input that was brought back, a refusal of no field, why it came back to its maker. */
export function FormNotices({ state, record, href }: NoticeProps) {
  const { refusal, restored, startOver } = state;
  return (
    <>
      {restored && (
        <Notice
          title="Your unsaved input was brought back"
          action={
            <Button size="sm" onClick={startOver}>
              {record === undefined ? 'Start empty' : 'Back to what is saved'}
            </Button>
          }
        />
      )}
      {refusal !== null && refusal.code === 'STALE' && record !== undefined && (
        <StaleNotice id={record.id} href={href} onStartOver={startOver} />
      )}
      {refusal !== null && (refusal.code !== 'STALE' || record === undefined) && (
        <div role="alert">
          <Notice tone="bad" title="Not saved">
            {refusal.message}
          </Notice>
        </div>
      )}
      {record?.status === 'REJECTED' && record.decision_reason !== null && (
        <Notice tone="warn" title={`Rejected by ${record.decided_by?.name ?? ''}`}>
          {record.decision_reason}
        </Notice>
      )}
    </>
  );
}
