import { useEffect, useRef, useState } from 'react';
import { ApiProblem, call } from '../../api/client.ts';
import type { SecondFactorAsked, SignedIn } from './first-calls.ts';
import { PlainField, PlainForm, plainLink, PlainPage, textOf } from './PlainForm.tsx';
import { authenticateSecond } from './second-calls.ts';
import { usePlainCall } from './use-plain-call.ts';
import { askPasskey, passkeyProblem } from './use-passkey.ts';

type Way = SecondFactorAsked['methods'][number];
type Props = { request: SecondFactorAsked; onEnter: (reply: SignedIn) => Promise<void>; onBack: () => void };

const LEADS: Record<Way, string> = {
  PASSKEY: 'Confirm with your passkey that it is you.',
  TOTP: 'Enter the six digits that your authenticator app shows.',
  RECOVERY: 'Enter one of the recovery codes that you kept. It is good once.',
};
const OTHERS: Record<Way, string> = {
  PASSKEY: 'Use a passkey',
  TOTP: 'Use the authenticator app',
  RECOVERY: 'Use a recovery code',
};

/** The second step of signing in: a passkey, a code or a recovery code, whichever the account has. */
export function SecondStep({ request, onEnter, onBack }: Props) {
  const [way, setWay] = useState<Way>(request.methods[0] ?? 'RECOVERY');
  const { busy, problem, errors, run } = usePlainCall();
  const [lapsed, setLapsed] = useState(false);
  const send = (answer: object) =>
    run(async () => {
      try {
        await onEnter(await call(authenticateSecond, { body: { token: request.token, ...answer } }));
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'SIGN_IN_LAPSED') setLapsed(true);
        throw error;
      }
    });
  return (
    <PlainPage title="Confirm it is you" lead={LEADS[way]}>
      {way === 'PASSKEY' ? (
        <PasskeyForm {...{ request, busy, problem, send }} />
      ) : (
        <CodeForm key={way} {...{ way, busy, problem, errors, send }} />
      )}
      <div className="mt-5 flex flex-wrap gap-x-5 gap-y-2">
        {request.methods
          .filter((one) => one !== way)
          .map((one) => (
            <button key={one} type="button" className={plainLink} onClick={() => setWay(one)}>
              {OTHERS[one]}
            </button>
          ))}
        <button type="button" className={plainLink} onClick={onBack}>
          {lapsed ? 'Sign in again' : 'Back to sign in'}
        </button>
      </div>
    </PlainPage>
  );
}

type FormProps = {
  busy: boolean;
  problem: string | null;
  send: (answer: object) => Promise<void>;
};

function CodeForm({ way, errors, send, ...state }: FormProps & { way: Way; errors: Readonly<Record<string, string>> }) {
  const form = useRef<HTMLDivElement>(null);
  const { problem } = state;
  // A wrong code is typed over, not mended.
  useEffect(() => {
    if (problem !== null) form.current?.querySelector('input')?.select();
  }, [problem]);
  const submit = (data: FormData) => {
    const typed = textOf(data, 'code').trim();
    void send(way === 'TOTP' ? { code: typed.replaceAll(/\s/g, '') } : { recovery: typed });
  };
  // Six digits are the whole: pasted or filled in by the telephone they go at once.
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    if (way === 'TOTP' && /^\d{6}$/.test(event.currentTarget.value.replaceAll(/\s/g, '')))
      event.currentTarget.form?.requestSubmit();
  };
  return (
    <div ref={form}>
      <PlainForm action={state.busy ? 'Checking…' : 'Sign in'} {...state} onSubmit={submit}>
        <PlainField
          label={way === 'TOTP' ? 'Code' : 'Recovery code'}
          name="code"
          autoComplete={way === 'TOTP' ? 'one-time-code' : 'off'}
          {...(way === 'TOTP' ? { inputMode: 'numeric', maxLength: 10 } : { maxLength: 40 })}
          autoFocus
          error={errors['code'] ?? errors['recovery']}
          onInput={onInput}
        />
      </PlainForm>
    </div>
  );
}

function PasskeyForm({ request, busy, problem, send }: FormProps & { request: SecondFactorAsked }) {
  const [refused, setRefused] = useState<string | null>(null);
  const begun = useRef(false);
  const ask = async () => {
    setRefused(null);
    try {
      await send({ passkey: await askPasskey(request.passkey) });
    } catch (error) {
      setRefused(passkeyProblem(error));
    }
  };
  // The browser's own question comes at once; a press asks again after it was put away.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void ask();
  });
  return (
    <PlainForm
      action={busy ? 'Checking…' : 'Use the passkey'}
      {...{ busy }}
      problem={refused ?? problem}
      onSubmit={() => void ask()}
    >
      {null}
    </PlainForm>
  );
}
