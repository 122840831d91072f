import { INVOICE_STATES } from '../../../domain/invoices/states.ts';
import { paymentTermsLabel } from '../../../domain/placements/terms.ts';
import { invoiceHref, scheduleHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { badgeOf } from '../ledger/status.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { invoiceName, type InvoiceRecord } from './invoice-words.ts';

type Line = InvoiceRecord['lines'][number] & { position: number };
type Due = NonNullable<InvoiceRecord['note']>['due'][number];
type Credit = InvoiceRecord['credited_by'][number];

function lineColumns(currency: string): StatementColumn<Line>[] {
  return [
    { id: 'description', title: 'Description', cell: (line) => <span dir="auto">{line.description}</span> },
    {
      id: 'account',
      title: 'Account',
      cell: (line) => (
        <>
          {line.account} {line.account_name}
          {line.sub_account !== null && <span className="block text-xs text-mute">{line.sub_account.name}</span>}
        </>
      ),
    },
    { id: 'quantity', title: 'Quantity', align: 'right', cell: (line) => line.quantity },
    {
      id: 'price',
      title: 'Price',
      align: 'right',
      cell: (line) => <MoneyText value={line.price} currency={currency} />,
    },
    {
      id: 'net',
      title: `Net ${currency}`,
      align: 'right',
      cell: (line) => <MoneyText value={line.net} currency={currency} />,
    },
    {
      id: 'tax',
      title: 'Tax',
      align: 'right',
      cell: (line) =>
        line.tax === null ? null : (
          <>
            <MoneyText value={line.tax_amount} currency={currency} />
            <span className="block text-xs text-mute">
              {line.tax.name} <RateText value={line.tax_rate} />
            </span>
          </>
        ),
    },
  ];
}

const dueColumns = (currency: string): StatementColumn<Due>[] => [
  { id: 'due', title: 'Due', cell: (one) => <DayText value={one.due_on} /> },
  {
    id: 'amount',
    title: `Amount ${currency}`,
    align: 'right',
    cell: (one) => <MoneyText value={one.amount} currency={currency} />,
  },
  {
    id: 'outstanding',
    title: 'Unpaid',
    align: 'right',
    cell: (one) => <MoneyText value={one.outstanding} currency={currency} />,
  },
];

const creditColumns = (currency: string): StatementColumn<Credit>[] => [
  {
    id: 'number',
    title: 'Credit',
    cell: (one) => <AppLink href={invoiceHref(one.id)}>{invoiceName({ ...one, credit: true })}</AppLink>,
  },
  { id: 'status', title: 'Status', cell: (one) => <StatusBadge {...badgeOf(INVOICE_STATES[one.status])} /> },
  {
    id: 'amount',
    title: `Amount ${currency}`,
    align: 'right',
    cell: (one) => <MoneyText value={one.amount} currency={currency} />,
  },
];

/** What is charged, when it is due, what was credited of it. */
export function InvoiceDetails({ record }: { record: InvoiceRecord }) {
  const { currency, credits, credited_by: creditedBy, note } = record;
  const lines = record.lines.map((line, index) => ({ ...line, position: index + 1 }));
  return (
    <div className="grid gap-4">
      <Card flush title="Lines">
        <StatementTable
          caption="Lines"
          columns={lineColumns(currency)}
          groups={[{ id: 'lines', rows: lines }]}
          rowKey={(line) => String(line.position)}
          totals={{
            description: 'Total',
            net: <MoneyText value={record.net} currency={currency} />,
            tax: <MoneyText value={record.tax} currency={currency} />,
          }}
        />
      </Card>
      {credits === null && note !== null && (
        <Card flush title="To be paid">
          <StatementTable
            caption="To be paid"
            columns={dueColumns(currency)}
            groups={[{ id: 'due', rows: note.due }]}
            rowKey={(one) => one.due_on}
            totals={{
              due: 'Total',
              amount: <MoneyText value={record.amount} currency={currency} />,
              outstanding: <MoneyText value={note.outstanding} currency={currency} />,
            }}
          />
        </Card>
      )}
      {creditedBy.length > 0 && (
        <Card flush title="Credits">
          <StatementTable
            caption="Credits of this invoice"
            columns={creditColumns(currency)}
            groups={[{ id: 'credits', rows: creditedBy }]}
            rowKey={(one) => String(one.id)}
          />
        </Card>
      )}
      <Card title="Details">
        <FactList
          facts={[
            ...(credits === null
              ? []
              : [
                  {
                    label: 'Credit of',
                    value: (
                      <AppLink href={invoiceHref(credits.id)}>{credits.number ?? `Invoice #${credits.id}`}</AppLink>
                    ),
                  },
                ]),
            ...(record.terms === '' ? [] : [{ label: 'Terms', value: paymentTermsLabel(record.terms) }]),
            ...(record.due_on === null ? [] : [{ label: 'Due date', value: <DayText value={record.due_on} /> }]),
            ...(record.schedule === null
              ? []
              : [
                  {
                    label: 'Drafted by the calendar for',
                    value: (
                      <AppLink href={scheduleHref(record.schedule.id)}>
                        <DayText value={record.schedule.day} />
                      </AppLink>
                    ),
                  },
                ]),
            { label: 'Booked on', value: <DayText value={record.posted_on} none="Not yet" /> },
            { label: 'Their reference', value: record.reference },
            { label: 'Branch', value: record.branch.name },
            { label: 'Note on the paper', value: record.narration },
          ]}
        />
      </Card>
    </div>
  );
}
