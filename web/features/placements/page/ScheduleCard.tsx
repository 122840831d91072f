import { useState } from 'react';
import { paymentSchedule } from '../../../../domain/endorsements/standing.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { INSTALMENT_STATES } from '../../../../domain/endorsements/replan.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { NoteLink } from '../../../ui/marks/NameLink.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { atId, paths } from '../../../paths.ts';
import { badgeOf } from '../../ledger/status.ts';
import { isNothing } from '../../ledger/wire-amounts.ts';
import { shortNumber } from './AsAtBar.tsx';
import { PaymentDatesDialog } from './PaymentDatesDialog.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';

type Schedule = WireReply<typeof paymentSchedule>;
type Row = Schedule['instalments'][number];

function EndorsementLink({ of }: { of: Row['changed_by'] }) {
  if (of === null) return <span className="text-mute">–</span>;
  return (
    <AppLink href={atId(paths.endorsement, of.id)} className={`text-link hover:underline ${focusRing}`}>
      {shortNumber(of.name)}
    </AppLink>
  );
}

type Figure = 'amount' | 'set_off' | 'uncollectable' | 'paid' | 'outstanding';

function columnsOf({ currency, instalments }: Schedule): StatementColumn<Row>[] {
  const money = (id: Figure, title: string): StatementColumn<Row> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <MoneyText value={row[id]} currency={currency} />,
  });
  return [
    { id: 'due', title: 'Due', cell: (row) => <DayText value={row.due_on} /> },
    {
      id: 'note',
      title: 'Note',
      cell: ({ note: { id, name: number } }) => <NoteLink note={{ id, number }} />,
    },
    { id: 'state', title: 'State', cell: (row) => <StatusBadge {...badgeOf(INSTALMENT_STATES[row.state])} /> },
    { id: 'by', title: 'Changed by', cell: (row) => <EndorsementLink of={row.changed_by} /> },
    money('amount', 'Amount'),
    money('set_off', 'Set off'),
    ...(instalments.every((row) => isNothing(row.uncollectable, currency))
      ? []
      : [money('uncollectable', 'Uncollectable')]),
    money('paid', 'Paid'),
    money('outstanding', 'Outstanding'),
  ];
}

/**
 * When the reinsured pays: each instalment with its state, and the button that moves those not yet due to other days.
 */
export function ScheduleCard({ record }: { record: PolicyRecord }) {
  const session = useSession();
  const [changing, setChanging] = useState(false);
  const { data, error, refetch } = useEndpoint(paymentSchedule, { query: { policy: String(record.id) } });
  if (data === undefined)
    return error === null ? (
      <Skeleton className="w-full" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const mayChange = record.status === 'APPROVED' && can(session, 'policies.create') && /[1-9]/.test(data.not_due);
  return (
    <Card
      flush
      title="Payment schedule"
      actions={
        <>
          <span className="text-xs font-medium text-mute">{data.currency}</span>
          {mayChange && (
            <Button size="sm" onClick={() => setChanging(true)}>
              Change payment dates
            </Button>
          )}
        </>
      }
    >
      <StatementTable
        caption={`Instalments of the reinsured, in ${data.currency}`}
        columns={columnsOf(data)}
        groups={[{ id: 'all', rows: data.instalments }]}
        rowKey={(row) => String(row.id)}
      />
      {changing && <PaymentDatesDialog {...{ record }} schedule={data} onClose={() => setChanging(false)} />}
    </Card>
  );
}
