import type { WireReply } from '../../../domain/endpoint.ts';
import type { dueToReinsurersOverview, dueToUsOverview } from '../../../domain/reports/contract.ts';
import { dueToReinsurersTable, dueToUsTable } from '../../../domain/reports/tables.ts';
import { daysBetween } from '../../../domain/values/day.ts';
import { DayText } from '../../ui/marks/Figures.tsx';
import { daysLate } from '../../ui/marks/lateness.ts';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { useFirmToday } from '../../api/firm-day.ts';
import { EmptyState } from '../../ui/notices/States.tsx';
import { type FigureHref, screenColumns } from '../../ui/tables/table-columns.tsx';
import { OverviewTotals, TotalsWait } from '../ledger/OverviewTotals.tsx';
import { useListPage } from '../../api/use-list.ts';
import { openNoteHref } from '../../paths.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { useFigures } from '../reports/explained/figures.ts';
import { dueToReinsurers, dueToReinsurersTotals, dueToUs, dueToUsTotals } from '../../../domain/explained/money.ts';

type Row = WireReply<typeof dueToUsOverview>['data'][number];
type Props = { name: string; title: string; endpoint: typeof dueToUsOverview | typeof dueToReinsurersOverview };

function DueDay({ day }: { day: string }) {
  const late = daysBetween(day, useFirmToday());
  return (
    <>
      <DayText value={day} />
      {late > 0 && <span className="ml-1.5 text-xs text-warn">{daysLate(late)}</span>}
    </>
  );
}

const cells = { due_on: (row: Row) => <DueDay day={row.due_on} /> };
const toUs = (behind: FigureHref<Row>) => screenColumns(dueToUsTable, { behind, titles: { party: 'Party' }, cells });
const toReinsurers = (behind: FigureHref<Row>) =>
  screenColumns(dueToReinsurersTable, { behind, titles: { party: 'Security' }, cells });

/** Open notes, the earliest due first; a row opens the policy or the invoice that it belongs to, one from another system itself. */
export function NoteOverview({ name, title, endpoint }: Props) {
  const page = useListPage(endpoint, { name });
  const { query } = page;
  const { data } = query;
  const toUsFigures = useFigures(dueToUs, {});
  const byUs = useFigures(dueToReinsurers, {});
  const totalsToUs = useFigures(dueToUsTotals, {});
  const totalsByUs = useFigures(dueToReinsurersTotals, {});
  return (
    <ListPage
      title={title}
      {...page}
      views={<ViewsMenu call={endpoint} />}
      name={`overview-${name}`}
      nouns={['open note', 'open notes']}
      searchLabel="Note, policy or party"
      columns={name === 'due-to-reinsurers' ? toReinsurers(byUs) : toUs(toUsFigures)}
      rowKey={(row) => `${row.id} ${row.party_id}`}
      rowLabel={(row) => row.number}
      rowHref={openNoteHref}
      above={
        data === undefined ? (
          <TotalsWait />
        ) : (
          <OverviewTotals
            totals={data.totals}
            base={data.base_currency}
            total={data.base_total}
            behind={name === 'due-to-reinsurers' ? totalsByUs : totalsToUs}
          />
        )
      }
      empty={<EmptyState title="Nothing is open.">Notes that are not settled are listed here.</EmptyState>}
    />
  );
}
