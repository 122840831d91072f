import type { user as userRecord } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { TimelineEvent } from '../../ui/Timeline.tsx';

type Entry = WireReply<typeof userRecord>['history'][number];
type Named = { roles: readonly { role: string; name: string }[]; branches: readonly { id: number; name: string }[] };

const WORDS: Readonly<Record<string, string>> = {
  create: 'invited the user',
  register: 'signed up',
  activate: 'gave a role',
  remove_role: 'took a role away',
  edit: 'edited the user',
  invite_again: 'mailed the invitation again',
  mail_reset: 'mailed a link for a new password',
  recover_password: 'asked for a link for a new password',
  reset_password: 'chose a password by a mailed link',
  change_password: 'changed the password',
  sign_in: 'signed in',
  sign_out: 'signed out',
  switch_branch: 'went to another branch',
  end_sessions: 'ended sessions',
  add_second_factor: 'added a second factor',
  remove_second_factor: 'removed a second factor',
  remove_second_factors: 'removed every second factor',
  refuse_second_factor: 'failed the second factor',
  renew_recovery_codes: 'made new recovery codes',
  rename_passkey: 'renamed a passkey',
  disable: 'disabled the user',
  enable: 'enabled the user',
  delete: 'deleted the user',
};
const FACTORS: Readonly<Record<string, string>> = {
  PASSWORD: 'By password',
  TOTP: 'Authenticator app',
  PASSKEY: 'Passkey',
  RECOVERY: 'Recovery code',
};
const ALERTING = new Set(['refuse_second_factor', 'remove_second_factors', 'disable', 'delete']);

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
  return from !== undefined && to !== undefined ? `${from} → ${to}` : undefined;
}

/** What was done to a user and what they did to their account, in words. */
export function historyEvents(history: readonly Entry[], named: Named): TimelineEvent[] {
  return history.map((entry) => {
    const detail = detailOf(entry, named);
    return {
      id: entry.id,
      at: entry.at,
      who: entry.by,
      what: WORDS[entry.action] ?? entry.action.replaceAll('_', ' '),
      ...(detail === undefined ? {} : { detail }),
      ...(ALERTING.has(entry.action) ? { tone: 'warn' as const } : {}),
    };
  });
}
