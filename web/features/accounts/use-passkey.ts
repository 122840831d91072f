import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Options = Record<string, unknown> | undefined;

type Both = PublicKeyCredentialRequestOptionsJSON & PublicKeyCredentialCreationOptionsJSON;

/** The server makes them for the browser with the same library: what has a challenge is whole. */
function areWhole(options: unknown): options is Both {
  return typeof options === 'object' && options !== null && 'challenge' in options;
}

function whole(options: Options): Both {
  if (!areWhole(options)) throw new TypeError('No challenge of a passkey.');
  return options;
}

/** Lets the browser ask for one of the user's passkeys. */
export async function askPasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: whole(options) });
}

/** Lets the browser make a passkey. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON: whole(options) });
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
}

/** What went wrong between the browser and the passkey, in words. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey was not used. Try again, or choose another way.';
  if (name === 'InvalidStateError') return 'This device holds a passkey of your account already.';
  if (name === 'NotSupportedError') return 'This browser or device knows no passkeys.';
  return 'The passkey could not be used. Try again, or choose another way.';
}

/** Whether this browser can hold passkeys on this page: it gives them to secure pages alone. */
export const canUsePasskeys = () => globalThis.isSecureContext && typeof globalThis.PublicKeyCredential === 'function';
