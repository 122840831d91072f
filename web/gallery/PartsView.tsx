import { useState } from 'react';
import { Badge, StatusBadge } from '../ui/marks/Badge.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { Chart } from '../ui/marks/Chart.tsx';
import { Checkbox, RadioGroup, Switch } from '../ui/fields/Choice.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { DocumentPreview } from '../ui/dialogs/DocumentPreview.tsx';
import { EmptyState, ErrorState, NoRights, PageSkeleton } from '../ui/notices/States.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { StatCard } from '../ui/marks/StatCard.tsx';
import { toastError, toastSuccess } from '../ui/notices/toast.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PREMIUM = [420, 505, 580, 622, 630, 610, 570, 520, 488, 482, 500, 560];

export function PartsView() {
  const [on, setOn] = useState(true);
  const [choice, setChoice] = useState('oldest');
  const [open, setOpen] = useState<'confirm' | 'document' | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle title="Parts" detail="Every component in its states" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard label="Premium" value="8421337.50" currency="KES" trend="12.4" href="/gallery.html" />
        <StatCard label="Brokerage" value="1060125.00" currency="KES" trend="-3.2" />
        <StatCard label="Due to us" value="962500.00" currency="KES" trend="1.9" risingIsGood={false} />
        <StatCard label="Due to reinsurers" value={undefined} currency="KES" />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <Chart
            kind="area"
            title="Premium by month, 2026"
            currency="KES"
            data={MONTHS.map((label, index) => ({
              label,
              values: { now: `${PREMIUM[index] ?? 0}000.00`, before: `${PREMIUM[11 - index] ?? 0}500.00` },
            }))}
            series={[
              { key: 'now', label: '2026', color: 'brand' },
              { key: 'before', label: '2025', color: 'good' },
            ]}
          />
        </Card>
        <Card>
          <Chart
            kind="bar"
            title="Receivables by age"
            currency="KES"
            data={['Not due', '1–30', '31–60', '61–90', '91–180', '181–365', 'Over 365'].map((label, index) => ({
              label,
              values: { amount: `${[820, 540, 310, 190, 95, 40, 12][index] ?? 0}000.00` },
              href: '/gallery.html',
            }))}
            series={[{ key: 'amount', label: 'Outstanding', color: 'brand' }]}
          />
        </Card>
      </div>
      <Card title="Buttons and badges">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary">Approve policy</Button>
          <Button>Save draft</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="danger" onClick={() => setOpen('confirm')}>
            Disable policy
          </Button>
          <Button disabledReason="Securities total 55% but 60% is placed.">Submit</Button>
          <Button busy variant="primary">
            Saving…
          </Button>
          <Button onClick={() => setOpen('document')}>Debit note</Button>
          <Button onClick={() => toastSuccess('Debit note issued', 'DN/NBO/2026/000012')}>Success</Button>
          <Button onClick={() => toastError('Login', 'Your session has elapsed')}>Error</Button>
          <StatusBadge label="Draft" tone="neutral" />
          <StatusBadge label="Pending" tone="warn" />
          <StatusBadge label="Approved" tone="good" />
          <StatusBadge label="Rejected" tone="bad" />
          <Badge tone="info">London</Badge>
        </div>
      </Card>
      <Card title="Choices">
        <div className="flex flex-wrap gap-8">
          <div className="grid gap-1">
            <Checkbox label="To stand" checked={on} onChange={setOn} hint="The line keeps its written size." />
            <Checkbox label="Some" mixed checked={false} onChange={() => undefined} />
            <Checkbox label="Off" checked={false} onChange={() => undefined} />
          </div>
          <div className="grid content-start gap-1">
            <Switch label="Maker and checker" checked={on} onChange={setOn} />
            <Switch label="Off" checked={false} onChange={() => undefined} />
          </div>
          <RadioGroup
            label="Allocate"
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'oldest', label: 'Oldest first' },
              { value: 'hand', label: 'By hand', hint: 'Choose the notes and the amounts.' },
            ]}
          />
        </div>
      </Card>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card>
          <EmptyState title="No policies yet." action={<Button variant="primary">New policy</Button>}>
            Policies that you place will be listed here.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            error={Object.assign(new Error('The server could not be reached.'), { status: 0 })}
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <NoRights />
        </Card>
      </div>
      <PageSkeleton />
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={() => setOpen(null)}
        danger
        title="Disable NBO/FAC/2026/000123?"
        effect="It leaves the lists and cannot be submitted again. Its number is not given to another."
        action="Disable policy"
        onConfirm={() => setOpen(null)}
      />
      <DocumentPreview
        open={open === 'document'}
        onClose={() => setOpen(null)}
        title="Debit note DN/NBO/2026/000012"
        file={undefined}
        onDownload={() => undefined}
      />
    </div>
  );
}
