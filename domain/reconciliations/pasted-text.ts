/** The text of a statement without its columns, as it is copied out of a PDF: each line that ends in amounts is a row. M13. */

/** The amounts at the end of a line, from the right, are columns of their own, since nobody knows before which is which. */
const AMOUNTS = ['Last amount', 'Second last amount', 'Third last amount'] as const;
const COLUMNS = ['Text', ...AMOUNTS];

// With a sign of thousands or decimals: a year or a number of a document is no amount.
const AMOUNT = /^[-−–(]?[\d][\d.,’']*[.,]\d{1,3}\)?[-−–]?$/;
const SIDE = /^(?:cr|dr)\.?$/i;

/** "(1,250.00)" and "1,250.00-" are "-1,250.00". */
function signed(token: string): string {
  const bare = token.replaceAll(/[-−–()]/g, '');
  return bare === token ? token : `-${bare}`;
}

/** The amounts that a line ends in, the last first, and what comes before them. */
function partedAt(line: string): { text: string; amounts: string[] } {
  const tokens = line.trim().split(/\s+/);
  const amounts: string[] = [];
  while (amounts.length < AMOUNTS.length) {
    const side = SIDE.test(tokens.at(-1) ?? '') ? tokens.at(-1) : undefined;
    const amount = tokens.at(side === undefined ? -1 : -2);
    if (amount === undefined || !AMOUNT.test(amount)) break;
    tokens.splice(side === undefined ? -1 : -2);
    amounts.push(side === undefined ? signed(amount) : `${amount} ${side}`);
  }
  return { text: tokens.join(' '), amounts };
}

type TextSheet = { columns: string[]; rows: { row: number; cells: string[]; faults: [] }[] };

/**
 * The lines of a text as a sheet: what comes before the amounts, then the amounts from the right. Lines without an amount are
 * left out; rows count the lines of the text from 1. M13.
 */
export function sheetOfText(text: string): TextSheet {
  const rows = text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const { text: words, amounts } = partedAt(line);
    return amounts.length === 0 ? [] : [{ row: index + 1, cells: [words, ...amounts], faults: [] as [] }];
  });
  return { columns: COLUMNS, rows };
}
