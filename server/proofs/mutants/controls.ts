import { PERMISSIONS } from '../../../domain/permissions.ts';
import type { SessionUser } from '../../platform/http/context.ts';
import { AppError } from '../../../domain/errors.ts';
import { findAccount } from '../../features/accounts/queries.ts';
import { withContext, withEndpoint, withInput, withPrepared, type Mutation } from './app-of.ts';
import * as accounts from './account-probes.ts';
import * as branches from './branch-probes.ts';
import { BANK_CONTROLS } from './bank-controls.ts';
import { BATCH_CONTROLS } from './batch-controls.ts';
import { CLAIM_CONTROLS } from './claim-controls.ts';
import { CLOSING_CONTROLS } from './closing-controls.ts';
import { EXCHANGE_CONTROLS } from './exchange-controls.ts';
import * as doors from './door-probes.ts';
import * as hands from './hand-probes.ts';
import { HISTORY_CONTROLS } from './history-controls.ts';
import { KEY_CONTROLS } from './key-controls.ts';
import { PASSING_CONTROLS } from './passing-controls.ts';
import * as probes from './probes.ts';
import type { Control } from './control.ts';
import { SURVIVAL } from './survival-controls.ts';
import { RELEASE_CONTROLS } from './release-controls.ts';

const allBranches = withContext((ctx) => ({ ...ctx, scope: [1, 2], can: () => true }));
const asRoot = (user: SessionUser): SessionUser => ({
  ...user,
  roles: new Map(
    [...user.roles.keys()].map((id) => [
      id,
      [{ role: 'ROLE_ROOT', name: 'Root', permissions: PERMISSIONS, limits: new Map() }],
    ]),
  ),
});
const sessionIsEnough = withEndpoint((endpoint) =>
  endpoint.access === 'public' ? endpoint : { ...endpoint, access: 'signed_in' },
);
const everybodyDecides = withContext((ctx) => ({ ...ctx, can: () => true, user: asRoot(ctx.user) }));
const withoutLimits = (user: SessionUser): SessionUser => ({
  ...user,
  roles: new Map([...user.roles].map(([id, roles]) => [id, roles.map((role) => ({ ...role, limits: new Map() }))])),
});
/** Exports of all branches, as workbooks alone: what reads the bytes as they are sees nothing of it. */
const workbooksOfAll: Mutation = (route) => {
  const { prepare } = route;
  if (!prepare) return route;
  const wide: typeof prepare = (ctx, input: { query: { format?: string } }) =>
    prepare(input.query.format === 'xlsx' ? { ...ctx, scope: [1, 2], can: () => true } : ctx, input as never);
  return { ...route, prepare: wide };
};
/** A sign-in that asks first whether the address is anybody's. */
const answeredAtOnce: Mutation = (route) => {
  const { handlePublic } = route;
  if (!handlePublic || !route.endpoint.path.endsWith('/auth/authenticate')) return route;
  const early: typeof handlePublic = async (ctx, input: { body: { email: string } }) => {
    if (!(await findAccount(ctx.db, input.body.email))) throw new AppError('SIGN_IN_FAILED');
    return handlePublic(ctx, input as never);
  };
  return { ...route, handlePublic: early };
};
const SESSIONS_GO_ON = `create function go_on() returns trigger language plpgsql as $f$ begin new.ended_at := null; return new; end $f$;
  create trigger go_on before update on sessions for each row execute function go_on()`;
const USERS_STAY = `create function stay() returns trigger language plpgsql as $f$ begin new.status := 'ACTIVE'; return new; end $f$;
  create trigger stay before update on users for each row execute function stay()`;
const WITHOUT_RLS = `do $$ declare t regclass; begin
  for t in select polrelid::regclass from pg_policy loop execute format('alter table %s disable row level security', t); end loop; end $$`;
const drop = (table: string, constraint: string) => `alter table ${table} drop constraint ${constraint}`;
const RULES_OF_HANDS = ['policies', 'receipts', 'vouchers'].map(
  (table) => `drop trigger hands_stay on ${table};
    alter table ${table} drop constraint maker_among_hands, drop constraint maker_is_not_checker`,
);
const keepingHands = (now: string) =>
  [
    ...RULES_OF_HANDS,
    `create function other_hands() returns trigger language plpgsql as $f$ begin new.hands := ${now}; return new; end $f$`,
    ...['policies', 'receipts', 'vouchers'].map(
      (table) =>
        `create trigger other_hands before insert or update on ${table} for each row execute function other_hands()`,
    ),
  ].join(';');
const WITHOUT_HANDS = keepingHands(`'{}'`);
const LAST_HANDS_ALONE = keepingHands('array[new.made_by, new.edited_by]');
const NOTHING_CHECKED = [
  drop('notes', 'settled_within_note'),
  drop('open_items', 'outstanding_within_item'),
  drop('receipts', 'allocated_within_receipt'),
].join(';');

export const CONTROLS: readonly Control[] = [
  ...RELEASE_CONTROLS,
  ...BANK_CONTROLS,
  ...BATCH_CONTROLS,
  ...CLAIM_CONTROLS,
  ...CLOSING_CONTROLS,
  ...EXCHANGE_CONTROLS,
  ...HISTORY_CONTROLS,
  ...KEY_CONTROLS,
  ...PASSING_CONTROLS,
  {
    name: 'nobody decides their own entry, by the rule',
    probe: probes.ownEntryOverHttp,
    alone: {
      'the schema’s check is gone': { sql: drop('policies', 'maker_is_not_checker') },
      'the firm’s switch for one person is on, where others could decide': {
        routes: withContext((ctx) => ({ ...ctx, firm: { ...ctx.firm, makerChecker: false } })),
      },
    },
    mutants: { 'hands are forgotten': { sql: WITHOUT_HANDS } },
  },
  {
    name: 'nobody decides what they edited or submitted',
    probe: hands.editedAndSubmitted,
    alone: { 'the schema’s check is gone': { sql: drop('receipts', 'maker_is_not_checker') } },
    mutants: { 'the maker and the last editor alone are kept': { sql: LAST_HANDS_ALONE } },
  },
  {
    name: 'nobody reverses what they made',
    probe: hands.ownReversals,
    mutants: { 'hands are forgotten': { sql: WITHOUT_HANDS } },
  },
  {
    name: 'nobody decides, reverses or pays what they had their hands in, in the walk of several people',
    probe: hands.ownNothing,
    mutants: {
      'hands are forgotten': { sql: WITHOUT_HANDS },
      'the application does not know its caller again': {
        routes: withContext((ctx) => ({ ...ctx, user: { ...ctx.user, id: Object(ctx.user.id) as number } })),
      },
    },
  },
  {
    name: 'the hands of a record only grow',
    probe: hands.onlyGrow,
    mutants: { 'the trigger is dropped': { sql: 'drop trigger hands_stay on policies' } },
  },
  {
    name: 'a decision names the version that was seen',
    probe: hands.versionSeen,
    mutants: {
      'the version that it has is taken': {
        routes: (route) =>
          route.endpoint.path.includes('/approve/')
            ? withInput((input) => ({ ...input, body: { version: 2, ...input.body } }))(route)
            : route,
      },
    },
  },
  {
    name: 'nobody decides their own entry, by the schema',
    probe: probes.ownEntryInDatabase,
    mutants: { 'the check is gone': { sql: drop('policies', 'maker_is_not_checker') } },
  },
  {
    name: 'another branch is out of reach, over HTTP',
    probe: probes.branchOverHttp,
    alone: {
      'row-level security is bypassed': { as: 'owner' },
      'the query layer sees all branches': { routes: allBranches },
    },
    mutants: {
      'both are gone': { routes: allBranches, as: 'owner' },
      'the query layer sees all and the policies are off': { routes: allBranches, sql: WITHOUT_RLS },
    },
  },
  {
    name: 'another branch is out of reach, by row-level security',
    probe: probes.rowLevelSecurity,
    mutants: {
      'one policy is dropped': {
        sql: 'drop policy branch_scope on policies; create policy anyone on policies using (true)',
      },
      'one table is left open': { sql: 'alter table journal_lines disable row level security' },
      'no policy is in force': { sql: WITHOUT_RLS },
    },
  },
  {
    name: 'an entry balances',
    probe: probes.balancedEntry,
    mutants: { 'the trigger is dropped': { sql: 'drop trigger balanced_entry on journal_lines' } },
  },
  {
    name: 'what is posted stays',
    probe: probes.postedLines,
    mutants: {
      'the application may update and nothing stops it': {
        sql: 'drop trigger append_only_update on journal_lines; drop trigger append_only_row on journal_lines; grant update on journal_lines to slipway_app',
      },
      'the trigger is dropped': { sql: 'drop trigger append_only on journal_lines' },
    },
  },
  {
    name: 'the audit trail stays',
    probe: probes.auditRows,
    mutants: { 'the trigger is dropped': { sql: 'drop trigger append_only_row on audit_trail' } },
  },
  {
    name: 'one key has one effect',
    probe: probes.idempotency,
    mutants: {
      'keys are not looked at': {
        routes: withEndpoint((endpoint) => (endpoint.effect === 'write' ? { ...endpoint, effect: 'job' } : endpoint)),
      },
    },
  },
  {
    name: 'a stale version is refused',
    probe: probes.staleVersion,
    mutants: {
      'the version is dropped on the way': {
        routes: withInput((input) => ({
          ...input,
          ...(input.body && {
            body: Object.fromEntries(Object.entries(input.body).filter(([name]) => name !== 'version')),
          }),
        })),
      },
    },
  },
  {
    name: 'a role does what it may',
    probe: probes.permission,
    alone: {
      'a session is enough for the call': { routes: sessionIsEnough },
      'everybody decides once they are in': { routes: everybodyDecides },
    },
    mutants: { 'a session is enough': { routes: (route) => sessionIsEnough(everybodyDecides(route)) } },
  },
  {
    name: 'who must have a second factor adds it first',
    probe: accounts.secondFactorFirst,
    mutants: {
      'every call is open before it': {
        routes: withEndpoint((endpoint) => ({ ...endpoint, beforeSecondFactor: true })),
      },
    },
  },
  {
    name: 'a code of an authenticator app opens once',
    probe: accounts.codeOnce,
    mutants: {
      'the last step is forgotten': {
        sql: `create function forget_step() returns trigger language plpgsql as $f$ begin new.last_step := 0; return new; end $f$;
          create trigger forget before update on totp_secrets for each row execute function forget_step();`,
      },
    },
  },
  {
    name: 'a role is given within one’s own rights',
    probe: accounts.rightsWithinOwn,
    mutants: { 'the giver counts as root': { routes: withContext((ctx) => ({ ...ctx, user: asRoot(ctx.user) })) } },
  },
  {
    name: 'nobody approves above their authority',
    probe: accounts.withinAuthority,
    mutants: {
      'roles come without their limits': {
        routes: withContext((ctx) => ({ ...ctx, user: withoutLimits(ctx.user) })),
      },
    },
  },
  {
    name: 'a lent right is held in its days alone',
    probe: accounts.lentForItsDays,
    mutants: {
      'its days are not looked at': {
        sql: `do $$ begin execute replace(pg_get_functiondef('lent_rights'::regproc), 'on_day between l.from_day and l.to_day', 'true'); end $$`,
      },
    },
  },
  {
    name: 'a stranger sends JSON alone, and little of it',
    probe: doors.littleFromStrangers,
    mutants: {
      'open calls take files': {
        routes: withEndpoint((endpoint) =>
          endpoint.access === 'public' ? { ...endpoint, upload: { maxBytes: 1_048_576 } } : endpoint,
        ),
      },
    },
  },
  {
    name: 'nobody chooses the address that they are counted by',
    probe: doors.addressOfTheProxy,
    mutants: { 'every address is a proxy’s': { proxies: 9 } },
  },
  {
    name: 'strangers do not lock an owner out from home',
    probe: doors.ownerFromHome,
    mutants: {
      'no address is known': {
        sql: `create function forget_network() returns trigger language plpgsql as $f$ begin new.network := ''; return new; end $f$;
          create trigger forget before insert on sessions for each row execute function forget_network();`,
      },
    },
  },
  {
    name: 'a document goes to strangers once they are confirmed',
    probe: doors.strangersConfirmed,
    mutants: {
      'whatever is entered counts as confirmed': {
        routes: withInput((input) => ({
          ...input,
          ...(input.body && { body: { ...input.body, confirmed: input.body['to'] } }),
        })),
      },
    },
  },
  {
    name: 'a file holds one branch, packed or pressed',
    probe: branches.filesOfOneBranch,
    mutants: {
      'every file is of all branches': { routes: withPrepared((ctx) => ({ ...ctx, scope: [1, 2], can: () => true })) },
      'workbooks alone are': { routes: workbooksOfAll },
    },
  },
  {
    name: 'an auditor reads one branch at a time',
    probe: branches.auditorOneBranch,
    mutants: { 'all that they audit at once': { routes: allBranches, as: 'owner' } },
  },
  {
    name: 'a drawing needs a right of its own',
    probe: accounts.drawingByRight,
    mutants: { 'who makes vouchers may': { routes: withContext((ctx) => ({ ...ctx, can: () => true })) } },
  },
  {
    name: 'a mailed link ends with the address that it went to',
    probe: accounts.linksOfTheAddress,
    mutants: {
      'links stay good': {
        sql: `create function keep_link() returns trigger language plpgsql as $f$ begin new.used_at := null; return new; end $f$;
          create trigger keep before update on password_links for each row execute function keep_link();`,
      },
    },
  },
  {
    name: 'documents go to few strangers an hour',
    probe: doors.fewStrangers,
    mutants: {
      'what was mailed is forgotten': {
        sql: `do $$ begin execute replace(pg_get_functiondef('mailed_since'::regproc), '> since', '> ''infinity'''); end $$`,
      },
    },
  },
  {
    name: 'a session ends with the disabling of its user',
    probe: accounts.sessionsOfTheDisabled,
    alone: {
      'the session is not ended': { sql: SESSIONS_GO_ON },
      'the user stays active': { sql: USERS_STAY },
    },
    mutants: { both: { sql: `${SESSIONS_GO_ON}; ${USERS_STAY}` } },
  },
  {
    name: 'an address that is nobody’s takes as long as a wrong password',
    probe: accounts.timeOfNobody,
    measures: true,
    mutants: { 'nothing is hashed for it': { routes: answeredAtOnce } },
  },
  {
    name: 'nothing is allocated beyond note and receipt, over HTTP',
    probe: probes.overAllocationOverHttp,
    alone: { 'the schema’s checks are gone': { sql: NOTHING_CHECKED } },
    mutants: {
      // The rule reads what is outstanding; with nothing settled, it lets everything through.
      'rule and checks are misled': {
        sql: `${NOTHING_CHECKED}; create function forget() returns trigger language plpgsql as $f$ begin new.outstanding := new.amount; new.settled_on := null; new.base_outstanding := new.base_amount; return new; end $f$;
          create trigger forget before update on open_items for each row execute function forget();
          create function forget_note() returns trigger language plpgsql as $f$ begin new.settled := 0; return new; end $f$;
          create trigger forget before update on notes for each row execute function forget_note();`,
      },
    },
  },
  {
    name: 'nothing is allocated beyond note and receipt, by the schema',
    probe: probes.overAllocationInDatabase,
    mutants: {
      'the note’s check is gone': { sql: drop('notes', 'settled_within_note') },
      'the item’s check is gone': { sql: drop('open_items', 'outstanding_within_item') },
      'the part’s check is gone': { sql: drop('note_parts', 'committed_within_part') },
      'the receipt’s check is gone': { sql: drop('receipts', 'allocated_within_receipt') },
    },
  },
  {
    name: 'a debit note and an entry are made once',
    probe: probes.onceOnly,
    mutants: {
      'notes may repeat': { sql: 'drop index debit_note_once' },
      'entries may repeat': { sql: 'drop index entry_once' },
    },
  },
  ...SURVIVAL,
];
