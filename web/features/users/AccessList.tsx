import type { ReactNode } from 'react';
import { ACCESS_KIND_WORDS, ACCESS_WORDS, accessLog, accessTable } from '../../../domain/reports/access-log.ts';
import { useListPage } from '../../api/use-list.ts';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const COLUMNS = screenColumns(accessTable, {
  widths: { at: 150, action: 160, user: 160, subject: 240, address: 130 },
  cells: {
    at: (row) => <InstantText value={row.at} />,
    action: (row) => ACCESS_WORDS[row.action],
    user: (row) => row.user || <span className="text-mute">Nobody known</span>,
  },
});

const FILTERS: readonly Filter[] = [
  {
    key: 'kind',
    label: 'Kind',
    kind: 'option',
    options: Object.entries(ACCESS_KIND_WORDS).map(([value, label]) => ({ value, label })),
  },
];

/** What left the house, and who tried to come in. */
export function AccessList({ tabs }: { tabs: ReactNode }) {
  const page = useListPage(accessLog, { name: 'access', filters: ['kind'] });
  return (
    <ListPage
      title="Access"
      above={tabs}
      {...page}
      views={<ViewsMenu call={accessLog} />}
      nouns={['entry', 'entries']}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${ACCESS_WORDS[row.action]} ${row.subject}`}
      filters={FILTERS}
      empty={<EmptyState title="Nothing was exported or mailed yet, and no sign-in failed." />}
    />
  );
}
