import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { checkWords, closingChecklist, type ClosingCheck } from '../../../domain/closing/checks.ts';
import { leftText } from '../../../domain/closing/left.ts';
import { dayOfMonth } from '../../../domain/closing/periods.ts';
import { lastOfMonth } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths, recordHref, withQuery } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';

type Line = WireReply<typeof closingChecklist>['data'][number];

/** Where what a check counts is worked off. */
const LINKS: Record<ClosingCheck, (month: string) => string> = {
  RECEIPTS: (month) => withQuery(paths.receivables, { left: leftText({ check: 'RECEIPTS', month }) }),
  VOUCHERS: (month) => withQuery(paths.payables, { left: leftText({ check: 'VOUCHERS', month }) }),
  JOURNALS: (month) => withQuery(paths.journals, { left: leftText({ check: 'JOURNALS', month }) }),
  WAITING: () => paths.dashboard,
  UNALLOCATED: (month) => withQuery(paths.receivables, { left: leftText({ check: 'UNALLOCATED', month }) }),
  OVERDRAWN: (month) => withQuery(paths.trialBalance, { to: lastOfMonth(dayOfMonth(month)) }),
  BANK_LINES: () => paths.bankStatements,
  CLIENT_MONEY: (month) => withQuery(paths.clientMoney, { asat: lastOfMonth(dayOfMonth(month)) }),
  REVALUATION: (month) => withQuery(paths.revaluation, { month }),
};

const link = `inline-flex min-h-6 items-center rounded text-link hover:underline ${focusRing}`;

function CheckLine({ line: { check, count, records }, month }: { line: Line; month: string }) {
  const done = count === 0;
  const words = checkWords(check, count);
  return (
    <li className="flex gap-2">
      {done ? (
        <CircleCheck size={15} className="mt-1 shrink-0 text-good" aria-hidden="true" />
      ) : (
        <TriangleAlert size={15} className="mt-1 shrink-0 text-warn" aria-hidden="true" />
      )}
      <div className="min-w-0">
        {done ? (
          <span className="inline-flex min-h-6 items-center text-mute">{words}.</span>
        ) : (
          <AppLink href={LINKS[check](month)} className={link}>
            {words}
          </AppLink>
        )}
        {records.length > 0 && (
          <p className="text-xs text-mute">
            {records.map(({ kind, id, label }, index) => (
              <span key={`${kind} ${id}`}>
                {index > 0 && ', '}
                <AppLink href={recordHref(kind, id)} className={link}>
                  {label}
                </AppLink>
              </span>
            ))}
            {count > records.length && ` and ${count - records.length} more`}
          </p>
        )}
      </div>
    </li>
  );
}

/** What is left to do before a month is closed, each check with its count and the way to what it counts. */
export function Checklist({ month }: { month: string }) {
  const { data, error, refetch } = useEndpoint(closingChecklist, { query: { month } });
  if (error !== null) return <ErrorState {...{ error }} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-32 w-full" />;
  return (
    <section aria-label="Checklist">
      <h3 className="mb-1.5 text-xs font-medium text-mute">Checklist</h3>
      <ul className="grid gap-1.5">
        {data.data.map((line) => (
          <CheckLine key={line.check} line={line} month={month} />
        ))}
      </ul>
    </section>
  );
}
