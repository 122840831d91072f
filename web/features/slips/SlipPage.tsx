import { useState } from 'react';
import { getSlip } from '../../../domain/slips/contract.ts';
import { POLICY_STATES } from '../../../domain/placements/states.ts';
import type { SlipFinding } from '../../../domain/slips/terms.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { FiguresTab } from '../placements/page/FiguresTab.tsx';
import { PolicyView, type MarketView } from '../placements/page/PolicyPage.tsx';
import { SigningDialog } from './SigningDialog.tsx';
import { SlipLinesTab } from './SlipLinesTab.tsx';
import { SlipSectionsTab } from './SlipSectionsTab.tsx';
import type { SlipRecord } from '../placements/form/slip-values.ts';
import { LISTS, slipHref } from '../../paths.ts';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

export function SlipPage() {
  const session = useSession();
  const id = useRecordId();
  const may = can(session, 'policies.view');
  const { data, error, refetch } = useEndpoint(getSlip, { params: { id } }, { enabled: may });
  useWorkIn(data?.branch);
  if (session === null || !may || data === undefined)
    return <NoPage title="London slip" {...{ may, error, refetch }} list={LISTS.slips} />;
  return <SlipView key={data.id} record={data} session={session} />;
}

function tabsOf(record: SlipRecord): NonNullable<MarketView['tabs']> {
  return [
    { value: 'slip', label: 'Slip', content: <SlipSectionsTab record={record} /> },
    {
      value: 'securities',
      label: 'Securities',
      count: record.securities.length,
      content: <SlipLinesTab record={record} />,
    },
    { value: 'figures', label: 'Figures', content: <FiguresTab record={record} /> },
  ];
}

/** The form, with the field of a finding in sight. */
const editAt =
  (id: number) =>
  ({ field, heading }: SlipFinding) =>
    `${slipHref(id)}/edit?${new URLSearchParams({ field, heading }).toString()}`;

/** A London slip: the page of a policy with the contract, its lines, its check and its signed lines. */
function SlipView({ record, session }: { record: SlipRecord; session: Session }) {
  const [signing, setSigning] = useState(false);
  const notification = record.notification;
  const records = record.status === 'APPROVED' && can(session, 'policies.create');
  const edits = mayIn(POLICY_STATES, record.status, 'edit') && can(session, 'policies.create');
  const open = record.status === 'DRAFT' || record.status === 'PENDING' || record.status === 'REJECTED';
  const own: MarketView = {
    subtitle: record.umr === '' ? '' : `UMR ${record.umr} · `,
    tabs: tabsOf(record),
    rail: open && <CheckPanel findings={record.findings} hrefOf={edits ? editAt(record.id) : undefined} />,
    notices: notification.sentence !== null && (
      <Notice
        tone={notification.state === 'OVERDUE' ? 'bad' : 'warn'}
        title={notification.sentence}
        action={
          records && (
            <Button size="sm" onClick={() => setSigning(true)}>
              Record signed lines
            </Button>
          )
        }
      />
    ),
    menu: records ? [{ label: 'Record signed lines', onSelect: () => setSigning(true) }] : [],
    dialogs: signing && (
      <AsOpened of={record}>{(opened) => <SigningDialog record={opened} onClose={() => setSigning(false)} />}</AsOpened>
    ),
  };
  return <PolicyView record={record} session={session} own={own} />;
}
