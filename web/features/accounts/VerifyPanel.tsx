import { useEffect, useState } from 'react';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { go } from '../../api/go.ts';
import { paths } from '../../paths.ts';
import { DigestCheck } from './DigestCheck.tsx';
import { verifyDocument } from './first-calls.ts';
import { PlainField, PlainForm, plainLink, PlainPage, textOf } from './PlainForm.tsx';
import { showAmount, showDay } from '../../ui/marks/format.ts';

type Verified = WireReply<typeof verifyDocument>;
type Answer = { code: string; document: Verified | null; problem: string | null };

const UNKNOWN =
  'No document has this code. Compare it with the one on the document; if it is the same, the document was not issued here.';

async function ask(code: string, signal: AbortSignal): Promise<Answer> {
  try {
    return { code, document: await call(verifyDocument, { params: { code } }, { signal }), problem: null };
  } catch (error) {
    if (error instanceof ApiProblem && error.status !== 400 && error.status !== 404)
      return { code, document: null, problem: error.message };
    return { code, document: null, problem: UNKNOWN };
  }
}

function useAnswer(code: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (code === '') return undefined;
    const request = new AbortController();
    const look = async () => {
      const next = await ask(code, request.signal);
      if (!request.signal.aborted) setAnswer(next);
    };
    void look();
    return () => request.abort();
  }, [code]);
  return answer?.code === code ? answer : null;
}

/** What anyone who holds a document may check it against: its code is in the fragment, which no server's log sees. */
export function VerifyPanel({ code }: { code: string }) {
  const answer = useAnswer(code);
  const submit = (form: FormData) => {
    const typed = textOf(form, 'code').trim().toUpperCase();
    void go(`${paths.signIn}#verify=${encodeURIComponent(typed)}`, { replace: true });
  };
  return (
    <PlainPage title="Check a document" lead="Whether it was issued here, and what it said on that day.">
      <div aria-live="polite" className="mb-5">
        {code !== '' && answer === null && <p className="text-mute">Looking it up…</p>}
        {answer !== null && answer.document === null && (
          <p className="rounded-md border border-bad/30 bg-badsoft px-3 py-2 wrap-anywhere">{answer.problem}</p>
        )}
        {answer !== null && answer.document !== null && <Facts document={answer.document} />}
      </div>
      <PlainForm action="Check this code" busy={false} problem={null} onSubmit={submit}>
        <PlainField
          key={code}
          label="Code on the document"
          name="code"
          autoComplete="off"
          defaultValue={code}
          maxLength={40}
        />
      </PlainForm>
      <p className="mt-5">
        <a className={plainLink} href={paths.signIn}>
          Sign in
        </a>
      </p>
    </PlainPage>
  );
}

/** Whether it still counts, in a sentence. */
function stateText({ status, replaced_by: replacedBy, number }: Verified): string {
  if (status === 'VOID') return 'This document was issued here and is void now.';
  if (status === 'ISSUED') return 'This document was issued here.';
  return replacedBy === number
    ? 'This document was issued here and is superseded: a later one has the same number.'
    : `This document was issued here and is superseded by ${replacedBy ?? 'a later one'}.`;
}

function showTotal(total: string): string {
  const [currency = '', figure = ''] = total.split(' ');
  const amount = parseAmount(figure, currency);
  return typeof amount === 'bigint' ? `${currency} ${showAmount(amount, currency, 'digits')}` : total || '–';
}

function Facts({ document }: { document: Verified }) {
  const day = parseDay(document.date);
  const facts = [
    ['Document', DOCUMENT_LABELS[document.kind] ?? document.kind],
    ['Number', document.number],
    ['Date', day === null ? document.date : showDay(day)],
    ['Party', document.party],
    ['Total', showTotal(document.total)],
  ] as const;
  return (
    <section aria-label="What was issued" className="rounded-lg border border-line bg-panel">
      {document.status === 'ISSUED' ? (
        <p className="rounded-t-lg border-b border-good/30 bg-goodsoft px-3.5 py-2 font-medium">
          <span aria-hidden="true">✓ </span>
          {stateText(document)}
        </p>
      ) : (
        <p className="rounded-t-lg border-b border-bad/30 bg-badsoft px-3.5 py-2 font-medium wrap-anywhere">
          <span aria-hidden="true">! </span>
          {stateText(document)}
        </p>
      )}
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-3.5 py-3">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-mute">{label}</dt>
            <dd dir="auto" className="font-medium wrap-anywhere tabular-nums">
              {value}
            </dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-mute">SHA-256</dt>
          <dd className="font-mono text-2xs wrap-anywhere">{document.sha256}</dd>
        </div>
      </dl>
      <p className="px-3.5 pb-2 text-mute">Compare each line with the document that you hold.</p>
      <DigestCheck sha256={document.sha256} />
    </section>
  );
}
