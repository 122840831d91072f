import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { imports } from '../../../domain/imports/contract.ts';
import type { RowOutcome } from '../../../domain/imports/states.ts';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { exportFile } from '../../api/export-file.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { Menu } from '../../ui/buttons/Menu.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import type { Column } from '../../ui/tables/table-types.ts';
import { type ListState, useListState } from '../../ui/tables/use-list-state.ts';
import { showCount } from '../../ui/fields/whole-number.ts';
import { columnName, faultsOf, type Import, type ImportRow, outcomeBadge, recordHref } from './import-words.ts';
import { useList } from '../../api/use-list.ts';

type OutcomeChoice = { value: RowOutcome | 'all' | 'warned'; label: string; count: number };
/** Choices that are no outcome. */
const FILTERS: Readonly<Record<string, object>> = { all: {}, warned: { warned: 'yes', outcome: 'new' } };
type Props = { file: Import; target: ImportTarget; title: string; choices: readonly OutcomeChoice[] };

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="py-1.5 min-w-56 whitespace-normal sm:min-w-72">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function columnsOf(file: Import, target: ImportTarget, chosen: OutcomeChoice['value']): Column<ImportRow>[] {
  const matched = [...new Set(Object.values(file.matching))].toSorted((a, b) => a - b);
  const cell = (row: ImportRow, index: number) => {
    const faulty = row.errors.some(({ column }) => column === index);
    const text = row.cells[index] ?? '';
    return (
      <span className={clsx('block max-w-72 truncate', faulty && 'font-medium text-bad')} title={text}>
        {text === '' && faulty ? 'Empty' : text}
      </span>
    );
  };
  return [
    {
      id: 'row',
      title: 'Row',
      cell: (row) =>
        row.record === null ? (
          row.row
        ) : (
          <AppLink
            href={recordHref(target, row.record)}
            aria-label={`${row.row}: ${row.label ?? 'the record'}`}
            className={clsx('rounded text-link hover:underline', focusRing)}
          >
            {row.row}
          </AppLink>
        ),
    },
    { id: 'outcome', title: 'Result', cell: (row) => <StatusBadge {...outcomeBadge(row.outcome)} /> },
    ...(file.counts.faulty > 0 && (chosen === 'error' || chosen === 'all')
      ? [
          {
            id: 'faults',
            title: 'What is wrong',
            cell: (row: ImportRow) => <Sentences sentences={faultsOf(file.columns, row)} />,
          },
        ]
      : []),
    ...(chosen === 'warned'
      ? [
          {
            id: 'warnings',
            title: 'What to look at',
            cell: (row: ImportRow) => <Sentences sentences={row.warnings} />,
          },
        ]
      : []),
    ...matched.map((index) => ({
      id: `column-${index}`,
      title: columnName(file.columns, index),
      cell: (row: ImportRow) => cell(row, index),
    })),
  ];
}

function Choices({ choices, chosen, list }: { choices: readonly OutcomeChoice[]; chosen: string; list: ListState }) {
  return (
    <fieldset aria-label="Show rows" className="flex flex-wrap gap-1.5">
      {choices.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => list.setFilter('outcome', value)}
          className={clsx(
            'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs',
            chosen === value ? 'border-link/40 bg-link/8 font-medium' : 'border-edge text-mute hover:text-fg',
            focusRing,
          )}
        >
          {label}
          <span className="tabular-nums">{showCount(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The rows of the file with what is wrong in each, or what became of it; the first choice that has rows is shown. */
export function RowsTable({ file, target, title, choices }: Props) {
  const list = useListState({ filters: ['outcome'] });
  const offered = choices.filter(({ count }) => count > 0);
  const outcome = list.filters['outcome'] ?? '';
  const chosen = offered.find(({ value }) => value === outcome)?.value ?? offered[0]?.value ?? 'all';
  const { outcome: _outcome, sort: _sort, ...paging } = list.query;
  const id = String(file.id);
  const query = useList(imports.rows, { ...paging, id, ...(FILTERS[chosen] ?? { outcome: chosen }) });
  const { rows, past } = pageOf(list, query.data);
  const download = (format: 'csv' | 'xlsx') =>
    exportFile(imports.rows, { query: { id, outcome: 'error' }, name: `${target.key}-to-correct` }, format);
  return (
    <Card title={title} flush actions={file.counts.faulty > 0 ? <DownloadFaulty onDownload={download} /> : undefined}>
      <div className="border-b border-line px-4 py-2">
        <Choices choices={offered} chosen={chosen} list={list} />
      </div>
      <DataTable
        label={`Rows of ${file.file_name}`}
        columns={columnsOf(file, target, chosen)}
        {...{ rows }}
        rowKey={(row) => String(row.row)}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        maxHeight="max-h-[max(24rem,calc(100dvh-18rem))]"
        empty={past ?? <EmptyState title="There are no such rows." />}
      />
      <Paging list={list} filtered={query.data?.recordsFiltered} rows={rows?.length} />
    </Card>
  );
}

function DownloadFaulty({ onDownload }: { onDownload: (format: 'csv' | 'xlsx') => Promise<void> }) {
  return (
    <Menu
      entries={[
        { label: 'Excel workbook', onSelect: () => void onDownload('xlsx') },
        { label: 'CSV', onSelect: () => void onDownload('csv') },
      ]}
      trigger={
        <Button size="sm" icon={<Download size={13} aria-hidden="true" />}>
          Download faulty rows
        </Button>
      }
    />
  );
}
