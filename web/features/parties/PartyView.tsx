import { can, useSession } from '../../api/session.ts';
import { LISTS, partyHref, paths, withQuery } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { RecordPage, type Glance } from '../../ui/layout/RecordPage.tsx';
import type { Tab } from '../../ui/layout/Tabs.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { AttachmentsPanel } from '../attachments/AttachmentsPanel.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { PartyBanks } from '../registers/parties/PartyBanks.tsx';
import { PartyContacts } from '../registers/parties/PartyContacts.tsx';
import { PartyDialog } from '../registers/parties/PartyDialog.tsx';
import { PartyMergeDialog } from '../registers/parties/PartyMergeDialog.tsx';
import { PartyOverview } from '../registers/parties/PartyOverview.tsx';
import { PartyStatusDialog } from '../registers/parties/PartyStatusDialog.tsx';
import { PartyUses } from '../registers/parties/PartyUses.tsx';
import { statusBadge, statusEntry } from '../registers/register-words.ts';
import { HistoryCard } from '../system/HistoryCard.tsx';
import {
  isReinsurer,
  lateOf,
  REGISTER_OF,
  statementHref,
  statementsHref,
  subtitleOf,
  turnedWord,
  type Party,
} from './party-words.ts';
import { PartyNotes } from './PartyNotes.tsx';
import { PartyOverviewTab } from './PartyOverviewTab.tsx';
import { PartyPapers } from './PartyPapers.tsx';
import { usePosition, useSeesMoney } from './use-position.ts';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

// Nothing is not worth a number.
const countOf = (count: number) => (count === 0 ? {} : { count });

const MOST = 6;
const SIDES = {
  TO_US: { open: 'Owed to us', late: 'overdue' },
  BY_US: { open: 'Owed by us', late: 'past due' },
} as const;

type Position = NonNullable<ReturnType<typeof usePosition>['rows']>[number];

/** What of an open balance is late, in figures where that is not all of it. */
function lateNote({ side, currency, total, overdue }: Position): NonNullable<Glance['note']> {
  const { late } = SIDES[side];
  const turned = turnedWord(side, total);
  if (turned !== null) return { text: turned };
  if (isNothing(lateOf(overdue), currency)) return { text: `Nothing ${late}` };
  return {
    text: overdue === total ? `All ${late}` : `${showWireAmount(overdue, currency)} ${late}`,
    ...(side === 'TO_US' && { tone: 'bad' as const }),
  };
}

/** What is open by side and currency, and what of it is late. */
function useGlance(party: Party): Glance[] {
  const { rows } = usePosition(String(party.id));
  if (rows === null) return [];
  if (rows.length === 0) return [{ label: 'Open', value: 'Nothing is open' }];
  const href = withQuery(partyHref(party.id), { tab: 'notes' });
  return rows.slice(0, MOST).map((row) => ({
    label: SIDES[row.side].open,
    value: row.total,
    currency: row.currency,
    href,
    note: lateNote(row),
  }));
}

function Notices({ party }: { party: Party }) {
  const { merged_into: into } = party;
  const waiting = party.bank_accounts.some((account) => account.state === 'PROPOSED');
  return (
    <>
      {into !== null && (
        <Notice tone="info">
          Merged into{' '}
          <AppLink href={partyHref(into.id)} className="font-medium underline" dir="auto">
            {into.name}
          </AppLink>
          . Nothing new can name it.
        </Notice>
      )}
      {party.erased && <Notice tone="info">What was personal of it was erased; its books stay.</Notice>}
      {waiting && <Notice tone="warn">A change of its bank account waits for a second person.</Notice>}
    </>
  );
}

const STATES = {
  merged: { label: 'Merged', tone: 'neutral' },
  erased: { label: 'Erased', tone: 'neutral' },
} as const;

function useTabs(party: Party): Tab[] {
  const session = useSession();
  const register = REGISTER_OF[party.kind];
  const seesMoney = useSeesMoney();
  return [
    { value: 'overview', label: 'Overview', content: <PartyOverviewTab party={party} /> },
    ...(seesMoney ? [{ value: 'notes', label: 'Open notes', content: <PartyNotes party={party} /> }] : []),
    { value: 'uses', label: 'Policies', content: <PartyUses {...{ register, party }} /> },
    ...(can(session, 'policy_documents.view')
      ? [{ value: 'documents', label: 'Documents', content: <PartyPapers party={party} /> }]
      : []),
    { value: 'details', label: 'Details', content: <PartyOverview {...{ register, party }} /> },
    {
      value: 'contacts',
      label: 'Contacts',
      ...countOf(party.contacts.length + party.intermediaries.length),
      content: <PartyContacts {...{ register, party }} />,
    },
    {
      value: 'banks',
      label: 'Bank accounts',
      ...countOf(party.bank_accounts.length),
      content: <PartyBanks {...{ register, party }} />,
    },
    { value: 'attachments', label: 'Files', content: <AttachmentsPanel entity="party" id={party.id} /> },
    { value: 'history', label: 'Notes and history', content: <HistoryCard entity="party" id={party.id} /> },
  ];
}

/** The page of a party: what is open, what it brought, its policies, notes, papers, people and files. */
export function PartyView({ party }: { party: Party }) {
  const session = useSession();
  const [address, change] = useAddress();
  const open = (what: string | undefined) => change({ do: what });
  const close = () => open(undefined);
  const register = REGISTER_OF[party.kind];
  const isKept = party.merged_into === null && !party.erased;
  const mayEdit = isKept && can(session, 'registers.edit');
  const statement = can(session, 'reports.money') ? statementHref(party) : null;
  const menu: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', shortcut: 'e', onSelect: () => open('edit') }] : []),
    ...(statement === null ? [] : [{ label: 'Make and send statements', href: statementsHref(party) }]),
    ...(can(session, 'policies.create') && party.kind === 'REINSURED'
      ? [{ label: 'New policy', href: paths.policyNew }]
      : []),
    ...(isKept ? statusEntry(can(session, 'registers.status'), party, () => open('status')) : []),
    ...(isKept && can(session, 'registers.merge') ? [{ label: 'Merge into…', onSelect: () => open('merge') }] : []),
  ];
  const what = address['do'];
  return (
    <>
      <RecordPage
        parent={isReinsurer(party.kind) ? LISTS.reinsurers : LISTS.clients}
        number={party.name}
        subtitle={subtitleOf(party)}
        statuses={[
          ...(isKept ? [statusBadge(party.status)] : []),
          ...(party.merged_into === null ? [] : [STATES.merged]),
          ...(party.erased ? [STATES.erased] : []),
        ]}
        glance={useGlance(party)}
        menu={menu}
        notices={<Notices party={party} />}
        primary={
          statement !== null ? (
            <LinkButton variant="primary" href={statement}>
              Statement
            </LinkButton>
          ) : (
            mayEdit && (
              <Button variant="primary" onClick={() => open('edit')}>
                Edit
              </Button>
            )
          )
        }
        tabs={useTabs(party)}
      />
      {what === 'edit' && mayEdit && (
        <AsOpened key={party.id} of={party}>
          {(opened) => <PartyDialog {...{ register }} party={opened} onClose={close} />}
        </AsOpened>
      )}
      {what === 'status' && isKept && <PartyStatusDialog {...{ register, party }} onClose={close} />}
      {what === 'merge' && isKept && <PartyMergeDialog {...{ register, party }} onClose={close} />}
    </>
  );
}
