import { BRANCH_HEADER } from '../../domain/call-branches.ts';
import type { Endpoint, Sent, WireReply } from '../../domain/endpoint.ts';
import type { FieldError } from '../../domain/errors.ts';
import { TRACKED_HEADER } from '../../domain/tracked.ts';
import { toastError } from '../ui/notices/toast.ts';
import { noteCall } from './activity.ts';
import { go } from './go.ts';
import { clearSession, currentSession, needSecondFactor } from './session.ts';
import { currentPlace } from './place.ts';
import { keepWanted } from './wanted.ts';
import { placeOf, withBranches } from './within.ts';
import { LAPSED } from '../entrance.ts';

/** A refused or failed call, as its sentence for people. `status` 0: the server could not be reached. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(problem: { status: number; title: string; code?: string; errors?: readonly FieldError[] }) {
    super(problem.title);
    this.status = problem.status;
    this.code = problem.code ?? '';
    this.errors = problem.errors ?? [];
  }
}

/** What a caller gives: the parts that the endpoint has, in the form in which they travel. */
export type CallInput<E extends Endpoint> = {
  [K in keyof Sent<E> as K extends keyof E ? K : never]: Sent<E>[K];
};

type CallOptions = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  accept?: string;
  /** Where it works, if not where the page does: null is nowhere, for what the frame asks. */
  place?: string | null | undefined;
  /** Made by the screen and not by its user: it does not keep the session alive. */
  background?: boolean | undefined;
  /** Under which name one asks how far a file is. */
  tracked?: string | undefined;
};

type Scalar = string | number | boolean | null | undefined;
export type Parts = { params?: Record<string, Scalar>; query?: Record<string, Scalar>; body?: unknown };

/** Path and query of a call: the key under which its answer is kept, too. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * What happens when a session is over: one message, the session is forgotten, the sign-in opens (specification §8) and
 * leads back here.
 */
export function sessionEnded(): void {
  // Several calls can fail together: the first one clears, the others find nothing to clear.
  toastError('Login', 'Your session has elapsed');
  keepWanted();
  clearSession();
  void go(LAPSED, { replace: true });
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const fallback = { status: response.status, title: 'Something went wrong on our side. Try again in a moment.' };
  try {
    const value = (await response.json()) as Partial<ApiProblem> & { title?: string };
    return new ApiProblem({ ...fallback, ...value, status: response.status, title: value.title ?? fallback.title });
  } catch {
    return new ApiProblem(fallback);
  }
}

export function headersFor(endpoint: Endpoint, options: CallOptions, body: unknown): Headers {
  const headers = new Headers({ Accept: options.accept ?? 'application/json' });
  const session = currentSession();
  if (session !== null && endpoint.access !== 'public') headers.set('Authorization', `Bearer ${session.access_token}`);
  const place = placeOf(endpoint, options.place === undefined ? currentPlace() : options.place);
  if (place !== null) headers.set(BRANCH_HEADER, place);
  if (body !== undefined)
    headers.set('Content-Type', endpoint.upload === undefined ? 'application/json' : 'application/octet-stream');
  if (options.background === true) headers.set('slipway-background', '1');
  if (options.tracked !== undefined) headers.set(TRACKED_HEADER, options.tracked);
  if (endpoint.effect !== 'read' && endpoint.keyless !== true)
    headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
  return headers;
}

/** Makes a call and answers the raw response; throws `ApiProblem` for anything but success. */
export async function send(endpoint: Endpoint, input: Parts, options: CallOptions = {}): Promise<Response> {
  const place = options.place === undefined ? currentPlace() : options.place;
  const parts = withBranches(endpoint, input, place);
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers: headersFor(endpoint, { ...options, place }, parts.body),
      ...(parts.body === undefined
        ? {}
        : { body: endpoint.upload === undefined ? JSON.stringify(parts.body) : (parts.body as BodyInit) }),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ApiProblem({ status: 0, title: 'The server could not be reached. What you entered is still here.' });
  }
  if (endpoint.access !== 'public' && options.background !== true && response.status !== 401) noteCall();
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.status === 401 && endpoint.access !== 'public') sessionEnded();
  if (problem.code === 'SECOND_FACTOR_NEEDED') needSecondFactor();
  throw problem;
}

/** The one way to call: input and reply in the form in which they travel, by the endpoint's own types. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<WireReply<E>> {
  const response = await send(endpoint, input, options);
  if (response.status === 204) return undefined as WireReply<E>;
  return (await response.json()) as WireReply<E>;
}
