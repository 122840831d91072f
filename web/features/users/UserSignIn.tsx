import { useState } from 'react';
import { removeFactors } from '../../../domain/accounts/second-factor.ts';
import { endUserSessions, userSessions, type user as userRecord } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { SessionList } from '../accounts/SessionList.tsx';

type Whole = WireReply<typeof userRecord>;

/** A user's second factors, and root's way out for a user who lost theirs. */
export function UserFactors({ user, mayRemove }: { user: Whole; mayRemove: boolean }) {
  const [removing, setRemoving] = useState(false);
  const { totp, passkeys, recoveryLeft } = user.factors;
  const none = totp === null && passkeys.length === 0;
  return (
    <Card
      title="Second factor"
      actions={
        mayRemove &&
        !none && (
          <Button size="sm" onClick={() => setRemoving(true)}>
            Remove all
          </Button>
        )
      }
    >
      {none && !user.secondFactorRequired && <p className="text-mute">None: they sign in with the password alone.</p>}
      {none && user.secondFactorRequired && (
        <Notice tone="warn">Their role requires one: they are asked to add it before anything else.</Notice>
      )}
      {!none && (
        <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          {totp !== null && (
            <>
              <dt className="text-mute">Authenticator app</dt>
              <dd>
                Added <InstantText value={totp} />
              </dd>
            </>
          )}
          {passkeys.map((passkey) => (
            <div key={passkey.id} className="contents">
              <dt className="text-mute">Passkey</dt>
              <dd className="wrap-anywhere">
                {passkey.name}
                {passkey.lastUsedAt !== null && (
                  <span className="text-mute">
                    {' '}
                    · Last used <InstantText value={passkey.lastUsedAt} />
                  </span>
                )}
              </dd>
            </div>
          ))}
          <dt className="text-mute">Recovery codes left</dt>
          <dd className="tabular-nums">{recoveryLeft}</dd>
        </dl>
      )}
      {removing && (
        <CallDialog
          danger
          call={removeFactors}
          input={{ query: { id: String(user.id) } }}
          onClose={() => setRemoving(false)}
          title={`Remove every second factor of ${user.name}?`}
          effect="For someone who lost their phone or key. They are signed out everywhere, get a mail, and sign in with the password alone until they add a new one. Confirm by phone that they asked for it."
          action="Remove second factors"
          done={['Second factors removed', `${user.name} gets a mail.`]}
          failed="Second factors not removed"
        />
      )}
    </Card>
  );
}

/** The open sessions of a user. */
export function UserSessions({ user, mayChange }: { user: Whole; mayChange: boolean }) {
  const { data, error, refetch } = useEndpoint(userSessions, { query: { id: String(user.id) } });
  const end = useWrite(endUserSessions, {
    onSuccess: ({ ended }) => toastSuccess(ended === 1 ? 'Session ended' : `${ended} sessions ended`),
    onProblem: (problem) => toastProblem('Not signed out', problem),
  });
  const query = { id: String(user.id) };
  const others = data?.data.some((session) => !session.current) ?? false;
  return (
    <Card
      flush
      title="Sessions"
      actions={
        mayChange &&
        others && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ query })}>
            Sign out everywhere
          </Button>
        )
      }
    >
      <SessionList
        sessions={data?.data}
        error={error}
        onRetry={() => void refetch()}
        onEnd={mayChange ? (session) => end.mutate({ query: { ...query, session: session.id } }) : undefined}
        busy={end.isPending}
        none="Not signed in anywhere."
      />
    </Card>
  );
}
