import type { effectOfMovement } from '../../../../domain/claims/movement-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { showWireAmount } from '../../../ui/fields/read-typed.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { isNothing } from '../../ledger/wire-amounts.ts';
import { SecurityLine } from '../page/SecurityLine.tsx';
import { partyHref } from '../../../paths.ts';

type Typed = WireReply<typeof effectOfMovement>;
type Effect = Pick<Typed, 'currency' | 'before' | 'after' | 'ours' | 'left_with_reinsured' | 'securities'>;
type Part = Effect['securities'][number];

const FIGURES = [
  ['incurred', 'Incurred'],
  ['called', 'Called'],
  ['outstanding', 'Outstanding'],
  ['fees', 'Fees'],
  ['ex_gratia', 'Ex gratia'],
  ['salvage', 'Salvage'],
] as const;
type Name = (typeof FIGURES)[number][0];
type Row = { name: Name; label: string };

/** Incurred, called and outstanding always; what is apart from them where there is some. */
function rowsOf({ before, after, currency }: Effect): Row[] {
  const now = after ?? before;
  return FIGURES.filter(
    ([name]) =>
      name === 'incurred' || name === 'called' || name === 'outstanding' || !isNothing(now.whole[name], currency),
  ).map(([name, label]) => ({ name, label }));
}

function standingColumns({ before, after, currency }: Effect): StatementColumn<Row>[] {
  const cell = (side: 'whole' | 'ours', { name }: Row) => {
    const [was, is] = [before[side][name], (after ?? before)[side][name]];
    return (
      <>
        <MoneyText value={is} {...{ currency }} strong={was !== is} />
        {was !== is && <span className="block text-xs text-mute">was {showWireAmount(was, currency, 'dash')}</span>}
      </>
    );
  };
  return [
    { id: 'label', title: currency, cell: (row) => row.label },
    { id: 'whole', title: '100%', align: 'right', cell: (row) => cell('whole', row) },
    { id: 'ours', title: 'Ours', align: 'right', cell: (row) => cell('ours', row) },
  ];
}

function partColumns(currency: string, linked: boolean): StatementColumn<Part>[] {
  const money = (id: 'before' | 'now' | 'after', title: string): StatementColumn<Part> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <MoneyText value={row[id]} {...{ currency }} strong={id === 'now'} />,
  });
  return [
    {
      id: 'security',
      title: 'Security, line',
      cell: (row) => <SecurityLine {...row} {...(linked && { href: partyHref(row.security.id) })} />,
    },
    money('before', 'Before'),
    money('now', 'Now'),
    money('after', 'In all'),
  ];
}

const frame = 'min-w-0 overflow-hidden rounded-lg border border-line bg-panel';

/** What a movement does: the claim before and after it, and each security's part with what was called of it before; on a page each leads to its own. */
export function MovementEffect({ effect, linked = false }: { effect: Effect; linked?: boolean }) {
  const { currency, securities, left_with_reinsured: left } = effect;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className={frame}>
        <StatementTable
          caption={`The claim before and after it, in ${currency}`}
          columns={standingColumns(effect)}
          groups={[{ id: 'standing', rows: rowsOf(effect) }]}
          rowKey={(row) => row.name}
        />
      </div>
      {securities.length > 0 && (
        <div className={frame}>
          <StatementTable
            caption={`Each security’s part, in ${currency}`}
            columns={partColumns(currency, linked)}
            groups={[{ id: 'parts', rows: securities }]}
            rowKey={(row) => String(row.security.id)}
            totals={{ security: 'Ours', now: <MoneyText value={effect.ours} {...{ currency }} /> }}
          />
        </div>
      )}
      {!isNothing(left, currency) && (
        <p className="text-mute">
          <MoneyText withCurrency value={left} {...{ currency }} /> of those who did not agree stays with the reinsured.
        </p>
      )}
    </div>
  );
}
