import type { WireReply } from '../../domain/endpoint.ts';
import type { Permission } from '../../domain/permissions.ts';
import { isKind, kindOf, KINDS } from '../../domain/records/kinds.ts';
import { type FoundKind, searchRecords } from '../../domain/reports/search.ts';
import { call } from '../api/client.ts';
import { currentSession, readsAll } from '../api/session.ts';
import { SETTING_GROUPS } from '../pages/setting-sections.tsx';
import { classHref, clauseHref, noteHref, partyHref, paths, recordHref, sectionHref, workHref } from '../paths.ts';
import { chooseTheme } from '../theme.ts';
import type { AppFrameProps, FrameAction, FrameRecord } from './frame-types.ts';

type Hit = WireReply<typeof searchRecords>[number];

const APART = { party: 'Parties', note: 'Notes', file: 'Files' } as const;
const isApart = (kind: FoundKind): kind is keyof typeof APART => Object.hasOwn(APART, kind);

function groupOf(kind: FoundKind): string {
  if (isApart(kind)) return APART[kind];
  const { plural } = KINDS[kind];
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}

/** The page of what was found; a file is shown with the record that it hangs on. */
function hrefOf({ kind, id, of }: Hit): string {
  if (kind === 'party') return partyHref(id);
  if (kind === 'note') return noteHref(id);
  if (kind !== 'file') return recordHref(kind, id);
  if (of === null || of.entity === 'currency') return sectionHref('currencies');
  if (isKind(of.entity)) return `${recordHref(of.entity, of.id)}?tab=attachments`;
  const pages = { party: partyHref, cover_type: classHref, clause: clauseHref };
  return `${pages[of.entity](of.id)}?tab=attachments`;
}

/** Parties, notes, records and files by name, number or party, for the palette. */
export async function searchByText(text: string, signal: AbortSignal): Promise<FrameRecord[]> {
  const hits = await call(searchRecords, { query: { searchValue: text } }, { signal, place: null });
  const session = currentSession();
  const shows = session !== null && readsAll(session);
  return hits.map((hit) => ({
    id: String(hit.id),
    label: hit.title,
    detail: shows && hit.branch !== null ? `${hit.detail} · ${hit.branch}` : hit.detail,
    kind: hit.kind,
    group: groupOf(hit.kind),
    state: hit.state,
    money: hit.amount === null || hit.currency === null ? null : { amount: hit.amount, currency: hit.currency },
    href: hrefOf(hit),
  }));
}

type Action = FrameAction & { href: string; permission: Permission };
const ACTIONS: readonly Action[] = [
  { label: 'New policy', href: paths.policyNew, permission: 'policies.create', words: 'add enter placement slip' },
  { label: 'New London slip', href: paths.slipNew, permission: 'policies.create', words: 'add enter mrc umr lloyds' },
  { label: 'New receipt', href: paths.receiptNew, permission: 'receipts.create', words: 'add enter money collect' },
  { label: 'New voucher', href: paths.voucherNew, permission: 'vouchers.create', words: 'add premium pay security' },
  {
    label: 'New reinsured',
    href: `${paths.setting}?section=reinsureds&open=new`,
    permission: 'registers.create',
    words: 'add cedant register',
  },
  {
    label: 'New security',
    href: `${paths.setting}?section=securities&open=new`,
    permission: 'registers.create',
    words: 'add reinsurer register',
  },
  { label: 'New claim', href: paths.claimNew, permission: 'claims.create', words: 'add enter loss notify' },
  { label: 'New journal', href: paths.journalNew, permission: 'journals.create', words: 'add manual entry' },
  { label: 'New user', href: `${paths.user}?open=new`, permission: 'users.manage', words: 'add invite colleague' },
];

/** What everyone can do from anywhere. */
const FOR_ALL: readonly FrameAction[] = [
  { label: 'What waits for me', href: paths.dashboard, words: 'my work approve approvals reject decide rejected pay' },
  { label: 'Dark colours', words: 'dark theme night mode', onSelect: () => chooseTheme('dark') },
  { label: 'Light colours', words: 'light theme day mode', onSelect: () => chooseTheme('light') },
  { label: 'Colours as the system', words: 'theme system mode', onSelect: () => chooseTheme('system') },
];

/** The sections of the settings that this user may open. */
export const settingsFor = (permissions: readonly Permission[]): FrameAction[] =>
  permissions.includes('registers.view')
    ? SETTING_GROUPS.flatMap(({ title, sections }) =>
        sections
          .filter(({ permission }) => permission === undefined || permissions.includes(permission))
          .map(({ value, label, words }) => ({ label, words: `settings ${title} ${words}`, href: sectionHref(value) })),
      )
    : [];

/** What the palette can do for this user: the screens that they have the right to. */
export const actionsFor = (permissions: readonly Permission[]): FrameAction[] => [
  ...ACTIONS.filter(({ permission }) => permissions.includes(permission)),
  ...FOR_ALL,
];

const WORK_VERBS = {
  APPROVE: 'Approve',
  PAY: 'Pay',
  REJECTED: 'Correct',
  NOTIFY: 'Notify lines of',
  DECLARE: 'Declare basis of',
  DIARY: 'Read diary of',
} as const;

/** What the user may do now with records that wait, each at what it waits for. */
export const actsOn = (tasks: NonNullable<AppFrameProps['waiting']>): FrameAction[] =>
  tasks.map(({ kind, london, reason, id, number, title }) => ({
    label: `${WORK_VERBS[reason]} ${kindOf({ kind, london }).noun} ${number}`,
    detail: title,
    words: title,
    href: workHref(kind, id, reason),
  }));
