import { recoveryBoard } from '../../../../domain/claims/report-contract.ts';
import { claimsDesk, PASS_ON_DAYS, UNMOVED_DAYS } from '../../../../domain/reports/desks.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { claimHref, claimsTab, paths, withQuery } from '../../../paths.ts';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { NameLink, PartyLink } from '../../../ui/marks/NameLink.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import { DeskCard, DeskRow, FirstRows, useListLength } from './DeskCard.tsx';

/** By security what was called, collected, is overdue and disputed, and how long it usually takes to pay. */
function RecoveryCard() {
  const read = useEndpoint(recoveryBoard, { query: {} });
  return (
    <DeskCard
      title="Recovery"
      all={{ href: claimsTab('recovery'), label: 'Open recovery' }}
      read={read}
      nothing={(data) =>
        data.length === 0
          ? ['Nothing was called yet.', 'Securities appear here with their first cash call.']
          : undefined
      }
    >
      {(data) => (
        <FirstRows rows={data}>
          {(row) => (
            <DeskRow
              key={`${row.security.id} ${row.currency}`}
              name={<PartyLink party={row.security} />}
              figure={<MoneyText withCurrency value={row.open} currency={row.currency} />}
              detail={
                <>
                  called <MoneyText value={row.called} currency={row.currency} />,{' '}
                  {unitsOf(row.collected, row.currency) === 0n ? 'nothing collected' : 'collected '}
                  {unitsOf(row.collected, row.currency) !== 0n && (
                    <MoneyText value={row.collected} currency={row.currency} />
                  )}
                  {row.usual_days !== null && `, pays in ${row.usual_days} days`}
                </>
              }
              under={
                <>
                  {unitsOf(row.overdue, row.currency) !== 0n && (
                    <>
                      <MoneyText value={row.overdue} currency={row.currency} tone="bad" /> overdue
                    </>
                  )}
                  {unitsOf(row.disputed, row.currency) !== 0n && (
                    <>
                      {' '}
                      <MoneyText value={row.disputed} currency={row.currency} /> disputed
                    </>
                  )}
                </>
              }
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

const MOVES = { opened: 'new', raised: 'raised', lowered: 'lowered' } as const;
type Move = keyof typeof MOVES;

/** By what reserves moved: "new 13,570,000.00, raised 250,000.00"; what did not happen is not said. */
function Moved({ row, kinds }: { row: Record<Move | 'currency', string>; kinds: readonly Move[] }) {
  return kinds
    .filter((kind) => unitsOf(row[kind], row.currency) !== 0n)
    .map((kind, index) => (
      <span key={kind}>
        {index > 0 && ', '}
        {MOVES[kind]} <MoneyText value={row[kind]} currency={row.currency} />
      </span>
    ));
}

/** Who heads claims: what has stopped, what is due, what is to be passed on. claims-and-money.md §4. */
export function ClaimsDesk() {
  const { query, onOpen } = useListLength();
  const read = useEndpoint(claimsDesk, { query });
  return (
    <>
      <RecoveryCard />
      <DeskCard
        title={`Nothing moved for ${UNMOVED_DAYS} days`}
        read={read}
        nothing={({ unmoved }) =>
          unmoved.count === 0
            ? ['Every open claim moved.', 'Claims without a movement for 30 days appear here.']
            : undefined
        }
      >
        {({ unmoved }) => (
          <FirstRows rows={unmoved.data} count={unmoved.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={row.claim.id}
                name={<NameLink href={claimHref(row.claim.id)}>{row.claim.name}</NameLink>}
                figure={<MoneyText withCurrency value={row.outstanding} currency={row.currency} />}
                detail={row.insured}
                under={`${row.days} days`}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title="Diary due"
        read={read}
        nothing={({ diary }) =>
          diary.count === 0 ? ['The diary asks for nothing.', 'Notes on claims appear here on their day.'] : undefined
        }
      >
        {({ diary }) => (
          <FirstRows rows={diary.data} count={diary.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={row.id}
                name={<NameLink href={claimHref(row.claim.id)}>{row.claim.name}</NameLink>}
                figure={<DayText value={row.due_on} />}
                detail={row.text}
                under={row.mine ? 'You' : row.colleague.name}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title={`Collected and not passed on for ${PASS_ON_DAYS} days`}
        read={read}
        nothing={(data) =>
          data.to_pass_on.count === 0
            ? ['All that was collected is paid on.', 'Money of claims that lies for 5 days appears here.']
            : undefined
        }
      >
        {({ to_pass_on: held }) => (
          <FirstRows rows={held.data} count={held.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={`${row.claim.id} ${row.currency}`}
                name={<NameLink href={claimHref(row.claim.id)}>{row.claim.name}</NameLink>}
                figure={<MoneyText withCurrency value={row.amount} currency={row.currency} />}
                detail={row.insured}
                under={`${row.days} days`}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title="Reserves this month"
        all={{ href: withQuery(paths.claimRegister, { from: read.data?.from }), label: 'Open register' }}
        read={read}
        nothing={({ reserves }) =>
          reserves.length === 0
            ? ['No reserve moved this month.', 'New claims and changed reserves appear here.']
            : undefined
        }
      >
        {({ reserves }) => (
          <FirstRows rows={reserves}>
            {(row) => (
              <DeskRow
                key={row.currency}
                name={`Reserves in ${row.currency}`}
                figure={<MoneyText withCurrency strong value={row.net} currency={row.currency} />}
                detail={<Moved row={row} kinds={['opened', 'raised']} />}
                under={<Moved row={row} kinds={['lowered']} />}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title="Notified late"
        read={read}
        nothing={(data) =>
          data.late_notice.count === 0
            ? ['No open claim was notified late.', 'Those beyond the days that their policy allows appear here.']
            : undefined
        }
      >
        {({ late_notice: late }) => (
          <FirstRows rows={late.data} count={late.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={row.claim.id}
                name={<NameLink href={claimHref(row.claim.id)}>{row.claim.name}</NameLink>}
                figure={`${row.days} days`}
                detail={row.insured}
                under={`${row.allowed} allowed`}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
    </>
  );
}
