import { KeyRound, LifeBuoy, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ownFactors, removePasskey, removeTotp, renewRecoveryCodes } from '../../../domain/accounts/second-factor.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { AddFactorDialog } from './AddFactorDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { canUsePasskeys } from './use-passkey.ts';

type Factors = WireReply<typeof ownFactors>;
type Passkey = Factors['passkeys'][number];
type Doing =
  | { act: 'add'; kind: 'TOTP' | 'PASSKEY' }
  | { act: 'removeTotp' }
  | { act: 'removePasskey' | 'rename'; passkey: Passkey }
  | { act: 'renew' }
  | { act: 'codes'; codes: readonly string[] };

/** The second factors of the user. */
export function FactorsCard() {
  const { data, error, refetch } = useEndpoint(ownFactors, {});
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => {
    setDoing(null);
    void refetch();
  };
  const add = (kind: 'TOTP' | 'PASSKEY') => {
    // Whether the password is needed depends on the time that has passed.
    void refetch().then(() => setDoing({ act: 'add', kind }));
  };
  return (
    <Card flush title="Second factor">
      {data === undefined &&
        (error === null ? (
          <Skeleton className="m-4 h-24" />
        ) : (
          <ErrorState {...{ error }} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && <FactorRows {...{ data, add, setDoing }} />}
      {doing !== null && <Doings {...{ doing, setDoing, close }} asksPassword={data?.asksPassword ?? true} />}
    </Card>
  );
}

type RowsProps = { data: Factors; add: (kind: 'TOTP' | 'PASSKEY') => void; setDoing: (doing: Doing) => void };

function FactorRows({ data, add, setDoing }: RowsProps) {
  const any = data.totp !== null || data.passkeys.length > 0;
  return (
    <>
      {!any && (
        <div className="px-4 pt-3 pb-1">
          <Notice tone={data.required ? 'warn' : 'info'}>
            {data.required
              ? 'Your role requires a second factor.'
              : 'A second factor keeps your account yours when somebody learns your password.'}
          </Notice>
        </div>
      )}
      <ul className="divide-y divide-line">
        <Row
          icon={Smartphone}
          name="Authenticator app"
          detail={
            data.totp === null ? (
              'Six digits from an app on your telephone'
            ) : (
              <>
                Added <InstantText value={data.totp} />
              </>
            )
          }
        >
          {data.totp === null ? (
            <Button size="sm" onClick={() => add('TOTP')}>
              Add app
            </Button>
          ) : (
            <Button size="sm" onClick={() => setDoing({ act: 'removeTotp' })}>
              Remove app
            </Button>
          )}
        </Row>
        {data.passkeys.map((passkey) => (
          <Row key={passkey.id} icon={KeyRound} name={passkey.name} detail={<PasskeyDetail {...{ passkey }} />}>
            <Button
              size="sm"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => setDoing({ act: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              size="sm"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setDoing({ act: 'removePasskey', passkey })}
            >
              Remove
            </Button>
          </Row>
        ))}
        <Row
          icon={KeyRound}
          name={data.passkeys.length === 0 ? 'Passkey' : 'Another passkey'}
          detail="Fingerprint, face, screen lock or security key"
        >
          <Button
            size="sm"
            onClick={() => add('PASSKEY')}
            {...(canUsePasskeys()
              ? {}
              : { disabled: true, disabledReason: 'This browser offers passkeys only on a secure (https) address.' })}
          >
            Add passkey
          </Button>
        </Row>
        {any && (
          <Row
            icon={LifeBuoy}
            name="Recovery codes"
            detail={data.recoveryLeft === 1 ? '1 code left' : `${data.recoveryLeft} codes left`}
          >
            <Button size="sm" onClick={() => setDoing({ act: 'renew' })}>
              Make new codes
            </Button>
          </Row>
        )}
      </ul>
    </>
  );
}

function PasskeyDetail({ passkey }: { passkey: Passkey }) {
  return (
    <>
      Passkey · Added <InstantText value={passkey.createdAt} /> ·{' '}
      {passkey.lastUsedAt === null ? (
        'Never used yet'
      ) : (
        <>
          Last used <InstantText value={passkey.lastUsedAt} />
        </>
      )}
    </>
  );
}

type RowProps = { icon: LucideIcon; name: string; detail: ReactNode; children: ReactNode };

function Row({ icon: Icon, name, detail, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Icon size={16} aria-hidden="true" className="shrink-0 text-mute" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-mute">{detail}</p>
      </div>
      <div className="flex gap-1.5">{children}</div>
    </li>
  );
}

type DoingsProps = {
  doing: Doing;
  setDoing: (doing: Doing) => void;
  close: () => void;
  asksPassword: boolean;
};

function Doings({ doing, setDoing, close, asksPassword }: DoingsProps) {
  const removeApp = useWrite(removeTotp);
  const removeKey = useWrite(removePasskey);
  const renew = useWrite(renewRecoveryCodes);
  const done = (title: string) => () => {
    toastSuccess(title, 'Your other sessions have ended.');
    close();
  };
  switch (doing.act) {
    case 'add':
      return <AddFactorDialog kind={doing.kind} {...{ asksPassword }} onClose={close} />;
    case 'removeTotp':
      return (
        <PasswordDialog
          send={(body) => removeApp.mutateAsync({ body })}
          danger
          title="Remove the authenticator app?"
          effect="Its codes no longer sign you in, and your other sessions end."
          action="Remove app"
          onDone={done('Authenticator app removed')}
          onClose={close}
        />
      );
    case 'removePasskey':
      return (
        <PasswordDialog
          send={(body) => removeKey.mutateAsync({ body: { ...body, id: doing.passkey.id } })}
          danger
          title={`Remove ${doing.passkey.name}?`}
          effect="This passkey no longer signs you in, and your other sessions end."
          action="Remove passkey"
          onDone={done('Passkey removed')}
          onClose={close}
        />
      );
    case 'rename':
      return <RenameDialog passkey={doing.passkey} onClose={close} />;
    case 'renew':
      return (
        <PasswordDialog
          send={(body) => renew.mutateAsync({ body })}
          title="Make new recovery codes?"
          effect="The codes that you have now stop working."
          action="Make new codes"
          onDone={({ recovery }) => setDoing({ act: 'codes', codes: recovery })}
          onClose={close}
        />
      );
    default:
      return (
        <Dialog open keepOpen onClose={close} title="Your recovery codes">
          <RecoveryCodes codes={doing.codes} onDone={close} />
        </Dialog>
      );
  }
}
