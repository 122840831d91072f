import { clsx } from 'clsx';
import type { listOpenLines } from '../../../domain/banks/match-contract.ts';
import { MATCH_REASON_LABELS } from '../../../domain/banks/matching.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { RadioGroup } from '../../ui/fields/Choice.tsx';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { ReceiptsOfLine } from './ReceiptsOfLine.tsx';

export type OpenLine = WireReply<typeof listOpenLines>['data'][number];
type Proposal = OpenLine['proposals'][number];
/** What a line is chosen to be; `receipts` while several are put together by hand, which have a key once they come to it. */
export type Choice = { key: string; certificate: string; receipts?: readonly string[] };

const NOTHING = '';
const SEVERAL = 'several';

function effectOf({ records, pays }: Proposal): string {
  if (pays) return 'Pays the voucher on the day of the line';
  if (records.some(({ returned }) => returned)) return 'Is how it came back, after it was reversed';
  if (records.some(({ kind }) => kind === 'adjustment')) return 'Is what the firm made good between its accounts';
  if (records.length > 1 && records.every(({ kind }) => kind === 'receipt')) return 'Receipts banked together';
  return records.some(({ kind }) => kind === 'note') ? 'Makes a receipt for approval' : 'Is in the books already';
}

const lessText = ({ less }: Proposal) =>
  less === null
    ? ''
    : less.kind === 'CERTIFICATE'
      ? `less tax certificate (${less.tax?.name ?? ''})`
      : 'less a bank charge';

/** "Savannah Insurance: DN/NBO/2026/000012 562,500.00 + DN/NBO/2026/000014 45,000.00 less a bank charge 5.00". */
function offerText(proposal: Proposal, currency: string): string {
  const amount = (value: string) => showWireAmount(value, currency);
  const records = proposal.records.map((record) => `${record.number} ${amount(record.amount)}`).join(' + ');
  const whose = proposal.party === null ? '' : `${proposal.party.name}: `;
  const less = proposal.less === null ? '' : ` ${lessText(proposal)} ${amount(proposal.less.amount)}`;
  return `${whose}${records}${less}`;
}

type Props = { account: number; line: OpenLine; choice: Choice; onChoice: (choice: Choice) => void };

/** A line of the bank and what it may be; several are a tie, of which none is chosen. */
export function OpenLineRow({ account, line, choice, onChoice }: Props) {
  const { currency } = line;
  const offers = [...line.proposals, ...line.by_hand];
  const chosen = offers.find(({ key }) => key === choice.key);
  const incoming = !line.amount.startsWith('-');
  return (
    <li
      className={clsx(
        'grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
        choice.key !== NOTHING && 'bg-link/6',
      )}
    >
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-mute">
            <DayText value={line.day} />
          </span>
          <MoneyText value={line.amount} currency={currency} withCurrency strong />
        </p>
        {line.party !== '' && (
          <p dir="auto" className="font-medium wrap-anywhere">
            {line.party}
          </p>
        )}
        <p dir="auto" className="wrap-anywhere">
          {line.text}
        </p>
        {line.reference !== '' && <p className="text-xs wrap-anywhere text-mute">{line.reference}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {offers.length === 0 && (
          <p className="text-mute">
            Nothing in the books is known to be this. Enter the receipt or voucher with this bank reference; it is then
            proposed here.
          </p>
        )}
        {(offers.length > 0 || incoming) && (
          <RadioGroup
            label={line.proposals.length > 1 ? `A tie: choose one of ${line.proposals.length}` : 'This is'}
            value={choice.receipts === undefined ? choice.key : SEVERAL}
            options={[
              ...offers.map((proposal) => ({
                value: proposal.key,
                label: offerText(proposal, currency),
                hint: `${MATCH_REASON_LABELS[proposal.reason]} · ${effectOf(proposal)}`,
              })),
              ...(incoming ? [{ value: SEVERAL, label: 'Several receipts, banked together' }] : []),
              { value: NOTHING, label: 'Leave open' },
            ]}
            onChange={(key) =>
              onChoice({
                certificate: choice.certificate,
                ...(key === SEVERAL ? { key: NOTHING, receipts: [] } : { key }),
              })
            }
          />
        )}
        {choice.receipts !== undefined && (
          <ReceiptsOfLine
            {...{ account, line }}
            chosen={choice.receipts}
            onChosen={(receipts, key) => onChoice({ ...choice, receipts, key })}
          />
        )}
        {chosen?.less?.kind === 'CERTIFICATE' && (
          <div className="max-w-xs">
            <TextField
              label="Certificate number"
              required
              value={choice.certificate}
              onChange={(certificate) => onChoice({ ...choice, certificate })}
            />
          </div>
        )}
      </div>
    </li>
  );
}
