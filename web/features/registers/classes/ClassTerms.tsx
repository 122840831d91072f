import type { ReactNode } from 'react';
import { clauseHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { DayText, RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { APPLIES_TO, BORNE_BY, TAX_BASIS, taxAmountWords } from './class-words.ts';
import { marketName, MARKETS } from '../register-words.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { coverType } from '../../../../domain/registers/classes.ts';

export type CoverTypeRecord = WireReply<typeof coverType.one>;

type Tax = CoverTypeRecord['taxes'][number];

const TAX_COLUMNS: readonly Column<Tax>[] = [
  {
    id: 'name',
    title: 'Tax or levy',
    width: 200,
    cell: (row) => (
      <>
        {row.name} <span className="font-normal text-mute">{row.code}</span>
      </>
    ),
  },
  { id: 'rate', title: 'Rate', align: 'right', cell: (row) => taxAmountWords(row) },
  { id: 'basis', title: 'Of', cell: (row) => (row.rate === null ? '' : TAX_BASIS[row.basis]) },
  { id: 'borne_by', title: 'Borne by', cell: (row) => BORNE_BY[row.borne_by] },
  { id: 'applies_to', title: 'Securities', cell: (row) => APPLIES_TO[row.applies_to] },
  { id: 'market', title: 'Market', cell: (row) => marketName(row.market) },
  { id: 'class', title: 'For', cell: (row) => row.className ?? 'Every class' },
  { id: 'from', title: 'From', cell: (row) => <DayText value={row.effective_from} /> },
  { id: 'to', title: 'To', cell: (row) => <DayText value={row.effective_to} none="Open" /> },
  { id: 'enabled', title: 'Status', cell: (row) => (row.enabled ? 'On' : <span className="text-mute">Off</span>) },
];

function Term({ label, applied, own, from }: { label: string; applied: string | null; own: boolean; from: string }) {
  return (
    <div>
      <dt className="text-xs text-mute">{label}</dt>
      <dd className="tabular-nums">
        {applied === null ? (
          <span className="text-mute">None: entered on each policy</span>
        ) : (
          <RateText value={applied} />
        )}
        {applied !== null && !own && <span className="block text-xs text-mute">From the class {from}</span>}
      </dd>
    </div>
  );
}

function Clauses({ record, market }: { record: CoverTypeRecord; market: 'LOCAL' | 'LONDON' }) {
  const clauses = record.clauses.filter((one) => one.market === market);
  return (
    <section aria-label={`Clauses, ${marketName(market)}`} className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-mute">Clauses, {market === 'LOCAL' ? 'local' : 'London'}</h3>
      {clauses.length === 0 ? (
        <p className="text-mute">None</p>
      ) : (
        <ol className="divide-y divide-line">
          {clauses.map((one) => (
            <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
              <AppLink href={clauseHref(one.id)} className="w-24 shrink-0 text-link tabular-nums hover:underline">
                {one.code}
              </AppLink>
              <span dir="auto" className="min-w-0 flex-1 basis-48">
                {one.title}
              </span>
              {one.inherited && <span className="text-xs text-mute">From {record.name1}</span>}
              {one.status === 'INACTIVE' && <Badge>Inactive: left out</Badge>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What policies of a class begin with, and the taxes that fall on them. */
export function ClassTerms({ record }: { record: CoverTypeRecord }): ReactNode {
  const { name1 } = record;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="What policies begin with">
        <dl className="mb-4 grid gap-3 sm:grid-cols-2">
          <Term
            label="Cedant commission"
            applied={record.commissionApplied}
            own={record.commission !== null}
            from={name1}
          />
          <Term label="Brokerage" applied={record.brokerageApplied} own={record.brokerage !== null} from={name1} />
        </dl>
        <div className="grid gap-4 lg:grid-cols-2">
          {MARKETS.map(({ value }) => (
            <Clauses key={value} record={record} market={value} />
          ))}
        </div>
      </Card>
      <Card title="Taxes and levies" flush>
        <DataTable
          label="Taxes and levies on policies of this class"
          columns={TAX_COLUMNS}
          rows={record.taxes}
          rowKey={(row) => String(row.id)}
          empty={<EmptyState title="No taxes fall on it.">They are entered under Taxes and levies.</EmptyState>}
        />
      </Card>
    </div>
  );
}
