import type { Endpoint } from '../../domain/endpoint.ts';

/** What a read waits for before it is sent, where a page holds reads back. */
export const held: { until?: (endpoint: Endpoint) => Promise<void> } = {};
