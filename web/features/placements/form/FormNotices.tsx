import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import type { PolicyRecord } from './policy-values.ts';
import { StaleNotice } from './StaleNotice.tsx';
import type { DraftFormState } from './use-draft-form.ts';

type NoticeProps = {
  state: DraftFormState;
  record: Pick<PolicyRecord, 'id' | 'status' | 'decision_reason' | 'decided_by'> | undefined;
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
      {refusal !== null && refusal.code !== 'STALE' && (
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
