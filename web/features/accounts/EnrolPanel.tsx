import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { currentSession as sessionCall, signOut } from '../../../domain/accounts/session.ts';
import { ownFactors } from '../../../domain/accounts/second-factor.ts';
import { call } from '../../api/client.ts';
import { clearSession, storeSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { PlainPage, plainLink } from './PlainForm.tsx';
import { PasskeySetup } from './PasskeySetup.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';
import { canUsePasskeys } from './use-passkey.ts';

/** Shown to a user whose role requires a second factor and who has none: adding one, or leaving. */
export function EnrolPanel({ session }: { session: Session }) {
  const { data, error, refetch } = useEndpoint(ownFactors, {});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [way, setWay] = useState<'TOTP' | 'PASSKEY' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enter = async () => {
    try {
      setRefusal(null);
      const { user, expires_at } = await call(sessionCall, {});
      storeSession({ ...session, user, expires_at });
    } catch (problem) {
      setRefusal(problem);
    }
  };
  const leave = async () => {
    await call(signOut, {}).catch(() => undefined);
    clearSession();
    location.assign('/');
  };
  const choose = (next: 'TOTP' | 'PASSKEY') => {
    void refetch();
    setWay(next);
  };
  const state = {
    asksPassword: data?.asksPassword ?? true,
    onAdded: setCodes,
    onCancel: () => setWay(null),
  };
  return (
    <PlainPage
      title="Add a second factor"
      lead="Your role requires one in addition to the password. It takes a minute; after that you can go on."
    >
      {refusal !== null && <ErrorState error={refusal} onRetry={() => void enter()} />}
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => void enter()} />}
      {data === undefined && error !== null && <ErrorState {...{ error }} onRetry={() => void refetch()} />}
      {codes === null && way === 'TOTP' && <TotpSetup {...state} />}
      {codes === null && way === 'PASSKEY' && <PasskeySetup {...state} />}
      {codes === null && way === null && (
        <div className="grid gap-2.5">
          <Button
            variant="primary"
            icon={<Smartphone size={15} aria-hidden="true" />}
            onClick={() => choose('TOTP')}
            disabled={data === undefined}
          >
            Use an authenticator app
          </Button>
          {canUsePasskeys() && (
            <Button
              icon={<KeyRound size={15} aria-hidden="true" />}
              onClick={() => choose('PASSKEY')}
              disabled={data === undefined}
            >
              Use a passkey
            </Button>
          )}
        </div>
      )}
      {codes === null && (
        <button type="button" className={`mt-5 ${plainLink}`} onClick={() => void leave()}>
          Sign out
        </button>
      )}
    </PlainPage>
  );
}
