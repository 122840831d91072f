import type { WireReply } from '../../../../domain/endpoint.ts';
import type { exposure } from '../../../../domain/reports/exposure.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';

type Row = WireReply<typeof exposure>['data'][number];

/** The limit of a security in all: in base, or as it was set where its currency has no rate that day; nothing where there is none. */
export function SecurityLimit({ row, base }: { row: Pick<Row, 'base_limit' | 'unrated_limit'>; base: string }) {
  const { base_limit: limit, unrated_limit: unrated } = row;
  if (unrated !== null) return <MoneyText withCurrency value={unrated.amount} currency={unrated.currency} />;
  return limit !== null && <MoneyText value={limit} currency={base} />;
}
