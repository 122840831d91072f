import { MoneyText } from '../marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../tables/StatementTable.tsx';

export type JournalLine = {
  account: string;
  party?: string | null;
  debit: string | null;
  credit: string | null;
  /** Its own, where a journal has several. */
  currency?: string;
};

/** The currency is in the heading, or where lines differ in it, with each amount. */
function columnsOf(currency: string, lines: readonly JournalLine[]): StatementColumn<JournalLine>[] {
  const several = lines.some((line) => line.currency !== undefined && line.currency !== currency);
  const titled = (title: string) => (several ? title : `${title} ${currency}`);
  const money = (value: string | null, line: JournalLine) => (
    <MoneyText {...{ value }} currency={line.currency ?? currency} withCurrency={several} />
  );
  return [
    { id: 'account', title: 'Account', cell: (line) => <JournalAccount line={line} /> },
    {
      id: 'debit',
      title: titled('Debit'),
      align: 'right',
      cell: (line) => money(line.debit, line),
    },
    {
      id: 'credit',
      title: titled('Credit'),
      align: 'right',
      cell: (line) => money(line.credit, line),
    },
  ];
}

function JournalAccount({ line }: { line: JournalLine }) {
  return (
    <span className="block min-w-40">
      {line.account}
      {line.party != null && <span className="block text-xs text-mute">{line.party}</span>}
    </span>
  );
}

type Props = { caption: string; lines: readonly JournalLine[]; currency: string };

/** What an act books, line by line; nothing of none. */
export function JournalTable({ caption, lines, currency }: Props) {
  return (
    lines.length > 0 && (
      <div className="overflow-hidden rounded-lg border border-line">
        <StatementTable
          {...{ caption }}
          columns={columnsOf(currency, lines)}
          groups={[{ id: 'journal', rows: lines }]}
          rowKey={(line) =>
            `${line.account} ${line.party ?? ''} ${line.currency ?? ''} ${line.debit ?? ''} ${line.credit ?? ''}`
          }
        />
      </div>
    )
  );
}
