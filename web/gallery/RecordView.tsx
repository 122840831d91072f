import { useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { DecisionPanel } from '../ui/dialogs/DecisionPanel.tsx';
import { FiguresPanel } from '../ui/marks/FiguresPanel.tsx';
import { Notice } from '../ui/notices/Notice.tsx';
import { MoneyText, RateText } from '../ui/marks/Figures.tsx';
import { FromTo } from '../ui/marks/FromTo.tsx';
import { RecordPage } from '../ui/layout/RecordPage.tsx';
import { EmptyState } from '../ui/notices/States.tsx';
import { type StatementColumn, StatementTable } from '../ui/tables/StatementTable.tsx';
import { Timeline } from '../ui/marks/Timeline.tsx';
import { toastError, toastSuccess } from '../ui/notices/toast.ts';

type Line = { name: string; share: string; premium: string; net: string };
const LINES: readonly Line[] = [
  { name: 'Munich Re', share: '25', premium: '312500.00', net: '218750.00' },
  { name: 'Africa Re', share: '20', premium: '250000.00', net: '175000.00' },
  { name: 'Swiss Re', share: '15', premium: '187500.00', net: '121875.00' },
];
const LINE_COLUMNS: StatementColumn<Line>[] = [
  { id: 'name', title: 'Security', cell: (row) => row.name },
  { id: 'share', title: 'Signed line', align: 'right', cell: (row) => <RateText value={row.share} /> },
  {
    id: 'premium',
    title: 'Premium KES',
    align: 'right',
    cell: (row) => <MoneyText value={row.premium} currency="KES" />,
  },
  { id: 'net', title: 'Net KES', align: 'right', cell: (row) => <MoneyText value={row.net} currency="KES" /> },
];

export function RecordView() {
  const [open, setOpen] = useState(false);
  return (
    <RecordPage
      parent={{ label: 'Underwriting', href: '/gallery.html' }}
      number="NBO/FAC/2026/000123"
      subtitle={
        <>
          <FromTo from="Jubilee General" to="Savannah Cement Ltd" /> · Fire and perils · Jan 1, 2026 to Dec 31, 2026
        </>
      }
      statuses={[
        { label: 'Pending', tone: 'warn' },
        { label: 'Unpaid', tone: 'neutral' },
      ]}
      glance={[
        { label: 'Sum insured', value: '500000000.00', currency: 'KES' },
        { label: 'Fac premium', value: '750000.00', currency: 'KES' },
        { label: 'Debit note', value: '562500.00', currency: 'KES', href: '/gallery.html' },
        { label: 'Brokerage', value: '37500.00', currency: 'KES' },
        { label: 'Outstanding', value: '562500.00', currency: 'KES', tone: 'bad' },
      ]}
      primary={
        <Button variant="primary" onClick={() => setOpen(true)}>
          Approve policy
        </Button>
      }
      menu={[{ label: 'Reinsurance slip' }, { label: 'Withdraw', disabledReason: 'Only its maker can withdraw it.' }]}
      notices={
        <Notice tone="warn" title="Rejected once">
          The rate differs from the slip. Mended and submitted again by Peter Whitfield.
        </Notice>
      }
      rail={
        <>
          <FiguresPanel
            title="Figures"
            currency="KES"
            rows={[
              { label: 'Premium, 100%', value: '1250000.00' },
              { label: 'Placed', value: '60', kind: 'rate' },
              { label: 'Fac premium', value: '750000.00' },
              { label: 'Cedant commission', value: '-187500.00', level: 'sub' },
              { label: 'Debit note', value: '562500.00', level: 'total' },
            ]}
          />
          <Card title="History">
            <Timeline
              events={[
                {
                  id: 3,
                  at: '2026-11-20T12:12:00Z',
                  who: 'Peter Whitfield',
                  what: 'submitted the policy',
                  tone: 'info',
                },
                {
                  id: 2,
                  at: '2026-11-19T09:40:00Z',
                  who: 'Amina Njoroge',
                  what: 'rejected the policy',
                  tone: 'bad',
                  detail: 'The rate differs from the slip.',
                },
                { id: 1, at: '2026-11-18T08:05:00Z', who: 'Peter Whitfield', what: 'made the policy' },
              ]}
            />
          </Card>
        </>
      }
      tabs={[
        {
          value: 'securities',
          label: 'Securities',
          count: 3,
          content: (
            <Card flush title="Signed lines">
              <StatementTable
                caption="Signed lines"
                columns={LINE_COLUMNS}
                groups={[{ id: 'all', rows: LINES }]}
                rowKey={(row) => row.name}
                totals={{ name: 'Total', share: '60%', premium: '750,000.00', net: '515,625.00' }}
              />
            </Card>
          ),
        },
        {
          value: 'documents',
          label: 'Documents',
          content: (
            <EmptyState title="No documents yet.">
              Debit and credit notes are issued when the policy is approved.
            </EmptyState>
          ),
        },
        { value: 'claims', label: 'Claims', count: 0, content: <EmptyState title="No claims on this policy." /> },
      ]}
    >
      <DecisionPanel
        open={open}
        onClose={() => setOpen(false)}
        title="Review NBO/FAC/2026/000123"
        description="Jubilee General for Savannah Cement Ltd"
        currency="KES"
        warnings={[
          { tone: 'info', message: 'The rate times the sum insured differs from the premium by KES 0.50.' },
          { tone: 'bad', message: 'Swiss Re has an overdue balance.' },
          { tone: 'warn', message: 'The period is longer than 12 months.' },
        ]}
        effects={[
          'A debit note of KES 562,500.00 to Jubilee General, due Jan 31, 2026.',
          'Three credit notes of KES 515,625.00 in all.',
          'One journal of six lines on Nov 21, 2026.',
        ]}
        notes={LINES.map((line) => ({ label: 'Credit note', party: line.name, amount: line.net }))}
        journal={[
          { account: '1200 Premium receivable', party: 'Jubilee General', debit: '562500.00', credit: null },
          { account: '2100 Premium payable', party: 'Munich Re', debit: null, credit: '218750.00' },
          { account: '4000 Brokerage income', debit: null, credit: '37500.00' },
        ]}
        approve={{
          label: 'Approve policy',
          onApprove: () => {
            setOpen(false);
            toastSuccess('Policy approved', 'DN/NBO/2026/000012 issued.');
          },
        }}
        reject={{
          offered: true,
          label: 'Reject policy',
          onReject: async () => toastError('Policy not rejected', 'This record changed since you opened it.'),
        }}
      />
    </RecordPage>
  );
}
