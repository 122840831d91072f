import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 255);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

type Options = { challenge: string };
const USER_PRESENT = 0x01;
const CREDENTIAL_INCLUDED = 0x40;

/** A passkey made of software: ES256, attestation none, a counter. `origin` is where its owner believes to be. */
export function softAuthenticator({ origin, rpId = new URL(origin).hostname }: { origin: string; rpId?: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const coordinate = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const cose = cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]),
  );
  const dataOf = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, rest]);
  };
  const clientData = (type: string, { challenge }: Options) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    register: (options: Options) => {
      const length = Buffer.of(id.length >> 8, id.length & 255);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const authData = dataOf(USER_PRESENT | CREDENTIAL_INCLUDED, credential);
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map<Cbor, Cbor>()],
        ['authData', authData],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', options));
      return {
        ...common,
        response: { clientDataJSON, attestationObject: base64url(cbor(attestation)), transports: ['internal'] },
      };
    },
    answer: (options: Options, changed: { counter?: number } = {}) => {
      counter = changed.counter ?? counter + 1;
      const data = clientData('webauthn.get', options);
      const authenticatorData = dataOf(USER_PRESENT);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
  };
}
