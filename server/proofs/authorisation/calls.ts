import { queryOf } from '../../../domain/call-query.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { letsIn } from '../../../domain/permissions.ts';
import type { Rig } from '../../testing/rig.ts';
import { canaryIn, type BranchCode } from './canaries.ts';
import type { Person } from './people.ts';
import { sampleOf, type Input } from './samples.ts';

export type Answer = { status: number; bytes: Buffer; text: string };

export const otherBranch = (branch: BranchCode): BranchCode => (branch === 'NBO' ? 'LON' : 'NBO');
/** Whether the matrix letsIn a role call an endpoint, with the finer right that its sample names. */
export function mayCall(who: Person, endpoint: Endpoint): boolean {
  const { access } = endpoint;
  const open = letsIn(access, (permission) => who.rights.includes(permission));
  const needs = sampleOf(endpoint)?.needs;
  return open && (needs === undefined || needs.some((permission) => who.rights.includes(permission)));
}

/** One call as bytes went over the wire; `authorization` replaces the header that was sent. */
export async function ask(
  rig: Rig,
  endpoint: Endpoint,
  request: { input: Input; authorization?: string | undefined },
): Promise<Answer> {
  const { input } = request;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '1')),
  );
  const reply = await rig.app.inject({
    method: endpoint.method,
    url: path,
    query: Object.fromEntries(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)])),
    headers: {
      ...input.headers,
      ...(request.authorization !== undefined && { authorization: request.authorization }),
      ...(endpoint.upload && { 'content-type': 'application/octet-stream' }),
    },
    ...(input.body !== undefined && { payload: input.body as object }),
  });
  return { status: reply.statusCode, bytes: reply.rawPayload, text: reply.body };
}

export async function askAs(
  rig: Rig,
  who: { name: string },
  request: { endpoint: Endpoint; input: Input },
): Promise<Answer> {
  return ask(rig, request.endpoint, { input: request.input, authorization: `Bearer ${await rig.signIn(who.name)}` });
}

/** What of a branch an answer shows. */
export const leak = (answer: Answer, branch: BranchCode) => canaryIn(answer.bytes, branch);

/** An answer without what differs by chance: nothing does, today. */
export const sameAnswer = (a: Answer, b: Answer) => a.status === b.status && a.text === b.text;

export function takes(endpoint: Endpoint, name: string): boolean {
  const query = queryOf(endpoint);
  return query !== undefined && name in query.shape;
}
