import * as z from 'zod/mini';
import type { Access } from './permissions.ts';

type MediaType = 'application/json' | 'application/pdf' | 'application/octet-stream' | 'image/*';

/**
 * An endpoint is one exported constant. From it come the route (decode, permission, encode), the browser's call, the
 * form's validation, the API's description and the generated permission tests.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path, with {name} for parameters: "/api/sca/v1/underwriting/approve/{id}/{a}/{b}". */
  readonly path: string;
  readonly access: Access;
  /** What it does, whatever the method says: a read runs in a READ ONLY transaction, a write in one short one. */
  readonly effect: 'read' | 'write' | 'job';
  /** For the API's description; the browser is built without it (scripts/lib/replies.ts). */
  readonly summary: string;
  /** A read of one record that its query names; one whose path ends in its id is one without saying so. */
  readonly oneRecord?: boolean;
  /**
   * A read that goes through all that was ever booked, or one that does where its `param` is ALL, it says what was `released` or lays another day `beside` its own: few of
   * these are answered at once, and others wait for their turn.
   */
  readonly long?: boolean | 'of ALL' | 'of released' | 'beside';
  /** Takes no idempotency key: its input is a secret of which not even a digest is kept. */
  readonly keyless?: boolean;
  /** Open to a session whose user must add a second factor first; every other call is refused there. */
  readonly beforeSecondFactor?: boolean;
  /**
   * Its body is a file, sent unchanged (application/octet-stream), of at most so many bytes; `body` is then `fileBody`.
   */
  readonly upload?: { readonly maxBytes: number };
  /** The media types in which it answers where that is not JSON alone: a file instead of, or besides, its reply. */
  readonly media?: readonly MediaType[];
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The browser takes it by its type alone and is built without it (scripts/lib/replies.ts). */
  readonly reply: z.ZodMiniType;
};

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Whether a call reads one record: its path ends in what names it, or its query names it. */
export const isOfOneRecord = ({ effect, path, oneRecord = false }: Pick<Endpoint, 'effect' | 'path' | 'oneRecord'>) =>
  effect === 'read' && (oneRecord || path.endsWith('}'));

type OutputOf<S, Absent> = S extends z.ZodMiniType ? z.output<S> : Absent;
type InputOf<S, Absent> = S extends z.ZodMiniType ? z.input<S> : Absent;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E extends Record<K, infer S> ? S : undefined;

/** What a handler receives: decoded values. */
export type Decoded<E extends Endpoint> = {
  params: OutputOf<Part<E, 'params'>, Record<never, never>>;
  query: OutputOf<Part<E, 'query'>, Record<never, never>>;
  body: OutputOf<Part<E, 'body'>, undefined>;
};

/** What a caller sends: values as they travel. */
export type Sent<E extends Endpoint> = {
  params: InputOf<Part<E, 'params'>, Record<never, never>>;
  query: InputOf<Part<E, 'query'>, Record<never, never>>;
  body: InputOf<Part<E, 'body'>, undefined>;
};

/** What a handler returns (decoded) and what travels back (encoded). */
export type Reply<E extends Endpoint> = z.output<E['reply']>;
export type WireReply<E extends Endpoint> = z.input<E['reply']>;

/** The body of an upload: bytes on the server, a file or bytes where it is sent. */
export const fileBody = z.custom<Uint8Array, Uint8Array | Blob>(
  (value) => value instanceof Uint8Array,
  'Choose a file.',
);

/** The reply of a call that answers with a file alone. */
export const fileReply = z.unknown();

/** A call that makes a document: it answers what was made, or with `Accept: application/pdf` the file. §6 Document calls. */
export const DOCUMENT_MEDIA = ['application/json', 'application/pdf'] as const;

export const SCA = '/api/sca/v1';
