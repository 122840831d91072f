import { MoneyText } from '../../../ui/marks/Figures.tsx';

type Apart = {
  currency: string;
  due_released: string | null;
  due_awaiting: string | null;
  released: string | null;
  returns: string;
};

/** What of the whole may be paid now and what awaits the reinsured; of all securities on an earlier day as far as it is asked for. */
export function PayableFigures({ totals }: { totals: Apart }) {
  const { currency, returns } = totals;
  const figure = (label: string, value: string | null) => (
    <span>
      {label} <MoneyText strong {...{ value, currency }} />
    </span>
  );
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-mute">
      {totals.released !== null && (
        <>
          {figure('Due and released', totals.due_released)}
          {figure('Due and awaiting the reinsured', totals.due_awaiting)}
          {figure('Released in all', totals.released)}
        </>
      )}
      {figure('Returns due to us', returns.replace(/^-/, ''))}
    </p>
  );
}
