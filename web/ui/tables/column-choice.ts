/** Which columns of a list are shown, and in which order. */
export type ColumnChoice = { order: readonly string[]; hidden: readonly string[] };
type Offered = { id: string; hidden?: boolean | undefined };

/** As a list shows them before anybody chooses. */
export const offeredChoice = (columns: readonly Offered[]): ColumnChoice => ({
  order: columns.map((column) => column.id),
  hidden: columns.filter((column) => column.hidden === true).map((column) => column.id),
});

/**
 * The columns of a list in the order that was chosen: the first stays the first, since it leads to the record. One that is
 * new since the choice was made stands behind the one that it stands behind in the list.
 */
export function inOrder<C extends Offered>(columns: readonly C[], order: readonly string[]): C[] {
  const [head, ...others] = columns;
  if (head === undefined) return [];
  const chosen = order.flatMap((id) => others.filter((column) => column.id === id));
  const placed = [head, ...new Set(chosen)];
  for (const [index, column] of others.entries()) {
    if (placed.includes(column)) continue;
    const before = columns[index];
    const at = before === undefined ? 0 : placed.indexOf(before);
    placed.splice(at + 1, 0, column);
  }
  return placed;
}

/** The columns that are shown, in their order. */
export function chosenColumns<C extends Offered>(columns: readonly C[], { order, hidden }: ColumnChoice): C[] {
  return inOrder(columns, order).filter((column, index) => index === 0 || !hidden.includes(column.id));
}

/** A choice as an address keeps it: the columns that are shown, in their order; '' where the list shows them so anyway. */
export function choiceText(columns: readonly Offered[], choice: ColumnChoice): string {
  const idsOf = (one: ColumnChoice) =>
    chosenColumns(columns, one)
      .map((column) => column.id)
      .join('.');
  const text = idsOf(choice);
  return text === idsOf(offeredChoice(columns)) ? '' : text;
}

/** What an address says of the columns; names that the list does not have are passed over. */
export function choiceOf(columns: readonly Offered[], text: string): ColumnChoice {
  const shown = text.split('.').filter((id) => columns.some((column) => column.id === id));
  const hidden = columns.map((column) => column.id).filter((id, index) => index > 0 && !shown.includes(id));
  const [head = ''] = columns.map((column) => column.id);
  return { order: [head, ...shown.filter((id) => id !== head), ...hidden], hidden };
}

/** The order once a column is moved to another place; the first of them stays where it is. */
export function movedTo(order: readonly string[], id: string, place: number): string[] {
  const others = order.filter((one) => one !== id);
  if (others.length === order.length || order[0] === id) return [...order];
  return others.toSpliced(Math.min(Math.max(1, place), others.length), 0, id);
}
