import { useState } from 'react';
import type { decisionCalls } from '../../../../domain/decision-calls.ts';
import { ApiProblem } from '../../../api/client.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { useGoOn } from '../../../ui/forms/use-go-on.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { forgetInput } from '../../../ui/forms/use-kept-input.ts';

/** A record as a form that edits it needs it. */
export type Saved = { id: number; version: number };
/** How a draft is saved: its calls, and where its page is. */
export type Saving<V> = {
  write: (values: V) => Promise<Saved & { number?: string | null | undefined }>;
  submit: ReturnType<typeof decisionCalls>['submit'];
  href: (id: number) => string;
  /** "Policy": the record as messages name it. */
  noun: string;
};

type Options = { keptAs: string; onRefused: () => void };
/** A refusal, and what was typed when it came: a message goes once its field changes. */
type Refused<V> = { problem: ApiProblem; values: V };

/** Saves a placement or an endorsement and submits it where that is wanted; then its page is shown. */
export function useSaveDraft<V>({ write, submit, href, noun }: Saving<V>, { keptAs, onRefused }: Options) {
  const goOn = useGoOn();
  const submission = useWrite(submit);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused<V> | null>(null);

  const save = async (values: V, thenSubmit: boolean) => {
    setRefused(null);
    setSaving(true);
    try {
      const saved = await write(values);
      const number = saved.number ?? '';
      forgetInput(keptAs);
      if (thenSubmit) {
        try {
          await submission.mutateAsync({ params: { id: String(saved.id) }, body: { version: saved.version } });
          toastSuccess(`${noun} submitted`, `${number} waits for approval.`);
        } catch (error) {
          toastProblem(`${number} is saved as a draft, but not submitted`, error);
        }
      } else toastSuccess('Draft saved', number);
      goOn(href(saved.id));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 401) return;
      setRefused({ problem: error, values });
      onRefused();
    } finally {
      setSaving(false);
    }
  };
  return { save, refused, busy: saving };
}
