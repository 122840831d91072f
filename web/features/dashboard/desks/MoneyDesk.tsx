import type { WireReply } from '../../../../domain/endpoint.ts';
import { leftText } from '../../../../domain/closing/left.ts';
import { listPositions } from '../../../../domain/closing/contract.ts';
import { clientAccounts } from '../../../../domain/reports/client-money.ts';
import { moneyDesk } from '../../../../domain/reports/desks.ts';
import { taxReturn } from '../../../../domain/reports/tax-return.ts';
import { addDays, firstOfMonth, showMonth } from '../../../../domain/values/day.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, withQuery } from '../../../paths.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';
import { Checklist } from '../../closing/Checklist.tsx';
import { isNothing, unitsOf } from '../../ledger/wire-amounts.ts';
import { AgeBar, AgeLegend } from '../../reports/parties/AgeBar.tsx';
import { BelongsToOthers, ShortOrOver } from './ClientMoneyCard.tsx';
import { DeskCard, DeskFrame, DeskRow, FirstRows } from './DeskCard.tsx';

/** As many bars with their keys as a card has room for, over the way to the others. */
const MOST_BARS = 2;

type Aged = WireReply<typeof moneyDesk>['released'];

function Ages({ rows, first }: { rows: Aged; first: string }) {
  return (
    <FirstRows rows={rows} first={MOST_BARS}>
      {(row) => (
        <li key={row.currency} className="grid gap-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
          <span className="flex justify-between gap-4 font-medium">
            {row.currency}
            <MoneyText strong value={row.total} currency={row.currency} />
          </span>
          <AgeBar tall aged={row} currency={row.currency} />
          <AgeLegend aged={row} currency={row.currency} notDue={first} />
        </li>
      )}
    </FirstRows>
  );
}

/** By bank account what lies there beside what belongs there. */
function AccountsCard() {
  const read = useEndpoint(clientAccounts, { query: {} });
  return (
    <DeskCard
      title="Client money by account"
      all={{ href: paths.clientMoney, label: 'See client money' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0 ? ['No client money yet.', 'Each client account appears here with its currency.'] : undefined
      }
    >
      {({ data }) => (
        <FirstRows rows={data}>
          {(row) => (
            <DeskRow
              key={`${row.branch} ${row.currency} ${row.bank.id}`}
              name={
                <NameLink href={withQuery(paths.clientMoney, { branch: row.branch })}>
                  <span dir="auto" title={row.bank.name} className="sm:truncate">
                    {row.bank.name}
                  </span>
                </NameLink>
              }
              figure={<MoneyText withCurrency value={row.held} currency={row.currency} />}
              detail={
                <>
                  {row.branch} · <BelongsToOthers {...{ row }} />
                </>
              }
              under={<ShortOrOver {...{ row }} />}
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

function PositionsCard() {
  const read = useEndpoint(listPositions, { query: {} });
  return (
    <DeskCard
      title="Net position per currency"
      all={{ href: paths.positions, label: 'See positions' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0
          ? ['No position in another currency.', 'Balances in other currencies appear here.']
          : undefined
      }
    >
      {({ data, base_currency: base }) => (
        <FirstRows rows={data}>
          {(row) => (
            <DeskRow
              key={row.currency}
              name={row.currency}
              figure={<MoneyText value={row.net} currency={row.currency} />}
              detail={
                row.value === null ? (
                  'No rate of today'
                ) : (
                  <>
                    <MoneyText withCurrency value={row.value} currency={base} /> at the rate
                  </>
                )
              }
              under={
                row.unrealised === null || isNothing(row.unrealised, base) ? (
                  ''
                ) : (
                  <>
                    <MoneyText withCurrency value={row.unrealised.replace('-', '')} currency={base} />{' '}
                    {unitsOf(row.unrealised, base) < 0n ? 'loss' : 'gain'} not booked
                  </>
                )
              }
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

/** What is to remit of each levy, with what was charged this month. */
function TaxesCard() {
  const today = useFirmToday();
  const period = { from: firstOfMonth(today), to: today };
  const read = useEndpoint(taxReturn, { query: period });
  return (
    <DeskCard
      title="Taxes to remit"
      all={{ href: withQuery(paths.taxReturn, period), label: 'Open return' }}
      read={read}
      nothing={({ data }) =>
        data.every(({ closing, currency }) => isNothing(closing, currency))
          ? ['No tax is to be remitted.', 'What was charged and not remitted appears here.']
          : undefined
      }
    >
      {({ data }) => (
        <FirstRows rows={data.filter(({ closing, currency }) => !isNothing(closing, currency))}>
          {(row) => (
            <DeskRow
              key={`${row.tax.id} ${row.currency}`}
              name={row.tax.name}
              figure={<MoneyText withCurrency value={row.closing} currency={row.currency} />}
              detail={
                <>
                  of earlier months <MoneyText value={row.opening} currency={row.currency} zero="digits" />
                </>
              }
              under={
                <>
                  charged <MoneyText value={row.charged} currency={row.currency} zero="digits" />
                </>
              }
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

/** The checklist of the month that is to be closed next: the one before this. */
function ClosingCard() {
  const month = addDays(firstOfMonth(useFirmToday()), -1).slice(0, 7);
  return (
    <DeskFrame
      title={`To close ${showMonth(`${month}-01`)}`}
      all={{ href: withQuery(paths.setting, { section: 'periods', year: month.slice(0, 4) }), label: 'Open months' }}
    >
      <div className="px-4 py-2">
        <Checklist month={month} />
      </div>
    </DeskFrame>
  );
}

/** Who heads finance. claims-and-money.md §4. */
export function MoneyDesk() {
  const read = useEndpoint(moneyDesk, { query: {} });
  const left = leftText({ check: 'UNALLOCATED', month: useFirmToday().slice(0, 7) });
  return (
    <>
      <AccountsCard />
      <DeskCard
        title="Unallocated cash, by days since it came"
        all={{ href: withQuery(paths.receivables, { left }), label: 'See receipts' }}
        read={read}
        nothing={({ unallocated }) =>
          unallocated.length === 0
            ? ['All cash is allocated.', 'Receipts that no note has taken appear here.']
            : undefined
        }
      >
        {({ unallocated }) => <Ages rows={unallocated} first="Today" />}
      </DeskCard>
      <DeskCard
        title="Released, on no voucher, by days overdue"
        all={{ href: withQuery(paths.payables, { tab: 'releases' }), label: 'Open release queue' }}
        read={read}
        nothing={({ released }) =>
          released.length === 0
            ? ['All that is released is on vouchers.', 'What securities can be paid appears here.']
            : undefined
        }
      >
        {({ released }) => <Ages rows={released} first="Not due" />}
      </DeskCard>
      <DeskCard
        title="Bank lines unmatched"
        all={{ href: paths.bankOpenLines, label: 'See open lines' }}
        read={read}
        nothing={(data) =>
          data.bank_lines.count === 0
            ? ['Every line is matched.', 'Lines of bank statements that no record explains appear here.']
            : undefined
        }
      >
        {({ bank_lines: lines }) => (
          <p className="px-4 py-3">
            <span className="block text-xl font-semibold tabular-nums">{showCount(lines.count)}</span>
            <span className="text-xs text-mute">
              {lines.count === 1 ? 'line' : 'lines'}, the oldest of <DayText value={lines.oldest} />
            </span>
          </p>
        )}
      </DeskCard>
      <PositionsCard />
      <TaxesCard />
      <ClosingCard />
    </>
  );
}
