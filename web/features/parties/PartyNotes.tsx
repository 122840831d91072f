import { partyNotes } from '../../../domain/parties/contract.ts';
import { OPEN_SIDE_LABELS, partyNoteTable, SIDES } from '../../../domain/parties/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { noteHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { CardRows } from '../../ui/tables/CardRows.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { FilterChips } from '../../ui/tables/FilterChips.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { deedOf, type Party, type PartyNote } from './party-words.ts';

const SIDE_FILTER = {
  key: 'side',
  label: 'Direction',
  kind: 'option' as const,
  options: SIDES.map((value) => ({ value, label: OPEN_SIDE_LABELS[value] })),
};

/** The columns of open notes, with the next step on each for those who may. */
export function useNoteColumns(party: Party): Column<PartyNote>[] {
  const session = useSession();
  const today = useFirmToday();
  const deed: Column<PartyNote> = {
    id: 'deed',
    title: 'Next',
    align: 'right',
    kind: 'text',
    cell: (row) => {
      const next = deedOf(party, row, (permission) => can(session, permission));
      return (
        next !== null && (
          <LinkButton size="sm" href={next.href}>
            {next.words}
            <span className="sr-only"> {row.number}</span>
          </LinkButton>
        )
      );
    },
  };
  return [
    ...screenColumns(partyNoteTable, {
      without: ['amount'],
      titles: { purpose: 'For', outstanding: 'Open' },
      second: {
        number: (row) => OPEN_SIDE_LABELS[row.side],
        outstanding: (row) => (
          <>
            of <MoneyText value={row.amount} currency={row.currency} />
          </>
        ),
      },
      cells: {
        number: (row) => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
        due_on: (row) => (
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            <DayText value={row.due_on} />
            {row.due_on < today && <Badge tone={row.side === 'TO_US' ? 'bad' : 'warn'}>Overdue</Badge>}
          </span>
        ),
        outstanding: (row) => <MoneyText value={row.outstanding} currency={row.currency} strong />,
      },
    }),
    ...(can(session, 'receipts.create') || can(session, 'vouchers.create') ? [deed] : []),
  ];
}

/** Open notes of a party page by page, either way. */
export function PartyNotes({ party }: { party: Party }) {
  const list = useListState({ filters: ['side'] });
  const columns = useNoteColumns(party);
  const Rows = useNarrow() ? CardRows : DataTable;
  const { data, error, isFetching, refetch } = useEndpoint(partyNotes, {
    params: { id: String(party.id) },
    query: list.query,
  } as Parameters<typeof useEndpoint<typeof partyNotes>>[1]);
  const { rows, past } = pageOf(list, data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips filters={[SIDE_FILTER]} list={list} />
      <Card flush title="Open notes">
        <Rows
          label={`Open notes of ${party.name}`}
          columns={columns}
          {...{ rows }}
          rowKey={(row) => `${row.id} ${row.side}`}
          rowLabel={(row) => row.number}
          rowHref={(row) => noteHref(row.id)}
          loading={isFetching}
          error={error}
          onRetry={() => void refetch()}
          sort={list.sort}
          onSort={list.setSort}
          skeletonRows={5}
          empty={
            past ?? (
              <EmptyState title="No note is open.">
                Notes that are not settled yet appear here, owed to us or by us.
              </EmptyState>
            )
          }
        />
        <Paging list={list} filtered={data?.recordsFiltered} more={data?.more ?? false} rows={rows?.length} />
      </Card>
    </div>
  );
}
