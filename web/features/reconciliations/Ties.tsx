import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import type { Reconciliation } from './ReconciliationPage.tsx';
import { useChoices } from './use-choices.ts';

/** Lines that may be of several documents of ours: shown with them, chosen by a person. */
export function Ties({ one, may }: { one: Reconciliation; may: boolean }) {
  const acts = useChoices(one);
  return (
    <Card title={one.ties.length === 1 ? '1 line to decide' : `${one.ties.length} lines to decide`} flush>
      <ul className="divide-y divide-line">
        {one.ties.map(({ row, documents }) => {
          const line = one.lines.find((each) => each.row === row);
          return (
            <li key={row} className="grid gap-2 px-4 py-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  Row {row}: {[line?.document, line?.reference, line?.text].filter(Boolean).join(' · ')}
                </span>
                <MoneyText value={line?.amount ?? null} currency={one.currency} strong />
              </p>
              <p className="text-xs text-mute">It may be any of these. Say which it is.</p>
              {may && (
                <div className="flex flex-wrap gap-2">
                  {documents.map(({ key, number }) => (
                    <Button key={key} size="sm" busy={acts.busy} onClick={() => acts.choose(row, key)}>
                      {number}
                    </Button>
                  ))}
                  <Button size="sm" variant="ghost" busy={acts.busy} onClick={() => acts.choose(row, null)}>
                    None of ours
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
