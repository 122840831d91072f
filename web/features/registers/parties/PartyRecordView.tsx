import { can, useSession } from '../../../api/session.ts';
import { partyHref, sectionHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { RecordPage } from '../../../ui/layout/RecordPage.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { AttachmentsPanel } from '../../attachments/AttachmentsPanel.tsx';
import { HistoryCard } from '../../system/HistoryCard.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { PartyBanks } from './PartyBanks.tsx';
import { PartyContacts } from './PartyContacts.tsx';
import { PartyDialog } from './PartyDialog.tsx';
import { PartyMergeDialog } from './PartyMergeDialog.tsx';
import { PartyOverview } from './PartyOverview.tsx';
import { PartyStatusDialog } from './PartyStatusDialog.tsx';
import { PartyUses } from './PartyUses.tsx';
import { statusBadge, statusEntry } from '../register-words.ts';

type Props = { register: PartyRegister; party: PartyRecord };

// Nothing is not worth a number.
const countOf = (count: number) => (count === 0 ? {} : { count });

function subtitleOf(register: PartyRegister, party: PartyRecord): string {
  const rating = [party.rating, party.rating_agency].filter(Boolean).join(' by ');
  const noun = register.noun.charAt(0).toUpperCase() + register.noun.slice(1);
  return [noun, party.short_name, party.countryName, rating === '' ? '' : `Rated ${rating}`]
    .filter(Boolean)
    .join(' · ');
}

function PartyNotices({ register, party }: Props) {
  const { merged_into: into } = party;
  const waiting = party.bank_accounts.some((account) => account.state === 'PROPOSED');
  return (
    <>
      {into !== null && (
        <Notice tone="info">
          Merged into{' '}
          <AppLink href={partyHref(register, into.id)} className="font-medium underline" dir="auto">
            {into.name}
          </AppLink>
          . Nothing new can name it.
        </Notice>
      )}
      {waiting && <Notice tone="warn">A change of its bank account waits for a second person.</Notice>}
    </>
  );
}

/** The page of one party: who it is, where it is used, where it is paid. */
export function PartyRecordView({ register, party }: Props) {
  const session = useSession();
  const [address, change] = useAddress();
  const open = (what: string | undefined) => change({ do: what });
  const close = () => open(undefined);
  const isKept = party.merged_into === null;
  const menu: MenuEntry[] = [
    ...statusEntry(can(session, 'registers.status'), party, () => open('status')),
    ...(can(session, 'registers.merge') ? [{ label: 'Merge into…', onSelect: () => open('merge') }] : []),
  ];
  const mayEdit = isKept && can(session, 'registers.edit');
  const what = address['do'];
  return (
    <>
      <RecordPage
        parent={{ label: register.title, href: sectionHref(register.key) }}
        number={party.name}
        subtitle={subtitleOf(register, party)}
        statuses={isKept ? [statusBadge(party.status)] : [{ label: 'Merged', tone: 'neutral' }]}
        menu={isKept ? menu : []}
        notices={<PartyNotices {...{ register, party }} />}
        primary={
          mayEdit && (
            <Button variant="primary" onClick={() => open('edit')}>
              Edit
            </Button>
          )
        }
        tabs={[
          { value: 'overview', label: 'Overview', content: <PartyOverview {...{ register, party }} /> },
          { value: 'uses', label: 'Uses', content: <PartyUses {...{ register, party }} /> },
          {
            value: 'banks',
            label: 'Bank accounts',
            ...countOf(party.bank_accounts.length),
            content: <PartyBanks {...{ register, party }} />,
          },
          {
            value: 'contacts',
            label: 'Contacts',
            ...countOf(party.contacts.length + party.intermediaries.length),
            content: <PartyContacts {...{ register, party }} />,
          },
          { value: 'attachments', label: 'Attachments', content: <AttachmentsPanel entity="party" id={party.id} /> },
          { value: 'history', label: 'History', content: <HistoryCard entity="party" id={party.id} /> },
        ]}
      />
      {what === 'edit' && mayEdit && <PartyDialog key={party.version} {...{ register, party }} onClose={close} />}
      {what === 'status' && isKept && <PartyStatusDialog {...{ register, party }} onClose={close} />}
      {what === 'merge' && isKept && <PartyMergeDialog {...{ register, party }} onClose={close} />}
    </>
  );
}
