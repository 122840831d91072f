import { clsx } from 'clsx';
import { useState } from 'react';
import { largeLosses } from '../../../../domain/claims/large-losses.ts';
import { RENEWAL_LABELS } from '../../../../domain/renewals/states.ts';
import { ageingDashboard } from '../../../../domain/reports/ageing.ts';
import { countWarranties, FIRST_ROWS, OUTCOME_DAYS, renewalOutcomes } from '../../../../domain/reports/desks.ts';
import { exposure } from '../../../../domain/reports/exposure.ts';
import { MONTHLY_LABELS, monthlyReport } from '../../../../domain/reports/monthly.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { atId, claimHref, paths, withQuery } from '../../../paths.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { NameLink, PartyLink } from '../../../ui/marks/NameLink.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { sumOf } from '../../ledger/wire-amounts.ts';
import { SecurityLimit } from '../../reports/production/SecurityLimit.tsx';
import type { DeskName } from '../sections.ts';
import { useAges } from '../use-ages.ts';
import { BarTable } from './BarTable.tsx';
import { ClientMoneyCard } from './ClientMoneyCard.tsx';
import { DeskCard, DeskRow, FirstRows, OpenedRows } from './DeskCard.tsx';
import { bySize, largestSecurities } from './largest.ts';

/** As many bars as a card has room for. */
const MOST_BARS = 6;

const BY = ['class', 'producer'] as const;

/** Brokerage of the year beside last year and, of a class, the budget. */
function BrokerageCard() {
  const [by, setBy] = useState<(typeof BY)[number]>('class');
  const read = useEndpoint(monthlyReport, { query: { by, money: 'base' } });
  return (
    <DeskCard
      title="Brokerage this year"
      all={{ href: withQuery(paths.monthlyReport, { by, money: 'base' }), label: 'Open production' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0 ? ['Nothing was produced yet.', 'Brokerage of approved policies appears here.'] : undefined
      }
    >
      {({ data, base_currency: currency }) => {
        const rows = data
          .map((row) => ({
            key: row.id,
            name: row.name,
            value: row.brokerage_year,
            others: [row.brokerage_last_year_to_date, ...(by === 'class' ? [row.budget_brokerage_year] : [])],
          }))
          .toSorted(bySize(currency));
        return (
          <>
            <div className="flex items-baseline gap-1 px-4 pt-2 text-xs">
              {BY.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={one === by}
                  onClick={() => setBy(one)}
                  className={clsx(
                    'min-h-6 rounded px-2',
                    one === by ? 'bg-hover font-medium' : 'text-mute hover:text-fg',
                    focusRing,
                  )}
                >
                  By {MONTHLY_LABELS[one].toLowerCase()}
                </button>
              ))}
              <span className="ml-auto text-mute">{currency}</span>
            </div>
            <OpenedRows rows={rows}>
              {(shown) => (
                <BarTable
                  caption={`Brokerage this year by ${MONTHLY_LABELS[by].toLowerCase()}, in ${currency}`}
                  currency={currency}
                  heads={[MONTHLY_LABELS[by], 'This year', 'Last year to date', ...(by === 'class' ? ['Budget'] : [])]}
                  rows={shown}
                />
              )}
            </OpenedRows>
          </>
        );
      }}
    </DeskCard>
  );
}

type CountsProps = {
  title: string;
  currency: string;
  /** Short names stand in two columns where there is room. */
  short?: boolean;
  rows: readonly { name: string; href?: string; policies: number; base: string }[];
};

/** How many policies each of them is, and their premium. */
function Counts({ title, currency, short = false, rows }: CountsProps) {
  return (
    <section aria-label={title} className="border-b border-line px-4 py-2 last:border-b-0">
      <h3 className="text-xs text-mute">{title}</h3>
      <ul className={clsx('mt-1 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5', short && 'sm:grid-cols-2')}>
        {rows.map(({ name, href, policies, base }) => {
          const words = `${name} ${showCount(policies)}`;
          return (
            <li key={name} className="flex items-baseline justify-between gap-3 tabular-nums">
              {href === undefined ? (
                <span dir="auto" title={words} className="truncate">
                  {words}
                </span>
              ) : (
                <NameLink href={href}>{words}</NameLink>
              )}
              <MoneyText value={base} currency={currency} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What expires soon, and what became of what expired. */
function RenewalsCard() {
  const read = useEndpoint(renewalOutcomes, { query: {} });
  return (
    <DeskCard
      title={`Renewals, ${OUTCOME_DAYS} days`}
      all={{
        href: withQuery(paths.renewal, { startdate: read.data?.ahead.from, enddate: read.data?.ahead.to }),
        label: 'Open renewals',
      }}
      read={read}
      nothing={({ ahead, past }) =>
        [...ahead.data, ...past.data].every(({ policies }) => policies === 0)
          ? ['Nothing expires.', 'Policies appear here 90 days before they end.']
          : undefined
      }
    >
      {({ ahead, past, reasons, base_currency: currency }) => (
        <>
          {(
            [
              ['Expire in the next 90 days', ahead],
              ['Expired in the last 90 days', past],
            ] as const
          ).map(([title, range]) => (
            <Counts
              key={title}
              short
              {...{ title, currency }}
              rows={range.data.map(({ state, ...counted }) => ({
                name: RENEWAL_LABELS[state],
                href: withQuery(paths.renewal, { startdate: range.from, enddate: range.to, state }),
                ...counted,
              }))}
            />
          ))}
          <Counts
            title="Why not renewed"
            {...{ currency }}
            rows={reasons.map(({ reason, ...counted }) => ({ name: reason ?? 'Other reasons', ...counted }))}
          />
          {reasons.length === 0 && <p className="px-4 pb-2 text-mute">None was marked not renewed.</p>}
        </>
      )}
    </DeskCard>
  );
}

/** What is overdue for long, and warranties that are not met. */
function OverdueCard() {
  const read = useEndpoint(ageingDashboard, { query: {} });
  const ages = useAges();
  const warranties = useEndpoint(countWarranties, { query: {} });
  const counted = (count: number | undefined) =>
    count === undefined ? '–' : `${warranties.data?.more ? 'More than ' : ''}${showCount(count)}`;
  return (
    <DeskCard
      title="Overdue over 90 days"
      all={{ href: paths.ageingOverview, label: 'Open ageing' }}
      read={read}
      nothing={() => undefined}
    >
      {(data) => (
        <ul>
          <DeskRow
            name="Overdue over 90 days"
            figure={
              <MoneyText
                withCurrency
                strong
                value={sumOf([data.d91_180, data.d181_365, data.over_365], data.currency)}
                currency={data.currency}
              />
            }
          />
          {(
            [
              ['91 to 180 days', 'd91_180'],
              ['181 to 365 days', 'd181_365'],
              ['Over 365 days', 'over_365'],
            ] as const
          ).map(([name, bucket]) => {
            const { currency } = data;
            const { href } = ages(data, bucket);
            const figure = <MoneyText value={data[bucket]} currency={currency} />;
            return (
              <DeskRow
                key={name}
                name={<span className="font-normal text-mute">{name}</span>}
                figure={
                  href === undefined ? (
                    figure
                  ) : (
                    <FigureLink {...{ href, currency }} title={name}>
                      {figure}
                    </FigureLink>
                  )
                }
              />
            );
          })}
          <DeskRow
            name={
              <NameLink href={withQuery(paths.warranties, { state: 'BROKEN' })}>Premium warranties breached</NameLink>
            }
            figure={<span className="font-semibold">{counted(warranties.data?.broken)}</span>}
          />
          <DeskRow
            name={
              <NameLink href={withQuery(paths.warranties, { state: 'FALLING_DUE' })}>
                Warranties falling due in 14 days
              </NameLink>
            }
            figure={counted(warranties.data?.falling_due)}
          />
        </ul>
      )}
    </DeskCard>
  );
}

function LargestReinsureds() {
  const read = useEndpoint(monthlyReport, { query: { by: 'reinsured', money: 'base' } });
  return (
    <DeskCard
      title="Largest reinsureds"
      all={{ href: withQuery(paths.monthlyReport, { by: 'reinsured', money: 'base' }), label: 'Open production' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0 ? ['No reinsured yet.', 'Those with most premium this year appear here.'] : undefined
      }
    >
      {({ data, base_currency: currency }) => (
        <BarTable
          caption={`Premium this year of the largest reinsureds, in ${currency}`}
          currency={currency}
          heads={['Reinsured', `Premium ${currency}`, 'Last year to date']}
          rows={data
            .map((row) => ({
              key: row.id,
              name: row.name,
              href: atId(paths.party, row.id),
              value: row.premium_year,
              others: [row.premium_last_year_to_date],
            }))
            .toSorted(bySize(currency))
            .slice(0, MOST_BARS)}
        />
      )}
    </DeskCard>
  );
}

/** Whose lines in force come to most, in base, with how much of their limit that is; first those of which it is not known. */
function LargestSecurities() {
  const read = useEndpoint(exposure, { query: { by: 'security' } });
  return (
    <DeskCard
      title="Largest securities"
      all={{ href: withQuery(paths.exposure, { by: 'security' }), label: 'Open exposure' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0 ? ['No line is in force.', 'Securities with the largest lines appear here.'] : undefined
      }
    >
      {({ data, base_currency: currency }) => (
        <ul>
          {largestSecurities(data, currency)
            .slice(0, FIRST_ROWS)
            .map((row) => (
              <DeskRow
                key={row.id}
                name={<PartyLink party={row} />}
                figure={
                  row.value === null ? (
                    <span className="text-mute">Not known</span>
                  ) : (
                    <MoneyText withCurrency value={row.value} currency={currency} />
                  )
                }
                detail={
                  row.value === null ? (
                    `No rate for ${row.unrated.join(', ')}`
                  ) : row.base_limit === null && row.unrated_limit === null ? (
                    'No limit'
                  ) : (
                    <>
                      of <SecurityLimit row={row} base={currency} />
                      {row.unrated_limit !== null && ', no rate'}
                    </>
                  )
                }
                under={row.used === null ? '' : <RateText value={row.used} />}
              />
            ))}
        </ul>
      )}
    </DeskCard>
  );
}

function LargeLossesCard() {
  const read = useEndpoint(largeLosses, { query: {} });
  return (
    <DeskCard
      title="Large losses"
      all={{ href: paths.largeLosses, label: 'Open large losses' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0
          ? ['No large loss.', 'Claims from the amount that their class calls large appear here.']
          : undefined
      }
    >
      {({ data }) => (
        <FirstRows rows={data}>
          {(row) => (
            <DeskRow
              key={row.id}
              name={<NameLink href={claimHref(row.id)}>{row.number}</NameLink>}
              figure={<MoneyText withCurrency value={row.incurred} currency={row.currency} />}
              detail={row.insured}
              under={row.advice_due ? 'To advise' : <DayText value={row.data_loss_date} />}
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

/** A managing director's; finance has client money by account. claims-and-money.md §4. */
export function DirectorDesk({ beside }: { beside: readonly DeskName[] }) {
  return (
    <>
      <BrokerageCard />
      <RenewalsCard />
      <OverdueCard />
      <LargestReinsureds />
      <LargestSecurities />
      <LargeLossesCard />
      {!beside.includes('money') && <ClientMoneyCard />}
    </>
  );
}
