import type { user as userRecord } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { PERMISSIONS } from '../../../domain/permissions.ts';
import { actionWords } from '../../../domain/records/audit-actions.ts';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import type { TimelineEvent } from '../../ui/marks/Timeline.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Entry = WireReply<typeof userRecord>['history'][number];
type Named = { roles: readonly { role: string; name: string }[]; branches: readonly { id: number; name: string }[] };

const FACTORS: Readonly<Record<string, string>> = {
  PASSWORD: 'By password',
  TOTP: 'Authenticator app',
  PASSKEY: 'Passkey',
  RECOVERY: 'Recovery code',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function detailOf({ facts }: Entry, { roles, branches }: Named): string | undefined {
  const code = textOf(facts['role']);
  if (code !== undefined) {
    const branch = branches.find(({ id }) => id === facts['branch'])?.name ?? 'All branches';
    return `${roles.find(({ role }) => role === code)?.name ?? code} · ${branch}`;
  }
  const factor = textOf(facts['factor']) ?? textOf(facts['kind']);
  if (factor !== undefined) return FACTORS[factor];
  if (Array.isArray(facts['changed']) && facts['changed'].length > 0) return `Changed: ${facts['changed'].join(', ')}`;
  const [from, to] = [textOf(facts['from']), textOf(facts['to'])];
  const right = PERMISSIONS.find((one) => one === facts['permission']);
  if (right !== undefined && from !== undefined && to !== undefined)
    return `${PERMISSION_WORDS[right].label} · ${showDay(from)} – ${showDay(to)}`;
  return from !== undefined && to !== undefined ? `from ${from} to ${to}` : undefined;
}

/** What was done to a user and what they did to their account, in words. */
export function historyEvents(history: readonly Entry[], named: Named): TimelineEvent[] {
  return history.map((entry) => {
    const detail = detailOf(entry, named);
    return {
      id: entry.id,
      at: entry.at,
      who: entry.by_id === null ? entry.by : <UserLink user={{ id: entry.by_id, name: entry.by }} />,
      ...actionWords(entry.action, 'USER'),
      ...(detail === undefined ? {} : { detail }),
    };
  });
}
