import { FIRST_ROWS, SUBJECT_AHEAD_DAYS, underwritingDesk } from '../../../../domain/reports/desks.ts';
import { LISTED_STATES, warranties } from '../../../../domain/reports/warranties.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, recordHref, placementHref, policyHref, slipHref, withQuery } from '../../../paths.ts';
import { DayText, InstantText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';
import { DeskCard, DeskRow, FirstRows, useListLength } from './DeskCard.tsx';

/** Warranties that are breached or fall due, the most urgent first. */
function WarrantiesCard() {
  const { query, onOpen } = useListLength();
  const read = useEndpoint(warranties, { query: { length: String(FIRST_ROWS), ...query } });
  return (
    <DeskCard
      title="Premium warranties"
      all={{ href: paths.warranties, label: 'Open warranties' }}
      read={read}
      nothing={({ data }) =>
        data.length === 0
          ? ['Every warranty is met.', 'Premium to be paid by a warranted day appears here.']
          : undefined
      }
    >
      {({ data, count = data.length }) => (
        <FirstRows rows={data} {...{ count, onOpen }}>
          {(row) => (
            <DeskRow
              key={row.note.id}
              name={<NameLink href={policyHref(row.policy.id)}>{row.policy.name}</NameLink>}
              figure={<MoneyText withCurrency value={row.open} currency={row.currency} />}
              detail={row.reinsured.name}
              under={
                <>
                  {LISTED_STATES[row.state].label} <DayText value={row.day} />
                </>
              }
            />
          )}
        </FirstRows>
      )}
    </DeskCard>
  );
}

/** Who underwrites: own drafts, quotes, subjectivities, warranties. claims-and-money.md §4. */
export function UnderwritingDesk() {
  const { query, onOpen } = useListLength();
  const read = useEndpoint(underwritingDesk, { query });
  return (
    <>
      <DeskCard
        title="My drafts"
        all={{ href: withQuery(paths.underwriting, { status: 'DRAFT' }), label: 'See drafts' }}
        read={read}
        nothing={({ drafts }) =>
          drafts.count === 0
            ? ['You have no draft.', 'Policies that you began and did not submit appear here.']
            : undefined
        }
      >
        {({ drafts }) => (
          <FirstRows rows={drafts.data} count={drafts.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={`${row.kind} ${row.id}`}
                name={
                  <NameLink href={row.kind === 'policy' ? policyHref(row.id) : recordHref('endorsement', row.id)}>
                    {row.number}
                  </NameLink>
                }
                detail={row.title}
                under={<InstantText value={row.since} />}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title="Quotes without an answer"
        read={read}
        nothing={({ quotes }) =>
          quotes.count === 0
            ? ['Every quote is answered.', 'Lines that were quoted and are not written yet appear here.']
            : undefined
        }
      >
        {({ quotes }) => (
          <FirstRows rows={quotes.data} count={quotes.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={`${row.policy.id} ${row.security.id}`}
                name={
                  <NameLink href={placementHref({ id: row.policy.id, market: row.market })}>{row.policy.name}</NameLink>
                }
                figure={`${row.days} ${row.days === 1 ? 'day' : 'days'}`}
                detail={`${row.security.name} for ${row.insured}`}
                under={<DayText value={row.quoted_on} />}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <DeskCard
        title={`Subjectivities, ${SUBJECT_AHEAD_DAYS} days`}
        read={read}
        nothing={({ subjectivities }) =>
          subjectivities.count === 0
            ? ['No subjectivity is due.', 'What your slips are subject to appears here before its day.']
            : undefined
        }
      >
        {({ subjectivities }) => (
          <FirstRows rows={subjectivities.data} count={subjectivities.count} onOpen={onOpen}>
            {(row) => (
              <DeskRow
                key={`${row.policy.id} ${row.what}`}
                name={<NameLink href={slipHref(row.policy.id)}>{row.policy.name}</NameLink>}
                figure={<DayText value={row.by} />}
                detail={row.what}
                under={row.insured}
              />
            )}
          </FirstRows>
        )}
      </DeskCard>
      <WarrantiesCard />
    </>
  );
}
