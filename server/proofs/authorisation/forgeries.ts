import { BRANCH_HEADER } from '../../../domain/call-branches.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { otherBranch, takes } from './calls.ts';
import type { Person } from './people.ts';
import type { Input } from './samples.ts';

type Forgery = { name: string; input: Input; expected: readonly number[] };

type Forging = {
  who: Person;
  input: Input;
  /** The id of the branch in which they have no rights. */
  foreign: number;
  /** The id of somebody else. */
  other: number;
};

function ofQuery(endpoint: Endpoint, { who, input, foreign, other }: Forging): Record<string, Forgery[]> {
  const query = (name: string, value: string, whenTaken: readonly number[]): Forgery => ({
    name: `${name}=${value}`,
    input: { ...input, query: { ...input.query, [name]: value } },
    // A foreign branch is refused before the address is looked at any further.
    expected: takes(endpoint, name) ? whenTaken : name === 'branch' ? [400, 403] : [400],
  });
  const works = (branch: string): Forgery => ({
    name: `working in ${branch}`,
    input: { ...input, headers: { [BRANCH_HEADER]: branch } },
    expected: [403],
  });
  return {
    branch: [
      query('branch', otherBranch(who.branch), [403]),
      query('branch', String(foreign), [403]),
      query('branch', 'NOWHERE', [403]),
    ],
    branches: [
      query('branches', otherBranch(who.branch), [403]),
      query('branches', `${who.branch},${otherBranch(who.branch)}`, [403]),
      query('branches', `${who.branch},NOWHERE`, [403]),
    ],
    header: [works(otherBranch(who.branch)), works(String(foreign)), works('NOWHERE')],
    role: [query('role', 'ROLE_ROOT', [200, 400])],
    userId: [query('userId', String(other), [403])],
    issuedBy: [
      query('issuedBy', String(other), [403]),
      query('issuedby', String(other), [403]),
      query('b', String(other), [403]),
    ],
  };
}

function ofBody({ method }: Endpoint, { who, input, other }: Forging): Forgery[] {
  const fields = {
    branch: otherBranch(who.branch),
    branch_id: 2,
    role: 'ROLE_ROOT',
    userId: other,
    made_by: other,
    decided_by: other,
    status: 'APPROVED',
  };
  const own = typeof input.body === 'object' && input.body !== null ? input.body : {};
  return Object.entries(fields)
    .filter(([field]) => method !== 'GET' && !(field in own))
    .map(([field, value]) => ({
      name: `body ${field}`,
      input: { ...input, body: { ...own, [field]: value } },
      expected: [400],
    }));
}

function ofAddress({ path }: Endpoint, { input, other }: Forging): Record<string, Forgery[]> {
  const address = (name: string, param: Record<string, string | number>, expected: readonly number[]): Forgery => ({
    name,
    input: { ...input, params: { ...input.params, ...param } },
    expected,
  });
  return {
    a: path.includes('{a}') ? [address('{a}', { a: 'PAID' }, [400])] : [],
    b: path.includes('{b}')
      ? [address('{b} of another', { b: other }, [403]), address('{b} of nobody', { b: 0 }, [403])]
      : [],
  };
}

/**
 * What a person may claim to be, in the address, the query and the body of a call, with the statuses that refuse it. Of
 * what forges the same in several ways a `turn` takes one, another for each turn; without one they are all there.
 */
export function forgeriesOf(endpoint: Endpoint, forging: Forging, turn: number | null): Forgery[] {
  const alike = {
    ...ofQuery(endpoint, forging),
    body: ofBody(endpoint, forging),
    ...ofAddress(endpoint, forging),
  };
  return Object.values(alike).flatMap((ways) =>
    turn === null ? ways : ways.filter((_, nth) => nth === turn % ways.length),
  );
}
