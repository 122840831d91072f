import type { ReactNode } from 'react';
import type { Endpoint } from '../../../../domain/endpoint.ts';
import type { ExportFormat } from '../../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { AsAtField } from '../AsAtField.tsx';
import { BesideField } from '../BesideField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { ChooseParty, PartyField, PartyWait } from './PartyField.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { RatesField } from '../RatesField.tsx';
import { AsAtTotal } from './AsAtTotal.tsx';

type Reply<Row, Totals> = {
  party: { id: number; name: string } | null;
  more?: boolean | undefined;
  data: readonly (Row & { currency: string })[];
  totals: readonly (Totals & { currency: string })[];
  base_total: string;
  base_currency: string;
  rates: readonly { currency: string; rate: string; day: string }[];
};
type Props<Row, Totals> = {
  /** The call whose views people keep. */
  call: Pick<Endpoint, 'path' | 'access'>;
  register: 'reinsured' | 'security';
  /** The party that was chosen, as the address has it; empty where none is. */
  param: string;
  asAt: string;
  data: Reply<Row, Totals> | undefined;
  /** That is not yet what the address asks for. */
  waiting: boolean;
  error: unknown;
  refetch: () => unknown;
  onExport: (format: ExportFormat) => Promise<void>;
  /** The way to the statement of the party. */
  statement: ReactNode;
  words: { one: string; whatOf: string; none: string; listed: string };
  /** The notes of one currency. */
  card: (totals: Totals & { currency: string }, rows: (Row & { currency: string })[]) => ReactNode;
};

/** What one party owes or is owed, note by note, by the age of its due date. */
export function NotesByAge<Row, Totals>(props: Props<Row, Totals>) {
  const { call, register, param, asAt, data, waiting, error, refetch, onExport, statement, words, card } = props;
  const tables = useAlikeTables();
  const party = data?.party ?? null;
  const chosen = param !== '';
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={call}
        party={party}
        title={party?.name ?? `Ageing of a ${words.one}`}
        detail={
          chosen ? (
            <>
              Ageing by note · <AsAtTotal {...{ asAt }} reply={data} />
            </>
          ) : (
            `One ${words.one}, note by note`
          )
        }
        {...(chosen && { onExport })}
      >
        <PartyField {...{ register, party }} />
        <BesideField />
        <RatesField />
        <AsAtField />
        {chosen && statement}
      </ReportHead>
      <Sheet {...{ waiting }}>
        {!chosen && (
          <ChooseParty {...{ call, register }}>{words.whatOf} is shown note by note, by days overdue.</ChooseParty>
        )}
        {chosen && data === undefined && <PartyWait {...{ register, error, refetch }} />}
        {data?.data.length === 0 && <EmptyState title={words.none}>{words.listed}</EmptyState>}
        {data?.more === true && <MoreNotes />}
        {data?.totals.map((totals) =>
          card(
            totals,
            data.data.filter((row) => row.currency === totals.currency),
          ),
        )}
      </Sheet>
    </div>
  );
}
