import { lazy, Suspense, useEffect, useState } from 'react';
import { PASSWORD_HINT } from '../../../domain/accounts/password.ts';
import { authenticate, installation, register } from './first-calls.ts';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { isFirst, isSetUp } from '../../who.ts';
import { enter } from './enter.ts';
import { PlainField, PlainForm, plainLink, PlainPage, textOf } from './PlainForm.tsx';
import { usePlainCall } from './use-plain-call.ts';

const PasswordMeter = lazy(async () => ({ default: (await import('./PasswordMeter.tsx')).PasswordMeter }));

type Installation = { empty: boolean; needs_code: boolean };

// Without an answer it is what the page said; the server decides anyway.
function useInstallation(): Installation {
  const [state, setState] = useState<Installation>({ empty: isFirst(), needs_code: false });
  useEffect(() => {
    const request = new AbortController();
    call(installation, {}, { signal: request.signal }).then(setState, () => undefined);
    return () => request.abort();
  }, []);
  return state;
}

// What is left empty is left to the server: head office, HQ.
const filled = (name: string, text: string) => (text === '' ? {} : { [name]: text });

/** A new user waits for activation; the first one of an empty installation makes the firm. §5 Accounts. */
export function SignUpPage() {
  const { empty, needs_code } = useInstallation();
  const { busy, problem, errors, run } = usePlainCall();
  const [answer, setAnswer] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  // The person who set up the firm has just chosen the password: asking for it again gains nothing.
  const enterFirst = async (body: { email: string; password: string }) => {
    const reply = await call(authenticate, { body });
    if (!('second_factor' in reply)) await enter(reply);
  };
  const submit = (form: FormData) =>
    void run(async () => {
      const person = {
        name: textOf(form, 'name').trim(),
        email: textOf(form, 'email').trim(),
        password: textOf(form, 'password'),
      };
      const firm = {
        firmName: textOf(form, 'firmName').trim(),
        baseCurrency: textOf(form, 'baseCurrency').trim().toUpperCase(),
        ...filled('branchName', textOf(form, 'branchName').trim()),
        ...filled('branchCode', textOf(form, 'branchCode').trim().toUpperCase()),
        worksAlone: textOf(form, 'worksAlone') === 'on',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(needs_code ? { setupCode: textOf(form, 'setupCode').trim() } : {}),
      };
      const reply = await call(register, { body: empty ? { ...person, ...firm } : person });
      setAnswer(reply.message);
      if (!empty) return;
      isSetUp();
      await enterFirst({ email: person.email, password: person.password });
    });
  return (
    <PlainPage
      title={empty ? 'Set up your firm' : 'Create an account'}
      lead={empty ? 'You become its first user, with every right.' : 'An administrator of your firm then activates it.'}
    >
      {answer !== null && (
        <output className="block rounded-md border border-good/30 bg-goodsoft px-3 py-2">{answer}</output>
      )}
      {answer === null && (
        <PlainForm
          action={busy ? 'Creating…' : empty ? 'Set up the firm' : 'Create account'}
          {...{ busy, problem }}
          onSubmit={submit}
        >
          <PlainField label="Your name" name="name" autoComplete="name" autoFocus error={errors['name']} />
          <PlainField label="Email" name="email" type="email" autoComplete="username" error={errors['email']} />
          <PlainField
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={errors['password']}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <Suspense>{typed !== '' && <PasswordMeter password={typed} />}</Suspense>
          {empty && <FirmFields errors={errors} needsCode={needs_code} />}
        </PlainForm>
      )}
      {(!empty || answer !== null) && (
        <p className="mt-5">
          <a className={plainLink} href={paths.signIn}>
            {answer === null ? 'Sign in instead' : 'Sign in'}
          </a>
        </p>
      )}
    </PlainPage>
  );
}

function FirmFields({ errors, needsCode }: { errors: Readonly<Record<string, string>>; needsCode: boolean }) {
  return (
    <>
      <PlainField label="Name of the firm" name="firmName" autoComplete="organization" error={errors['firmName']} />
      <PlainField
        label="Base currency"
        name="baseCurrency"
        defaultValue="KES"
        maxLength={3}
        hint="Its ISO code. It is fixed once something is posted."
        error={errors['baseCurrency']}
      />
      <div className="grid grid-cols-2 gap-3">
        <PlainField label="First branch" name="branchName" hint="Head office, if empty" error={errors['branchName']} />
        <PlainField
          label="Its code"
          name="branchCode"
          maxLength={5}
          hint="In every number; HQ, if empty"
          error={errors['branchCode']}
        />
      </div>
      <label className="flex min-h-6 items-start gap-2">
        <input type="checkbox" name="worksAlone" className="mt-1 size-4 accent-brand" />
        <span>
          I work alone for now
          <span className="block text-xs text-mute">
            You approve what you enter yourself, and the audit trail says so. Settings switch it back.
          </span>
        </span>
      </label>
      {needsCode && (
        <PlainField
          label="Setup code"
          name="setupCode"
          autoComplete="off"
          hint="The server printed it at its start."
          error={errors['setupCode']}
        />
      )}
    </>
  );
}
