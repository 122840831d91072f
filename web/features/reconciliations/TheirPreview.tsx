import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  previewReconciliation,
  saveReconciliation,
  type TheirChoices,
} from '../../../domain/reconciliations/contract.ts';
import { THEIR_COLUMNS } from '../../../domain/reconciliations/their-statement.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { LISTS, reconciliationHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import type { Found } from '../../ui/fields/use-search.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { ColumnSelects } from '../imports/ColumnSelects.tsx';
import { FileFaults } from '../imports/FileFaults.tsx';
import { DAY_ORDER_OPTIONS } from '../imports/import-words.ts';
import { showDay } from '../../ui/marks/format.ts';

type Preview = WireReply<typeof previewReconciliation>;
type Line = Preview['lines'][number];
type Props = { file: File; as: 'SHEET' | 'TEXT'; party: Found; currency: string; day: string; onLeave: () => void };

/** What is chosen, without a total that is not typed. */
const typed = ({ total, ...choices }: TheirChoices): TheirChoices =>
  total === undefined || total === '' ? choices : { ...choices, total };

/** What their file holds and what is wrong with it, before it is kept. */
export function TheirPreview({ file, as, party, currency, day, onLeave }: Props) {
  const go = useGo();
  const [choices, setChoices] = useState<TheirChoices>({});
  const query = {
    party: party.id,
    currency,
    asat: day,
    name: file.name.slice(-200),
    as,
    ...(Object.keys(typed(choices)).length > 0 && { sheet: JSON.stringify(typed(choices)) }),
  };
  const looked = useQuery({
    queryKey: ['their statement', file.name, file.size, file.lastModified, query],
    queryFn: () => call(previewReconciliation, { query, body: file }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const save = useWrite(saveReconciliation, {
    onSuccess: ({ id }) => go(reconciliationHref(id)),
    onProblem: (problem) => toastProblem('Nothing was kept', problem),
  });
  const { data, error } = looked;
  const leave = <Button onClick={onLeave}>Choose another file</Button>;
  if (data === undefined)
    return error === null ? (
      <NoPage title="Read their statement" />
    ) : (
      <RecordPage parent={LISTS.reconciliations} number="Read their statement" primary={leave}>
        <Notice
          tone="bad"
          title={
            error instanceof ApiProblem ? (error.errors[0]?.message ?? error.message) : 'The file could not be read.'
          }
        />
      </RecordPage>
    );
  return (
    <RecordPage
      parent={LISTS.reconciliations}
      number={party.label}
      subtitle={<span className="wrap-anywhere">{`${file.name} · as at ${showDay(day)}`}</span>}
      glance={[
        { label: 'Theirs', value: data.theirs, currency },
        { label: 'Ours', value: data.ours, currency },
      ]}
      primary={
        <div className="flex flex-wrap gap-2">
          {leave}
          <Button
            variant="primary"
            busy={save.isPending || looked.isFetching}
            {...(data.ready ? {} : { disabledReason: 'What is wrong is shown below.' })}
            onClick={() => save.mutate({ query, body: file })}
          >
            Reconcile
          </Button>
        </div>
      }
      notices={error !== null && <Notice tone="bad" title={error.message} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ColumnsCard
          {...{ preview: data, choices, currency }}
          onChange={(change) => setChoices({ ...choices, ...change })}
        />
        <LinesCard {...{ preview: data, currency }} />
      </div>
    </RecordPage>
  );
}

type ColumnsProps = {
  preview: Preview;
  choices: TheirChoices;
  currency: string;
  onChange: (change: TheirChoices) => void;
};

function ColumnsCard({ preview, choices, currency, onChange }: ColumnsProps) {
  const { matching = preview.matching, day_order: order = preview.day_order, turned = preview.turned } = choices;
  const due = preview.side === 'SECURITY' ? 'What is due to it is above nothing' : 'What it owes us is above nothing';
  return (
    <Card title={preview.remembered ? 'Columns, as the last time for this party' : 'Columns'}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        <ColumnSelects
          target={THEIR_COLUMNS}
          columns={preview.columns}
          {...{ matching }}
          onMatching={(chosen) => onChange({ matching: { ...chosen } })}
        />
        <Select
          label="Dates are written"
          value={order}
          options={DAY_ORDER_OPTIONS}
          onChange={(value) => onChange({ day_order: value === 'MONTH_FIRST' ? 'MONTH_FIRST' : 'DAY_FIRST' })}
        />
        <MoneyField
          label="Total at its foot"
          currency={currency}
          value={choices.total ?? ''}
          onChange={(total) => onChange({ total })}
        />
        <Checkbox
          label="Reverse their signs"
          hint={`${due}. Reverse the signs if their statement shows it below.`}
          checked={turned}
          onChange={(value) => onChange({ turned: value })}
        />
      </div>
    </Card>
  );
}

const columnsFor = (currency: string): Column<Line>[] => [
  { id: 'row', title: 'Row', cell: (line) => line.row },
  { id: 'document', title: 'Document', cell: (line) => <span dir="auto">{line.document}</span> },
  { id: 'reference', title: 'Reference', cell: (line) => <span dir="auto">{line.reference}</span> },
  {
    id: 'text',
    title: 'Text',
    cell: (line) => (
      <span dir="auto" className="block max-w-96 truncate" title={line.text}>
        {line.text}
      </span>
    ),
  },
  { id: 'day', title: 'Date', cell: (line) => <DayText value={line.day} /> },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: (line) => <MoneyText value={line.amount} currency={currency} />,
  },
];

function LinesCard({ preview, currency }: { preview: Preview; currency: string }) {
  const { lines, count, refusals, faults, fault_count: wrong } = preview;
  return (
    <Card title={count === 1 ? '1 line' : `${count} lines`} flush>
      {(refusals.length > 0 || wrong > 0) && (
        <div className="grid gap-3 border-b border-line p-4">
          <FileFaults {...{ refusals, faults }} noun="Row" />
        </div>
      )}
      <DataTable
        label="Their lines"
        columns={columnsFor(currency)}
        rows={lines}
        rowKey={(line) => String(line.row)}
        maxHeight="max-h-[max(24rem,calc(100dvh-18rem))]"
        empty={<EmptyState title="No lines can be shown.">Look at what is wrong above.</EmptyState>}
      />
      {count > lines.length && (
        <p className="border-t border-line px-4 py-2 text-mute">
          The first {lines.length} of {count} lines.
        </p>
      )}
    </Card>
  );
}
