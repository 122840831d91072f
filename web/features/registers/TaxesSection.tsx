import type { WireReply } from '../../../domain/endpoint.ts';
import { coverType, taxes } from '../../../domain/registers/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { DayText, RateText } from '../../ui/Figures.tsx';
import { localToday } from '../../ui/read-day.ts';
import type { Column } from '../../ui/table-types.ts';
import { ReadSection } from './ReadSection.tsx';
import { marketName } from './register-words.ts';

type Tax = WireReply<typeof taxes>['data'][number];
type Row = Tax['rates'][number] & { code: string; name: string; className: string };

const BASIS: Record<Row['basis'], string> = {
  GROSS: 'Gross premium',
  NET_OF_COMMISSION: 'Premium less commission',
  BROKERAGE: 'Brokerage',
  COMMISSION: 'Commission',
};
const BORNE_BY: Record<Row['borne_by'], string> = { SECURITY: 'Security', REINSURED: 'Reinsured', BROKER: 'Broker' };
const APPLIES: Record<Row['applies_to'], string> = {
  ALL: 'All',
  RESIDENT: 'Residents',
  NON_RESIDENT: 'Non-residents',
};

function stateOf(row: Row): { label: string; tone: 'good' | 'neutral' | 'info' } {
  const today = localToday();
  if (!row.enabled) return { label: 'Off', tone: 'neutral' };
  if (row.effective_from > today) return { label: 'To come', tone: 'info' };
  if (row.effective_to !== null && row.effective_to < today) return { label: 'Ended', tone: 'neutral' };
  return { label: 'In force', tone: 'good' };
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Tax or levy', width: 200, cell: (row) => row.name },
  { id: 'state', title: 'Status', cell: (row) => <StatusBadge {...stateOf(row)} /> },
  { id: 'rate', title: 'Rate', align: 'right', cell: (row) => <RateText value={row.rate} /> },
  { id: 'basis', title: 'Of', cell: (row) => BASIS[row.basis] },
  { id: 'borne', title: 'Borne by', cell: (row) => BORNE_BY[row.borne_by] },
  { id: 'applies', title: 'Applies to', cell: (row) => APPLIES[row.applies_to] },
  { id: 'market', title: 'Market', cell: (row) => marketName(row.market) },
  { id: 'class', title: 'Class', cell: (row) => row.className },
  {
    id: 'period',
    title: 'Period',
    cell: (row) => (
      <>
        {row.effective_to === null && 'From '}
        <DayText value={row.effective_from} />
        {row.effective_to !== null && (
          <>
            {' – '}
            <DayText value={row.effective_to} />
          </>
        )}
      </>
    ),
  },
];

/** Taxes and levies with their dated rates, as the firm's books take them. */
export function TaxesSection() {
  const query = useEndpoint(taxes, {});
  const classes = useEndpoint(coverType.findAll, { query: { status: 'ALL' } });
  const nameOf = (id: number | null) =>
    id === null ? 'Any' : (classes.data?.data.find((one) => one.id === id)?.name ?? 'One class');
  const rows = query.data?.data.flatMap((tax) =>
    tax.rates.map((rate) => ({ ...rate, code: tax.code, name: tax.name, className: nameOf(rate.class_id) })),
  );
  return (
    <ReadSection
      title="Taxes and levies"
      detail="They come with the installation and are read here; each policy takes those in force on its day."
      columns={COLUMNS}
      {...{ rows, query }}
      rowKey={(row) => String(row.id)}
      wordsOf={(row) => `${row.code} ${row.name} ${BORNE_BY[row.borne_by]} ${row.className}`}
    />
  );
}
