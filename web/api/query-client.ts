import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './client.ts';

/** Reads are tried again when the server was out of reach; a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
    },
  },
});
