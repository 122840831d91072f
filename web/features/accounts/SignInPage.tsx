import { lazy, Suspense, useState } from 'react';
import { PASSWORD_HINT } from '../../../domain/accounts/password.ts';
import { authenticate, recoverPassword, resetPassword, type SecondFactorAsked } from './first-calls.ts';
import { call } from '../../api/client.ts';
import { go, useHash } from '../../api/go.ts';
import { clearSession } from '../../api/session.ts';
import { inheritWanted } from '../../api/wanted.ts';
import { linkOf } from '../../entrance.ts';
import { paths } from '../../paths.ts';
import { enter } from './enter.ts';
import { PlainField, PlainForm, plainLink, PlainPage, textOf } from './PlainForm.tsx';
import { usePlainCall } from './use-plain-call.ts';

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }));
const PasswordMeter = lazy(async () => ({ default: (await import('./PasswordMeter.tsx')).PasswordMeter }));
const VerifyPanel = lazy(async () => ({ default: (await import('./VerifyPanel.tsx')).VerifyPanel }));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Signing in, asking for a link, and choosing a password with one: its token is in the fragment, which no server sees. */
export function SignInPage() {
  const { token, code } = linkOf(useHash());
  const [forgotten, setForgotten] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  if (code !== undefined) {
    return (
      <Suspense>
        <VerifyPanel code={decoded(code).trim().toUpperCase()} />
      </Suspense>
    );
  }
  if (token !== undefined && message === null) return <ResetForm token={token} onDone={setMessage} />;
  if (forgotten) return <ForgottenForm onBack={() => setForgotten(false)} />;
  return <SignInForm message={message} onForgotten={() => setForgotten(true)} />;
}

function SignInForm({ message, onForgotten }: { message: string | null; onForgotten: () => void }) {
  const { busy, problem, errors, run } = usePlainCall();
  const [request, setRequest] = useState<SecondFactorAsked | null>(null);
  const submit = (form: FormData) =>
    void run(async () => {
      const body = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') };
      const reply = await call(authenticate, { body });
      if ('second_factor' in reply) setRequest(reply.second_factor);
      else await enter(reply);
    });
  if (request !== null) {
    return (
      <Suspense>
        <SecondStep {...{ request }} onEnter={enter} onBack={() => setRequest(null)} />
      </Suspense>
    );
  }
  return (
    <PlainPage title="Sign in" lead="The work of your brokerage, in one place.">
      {message !== null && (
        <output className="mb-3.5 block rounded-md border border-good/30 bg-goodsoft px-3 py-2">{message}</output>
      )}
      <PlainForm action={busy ? 'Signing in…' : 'Sign in'} {...{ busy, problem }} onSubmit={submit}>
        <PlainField label="Email" name="email" type="email" autoComplete="username" autoFocus error={errors['email']} />
        <PlainField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors['password']}
        />
      </PlainForm>
      <div className="mt-5 flex flex-wrap items-baseline justify-between gap-2">
        <button type="button" className={plainLink} onClick={onForgotten}>
          Forgot your password?
        </button>
        <a className={plainLink} href={paths.signUp}>
          Create an account
        </a>
        <a className={plainLink} href="#verify=">
          Check a document
        </a>
      </div>
    </PlainPage>
  );
}

function ForgottenForm({ onBack }: { onBack: () => void }) {
  const { busy, problem, errors, run } = usePlainCall();
  const [answer, setAnswer] = useState<string | null>(null);
  const submit = (form: FormData) =>
    void run(async () => {
      const reply = await call(recoverPassword, { query: { email: textOf(form, 'email').trim() } });
      setAnswer(reply.message);
    });
  return (
    <PlainPage title="Reset your password" lead="We send a link to your email address; it is valid for 30 minutes.">
      {answer === null ? (
        <PlainForm action={busy ? 'Sending…' : 'Send the link'} {...{ busy, problem }} onSubmit={submit}>
          <PlainField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            error={errors['email']}
          />
        </PlainForm>
      ) : (
        <output className="block rounded-md border border-good/30 bg-goodsoft px-3 py-2">{answer}</output>
      )}
      <button type="button" className={`mt-5 ${plainLink}`} onClick={onBack}>
        Back to sign in
      </button>
    </PlainPage>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const [typed, setTyped] = useState('');
  const { busy, problem, errors, run } = usePlainCall();
  const submit = (form: FormData) =>
    void run(async () => {
      const reply = await call(resetPassword, {
        body: { token: decoded(token), password: textOf(form, 'password') },
      });
      onDone(reply.message);
      // A session that this browser still has ended with the old password.
      clearSession();
      inheritWanted();
      // The used token leaves the address and the history.
      await go(paths.signIn, { replace: true });
    });
  return (
    <PlainPage title="Choose a new password" lead="Your other sessions end with it.">
      <PlainForm action={busy ? 'Saving…' : 'Save the password'} {...{ busy, problem }} onSubmit={submit}>
        <PlainField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          autoFocus
          hint={`${PASSWORD_HINT} A few unrelated words make a good one.`}
          error={errors['password']}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Suspense>{typed !== '' && <PasswordMeter password={typed} />}</Suspense>
      </PlainForm>
    </PlainPage>
  );
}
