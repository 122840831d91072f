import type { WireReply } from '../../../../domain/endpoint.ts';
import { clientMoney } from '../../../../domain/reports/client-money.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import { DeskCard, DeskRow, FirstRows } from './DeskCard.tsx';

type Row = Pick<WireReply<typeof clientMoney>['data'][number], 'currency' | 'required' | 'between_branches' | 'result'>;

/** What of the money that lies in client banks is others', and what another branch uses or received of it. M12. */
export function BelongsToOthers({ row: { currency, required, between_branches: elsewhere } }: { row: Row }) {
  return (
    <>
      belongs to others <MoneyText value={required} {...{ currency }} />
      {unitsOf(elsewhere, currency) !== 0n && (
        <>
          , with other branches <MoneyText value={elsewhere} {...{ currency }} />
        </>
      )}
    </>
  );
}

/** Whether what is there is what belongs there. */
export function ShortOrOver({ row: { currency, result } }: { row: Row }) {
  const units = unitsOf(result, currency);
  if (units === 0n) return 'Neither short nor over';
  return (
    <>
      {units < 0n ? 'Short ' : 'Over '}
      <MoneyText value={result.replace('-', '')} {...{ currency }} {...(units < 0n && { tone: 'bad' as const })} />
    </>
  );
}

/** The client-money test of each branch and currency. §7. */
export function ClientMoneyCard() {
  const read = useEndpoint(clientMoney, { query: {} });
  return (
    <DeskCard
      title="Client money"
      all={{ href: paths.clientMoney, label: 'See client money' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0 ? ['No client money yet.', 'What is held for others appears here.'] : undefined
      }
    >
      {({ data }) => (
        <FirstRows rows={data}>
          {(row) => (
            <DeskRow
              key={`${row.branch} ${row.currency}`}
              name={
                <NameLink href={withQuery(paths.clientMoney, { branch: row.branch })}>
                  {row.branch} {row.currency}
                </NameLink>
              }
              figure={<MoneyText value={row.held} currency={row.currency} />}
              detail={<BelongsToOthers {...{ row }} />}
              under={<ShortOrOver {...{ row }} />}
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}
