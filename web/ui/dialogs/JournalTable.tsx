import { MoneyText } from '../marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../tables/StatementTable.tsx';

export type JournalLine = { account: string; party?: string | null; debit: string | null; credit: string | null };

function columnsOf(currency: string): StatementColumn<JournalLine>[] {
  return [
    { id: 'account', title: 'Account', cell: (line) => <JournalAccount line={line} /> },
    {
      id: 'debit',
      title: `Debit ${currency}`,
      align: 'right',
      cell: (line) => <MoneyText value={line.debit} currency={currency} />,
    },
    {
      id: 'credit',
      title: `Credit ${currency}`,
      align: 'right',
      cell: (line) => <MoneyText value={line.credit} currency={currency} />,
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
          columns={columnsOf(currency)}
          groups={[{ id: 'journal', rows: lines }]}
          rowKey={(line) => `${line.account} ${line.party ?? ''} ${line.debit ?? ''} ${line.credit ?? ''}`}
        />
      </div>
    )
  );
}
