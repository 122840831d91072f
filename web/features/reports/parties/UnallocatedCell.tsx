import { MoneyText } from '../../../ui/marks/Figures.tsx';

/** Unallocated cash takes away from what is owed. */
export const negatedCell = ({ unallocated, currency }: { unallocated: string; currency: string }) => (
  <MoneyText value={unallocated.startsWith('-') ? unallocated.slice(1) : `-${unallocated}`} currency={currency} />
);
