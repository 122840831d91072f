import { londonSlipReport } from '../../../domain/slips/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import type { SlipRecord } from '../placements/form/slip-values.ts';

/** What the contract says, by its numbered headings: the same text as on the paper. */
export function SlipSectionsTab({ record }: { record: SlipRecord }) {
  const { data, error, refetch } = useEndpoint(londonSlipReport, { query: { id: String(record.id) } });
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-80 w-full" />;
  const sections = data.sections.filter((section) => section.headings.length > 0);
  return (
    <div className="grid gap-4">
      {sections.map((section, at) => (
        <Card key={section.title} title={`${at + 1} ${section.title}`}>
          <dl className="divide-y divide-line">
            {section.headings.map((heading, index) => (
              <div
                key={heading.label}
                className="grid gap-x-6 gap-y-1 py-2 first:pt-0 last:pb-0 sm:grid-cols-[13rem_minmax(0,1fr)]"
              >
                <dt className="flex gap-2">
                  <span className="w-8 shrink-0 text-mute tabular-nums">{`${at + 1}.${index + 1}`}</span>
                  <span className="font-medium">{heading.label}</span>
                </dt>
                {/* Words of the contract, as its paper has them: parties in them lead nowhere. */}
                <dd data-quoted dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:pl-10">
                  {heading.paragraphs?.join('\n\n')}
                  {heading.pairs !== undefined && (
                    <span className="grid gap-1">
                      {heading.pairs.map((pair) => (
                        <span
                          key={`${pair.label} ${pair.value}`}
                          className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]"
                        >
                          <span className="text-mute">{pair.label}</span>
                          <span>{pair.value}</span>
                        </span>
                      ))}
                    </span>
                  )}
                  {heading.clauses !== undefined && (
                    <ol className="grid gap-1">
                      {heading.clauses.map((clause) => (
                        <li key={`${clause.reference ?? ''} ${clause.title}`} className="flex gap-3">
                          <span className="w-28 shrink-0 text-mute tabular-nums">{clause.reference}</span>
                          {clause.title}
                        </li>
                      ))}
                    </ol>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </div>
  );
}
