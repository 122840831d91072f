import { useState } from 'react';
import { partyPapers } from '../../../domain/parties/contract.ts';
import { partyPaperTable } from '../../../domain/parties/tables.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { EmptyState } from '../../ui/notices/States.tsx';
import { CardRows } from '../../ui/tables/CardRows.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { loadDocument } from '../documents/use-documents.ts';
import { PdfDialog } from '../ledger/PdfDialog.tsx';
import type { Party } from './party-words.ts';

type Paper = { id: number; number: string };

const columnsOf = (onOpen: (paper: Paper) => void) =>
  screenColumns(partyPaperTable, {
    cells: {
      number: (row) => (
        <Button size="sm" variant="ghost" onClick={() => onOpen(row)}>
          {row.number}
          {row.copy > 1 && ` (copy ${row.copy})`}
        </Button>
      ),
    },
  });

/** Papers issued to a party, the latest first. */
export function PartyPapers({ party }: { party: Party }) {
  const list = useListState();
  const [opened, setOpened] = useState<Paper | null>(null);
  const Rows = useNarrow() ? CardRows : DataTable;
  const { start, length } = list.query;
  const { data, error, isFetching, refetch } = useEndpoint(partyPapers, {
    params: { id: String(party.id) },
    query: { ...(start !== undefined && { start }), ...(length !== undefined && { length }) },
  });
  const { rows, past } = pageOf(list, data);
  return (
    <Card flush title="Documents">
      <Rows
        label={`Documents of ${party.name}`}
        columns={columnsOf(setOpened)}
        {...{ rows }}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.number}
        loading={isFetching}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={5}
        empty={
          past ?? (
            <EmptyState title="No document yet.">
              Notes, receipts, payment advice and statements made for {party.name} appear here.
            </EmptyState>
          )
        }
      />
      <Paging list={list} filtered={data?.recordsFiltered} more={data?.more ?? false} rows={rows?.length} />
      {opened !== null && (
        <PdfDialog
          open
          onClose={() => setOpened(null)}
          title={opened.number}
          name={`document ${opened.id}`}
          load={() => loadDocument(opened)}
        />
      )}
    </Card>
  );
}
