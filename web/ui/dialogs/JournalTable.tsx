import { useNarrow } from '../hooks/use-narrow.ts';
import { MoneyText } from '../marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../tables/StatementTable.tsx';

export type JournalLine = {
  account: string;
  party?: string | null;
  /** Where it is booked, of an act that books in two branches. */
  branch?: string | undefined;
  debit: string | null;
  credit: string | null;
  /** Its own, where a journal has several. */
  currency?: string;
};

type Shown = { currency: string; narrow: boolean };

/** The currency is in the heading, or where lines differ in it, with each amount; a telephone has room for one column of amounts. */
function columnsOf(lines: readonly JournalLine[], { currency, narrow }: Shown): StatementColumn<JournalLine>[] {
  const several = lines.some((line) => line.currency !== undefined && line.currency !== currency);
  const titled = (title: string) => (several ? title : `${title} ${currency}`);
  const money = (value: string | null, line: JournalLine) => (
    <MoneyText {...{ value }} currency={line.currency ?? currency} withCurrency={several} />
  );
  const account: StatementColumn<JournalLine> = {
    id: 'account',
    title: 'Account',
    cell: (line) => <JournalAccount line={line} />,
  };
  if (narrow)
    return [
      account,
      {
        id: 'amount',
        title: titled('Amount'),
        align: 'right',
        cell: (line) => (
          <>
            {money(line.debit ?? line.credit, line)}{' '}
            <span className="text-xs text-mute">{line.debit === null ? 'Cr' : 'Dr'}</span>
          </>
        ),
      },
    ];
  return [
    account,
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
    <span className="block sm:min-w-40">
      {line.account}
      {(line.party != null || line.branch !== undefined) && (
        <span className="block text-xs text-mute">
          {[line.branch, line.party].filter((part) => part != null).join(' · ')}
        </span>
      )}
    </span>
  );
}

type Props = { caption: string; lines: readonly JournalLine[]; currency: string };

/** What an act books, line by line; nothing of none. */
export function JournalTable({ caption, lines, currency }: Props) {
  const narrow = useNarrow();
  return (
    lines.length > 0 && (
      <div className="overflow-hidden rounded-lg border border-line">
        <StatementTable
          {...{ caption }}
          columns={columnsOf(lines, { currency, narrow })}
          groups={[{ id: 'journal', rows: lines }]}
          rowKey={(line) =>
            `${line.account} ${line.party ?? ''} ${line.branch ?? ''} ${line.currency ?? ''} ${line.debit ?? ''} ${line.credit ?? ''}`
          }
        />
      </div>
    )
  );
}
