import { createContext, useContext } from 'react';
import { useAddress } from '../hooks/use-address.ts';
import { useStored } from '../hooks/use-stored.ts';
import { choiceOf, choiceText, offeredChoice, type ColumnChoice } from './column-choice.ts';
import type { Column } from './table-types.ts';

/** The parameter of the address that says which columns a list shows; a view keeps it as it keeps the filters. */
export const COLUMNS_PARAMETER = 'columns';

/** What a view that is saved now keeps of the columns: those that are shown, as the address names them. */
export const ShownColumns = createContext('');
export const useShownColumns = (): string => useContext(ShownColumns);

/**
 * Which columns a list shows, and in which order: as the address says (of a view, of a link), else as this person chose in
 * this browser, else as the list offers them. A choice is kept for the person, and in the address where it is already.
 */
export function useColumns<T>(name: string, columns: readonly Column<T>[]) {
  const [address, change] = useAddress();
  const offered = offeredChoice(columns);
  const [hidden, setHidden] = useStored(`columns.${name}`, offered.hidden);
  const [order, setOrder] = useStored(`order.${name}`, offered.order);
  const inAddress = address[COLUMNS_PARAMETER];
  const choice = inAddress === undefined ? { order, hidden } : choiceOf(columns, inAddress);
  const choose = (next: ColumnChoice) => {
    setHidden(next.hidden);
    setOrder(next.order);
    if (inAddress !== undefined) change({ [COLUMNS_PARAMETER]: choiceText(columns, next) });
  };
  return { choice, choose, reset: () => choose(offered), shown: choiceText(columns, choice) };
}
