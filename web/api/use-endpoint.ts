import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint, WireReply } from '../../domain/endpoint.ts';
import { addressOf, ApiProblem, call, type CallInput, type Parts } from './client.ts';
import { held } from './held.ts';
import { usePlace } from './place.ts';
import { isQuiet } from './refresh.ts';
import { useSession } from './session.ts';
import { mayAsk, placeOf, withBranches } from './within.ts';
import { NO_RIGHT } from '../ui/notices/no-right.ts';

function pathOf(address: unknown): string | undefined {
  return typeof address === 'string' ? address.split('?')[0] : undefined;
}

type ReadOptions = {
  enabled?: boolean;
  staleTime?: number;
  /** The screen repeats the request, every so many milliseconds, without keeping the session alive. */
  backgroundEvery?: number | undefined;
};

/** Under what an answer is kept: the call, what it says, and the branch that its page works in. */
export function keyOf(endpoint: Endpoint, input: Parts, place: string | null): readonly unknown[] {
  const address = addressOf(endpoint, withBranches(endpoint, input, place));
  return [endpoint.path, address, 'body' in input ? input.body : null, placeOf(endpoint, place)];
}

const REFUSED = { status: 403, code: 'FORBIDDEN', title: NO_RIGHT };

/** Reads an endpoint; the old answer stays on the screen until the new one is there. Who lacks its right is refused unasked. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, staleTime = 0, backgroundEvery }: ReadOptions = {},
): UseQueryResult<WireReply<E>> {
  const place = usePlace();
  // Another state of the branch switch is another question, and so are other rights.
  const may = mayAsk(useSession(), endpoint, input);
  const key = keyOf(endpoint, input, place);
  const queryKey = may ? key : [...key, REFUSED.code];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      if (!may) throw new ApiProblem(REFUSED);
      await held.until?.(endpoint);
      return call(endpoint, input, { signal, place, background: backgroundEvery !== undefined || isQuiet(queryKey) });
    },
    refetchInterval: backgroundEvery ?? false,
    // The last page of the same list, never another record: the address without its query must be the same.
    placeholderData: (previous, query) =>
      may && pathOf(query?.queryKey[1]) === pathOf(queryKey[1]) ? previous : undefined,
    enabled,
    staleTime,
  }) as UseQueryResult<WireReply<E>>;
}

/** Distinguishes two files without reading them. */
function fileAsText(_key: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}

type WriteOptions<E extends Endpoint> = {
  onSuccess?: (reply: WireReply<E>, input: CallInput<E>) => void;
  onProblem?: (problem: ApiProblem) => void;
  /** Endpoints whose answers are no longer true; all, when left out. */
  invalidates?: readonly Endpoint[];
};

/** Somebody else was there first. */
const OVERTAKEN: ReadonlySet<string> = new Set(['STALE', 'ALREADY_DECIDED', 'WRONG_STATE']);

/** What is written, and in which branch where that is not the page's: from a row of several branches. */
type Written<E extends Endpoint> = CallInput<E> & { place?: string | null | undefined };

/**
 * Writes through an endpoint. A try after a lost connection carries the key of the first, so that it has one effect; the
 * key changes with the input and after an answer.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { onSuccess, onProblem, invalidates }: WriteOptions<E> = {},
): UseMutationResult<WireReply<E>, ApiProblem, Written<E>> {
  const client = useQueryClient();
  const page = usePlace();
  const attempt = useRef<{ input: string; key: string } | null>(null);
  return useMutation<WireReply<E>, ApiProblem, Written<E>>({
    // Without a connection it fails immediately: sent later automatically, it would carry input that has changed since.
    networkMode: 'always',
    mutationFn: async (input) => {
      const { place = page } = input;
      const text = JSON.stringify([place, input], fileAsText);
      if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() };
      try {
        const reply = await call(endpoint, input, { place, idempotencyKey: attempt.current.key });
        attempt.current = null;
        return reply;
      } catch (error) {
        const unanswered = error instanceof ApiProblem && (error.status === 0 || error.status === 503);
        if (!unanswered) attempt.current = null;
        throw error;
      }
    },
    onSuccess: async (reply, input) => {
      onSuccess?.(reply, input);
      const stale = invalidates?.map((one) => ({ queryKey: [one.path] })) ?? [{}];
      await Promise.all(stale.map((filter) => client.invalidateQueries(filter)));
    },
    onError: (problem) => {
      onProblem?.(problem);
      // What is on the screen is not what is there.
      if (OVERTAKEN.has(problem.code)) void client.invalidateQueries();
    },
  });
}
