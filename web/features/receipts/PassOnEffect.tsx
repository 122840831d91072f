import { ACCOUNT_FUNCTIONS, type AccountFunction } from '../../../domain/ledger/accounts.ts';
import { passedLines } from '../../../domain/ledger/entries.ts';
import { isAllocatedAtOnce } from '../../../domain/receipts/rules.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { JournalTable, type JournalLine } from '../../ui/dialogs/JournalTable.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { WideSection } from '../ledger/WideSection.tsx';
import { allocatedUnits } from './allocating.ts';
import type { PassValues, Source } from './pass-on-form.ts';

type Shown = { values: PassValues; source: Source };

const allocatedOf = ({ values, source }: Shown): bigint =>
  isAllocatedAtOnce(values.receiptType) ? allocatedUnits(values.allocations, source.currency) : 0n;

/** What is used of the receipt, and what is left of it here and there. */
export function PassOnRail({ values, source }: Shown) {
  const { currency } = source;
  const used = unitsOf(values.receiptAmount, currency);
  const stays = unitsOf(source.left, currency) - used;
  const allocated = allocatedOf({ values, source });
  const count = Object.values(values.allocations).filter((part) => unitsOf(part, currency) > 0n).length;
  const rest = used - allocated;
  const worse = (amount: bigint) => (amount < 0n ? { tone: 'bad' as const } : {});
  return (
    <FiguresPanel
      live
      title={`Of ${source.number}`}
      {...{ currency }}
      rows={[
        { label: 'Left of it', value: source.left },
        { label: 'Used in the other branch', value: formatAmount(-used, currency), level: 'sub' },
        { label: 'Left after that', value: formatAmount(stays, currency), level: 'total', ...worse(stays) },
        {
          label: 'Allocated there',
          value: formatAmount(allocated, currency),
          ...(count > 0 ? { note: `${count} ${count === 1 ? 'note' : 'notes'}` } : {}),
        },
        { label: 'Unallocated there', value: formatAmount(rest, currency), ...worse(rest) },
      ]}
      footer={
        <p className="text-xs text-mute">
          The money stays in the bank of {source.branch.name}. It is held from when this is submitted.
        </p>
      }
    />
  );
}

const nameOf = (account: AccountFunction) => ACCOUNT_FUNCTIONS[account].name;

/** The two entries, and what settles the notes there: all that its approval books, before its amounts in base are known. */
function linesOf({ values, source, into, payer }: EffectProps): JournalLine[] {
  const { currency } = source;
  const amount = unitsOf(values.receiptAmount, currency);
  const allocated = allocatedOf({ values, source });
  const { leaves, comes } = passedLines(payer.id, { amount, base: 0n });
  const inBranch = (branch: string, lines: typeof leaves) =>
    lines.flatMap((line) =>
      typeof line.account === 'string'
        ? [
            {
              account: nameOf(line.account),
              party: line.partyId === undefined ? null : payer.name,
              branch,
              ...sided(line.amount, currency),
            },
          ]
        : [],
    );
  const settling = [
    { account: nameOf('UNALLOCATED_CASH'), party: payer.name, branch: into.code, ...sided(allocated, currency) },
    { account: 'Notes', party: payer.name, branch: into.code, ...sided(-allocated, currency) },
  ];
  return [...inBranch(source.branch.code, leaves), ...inBranch(into.code, comes), ...(allocated > 0n ? settling : [])];
}

const sided = (amount: bigint, currency: string) => ({
  debit: amount > 0n ? formatAmount(amount, currency) : null,
  credit: amount < 0n ? formatAmount(-amount, currency) : null,
});

type EffectProps = Shown & { into: { code: string; name: string }; payer: { id: number; name: string } };

/** What is booked in both branches once it is approved. */
export function PassOnEffect(props: EffectProps) {
  const { values, source } = props;
  if (unitsOf(values.receiptAmount, source.currency) <= 0n) return null;
  return (
    <WideSection
      title="What it books"
      hint="Once it is approved, on that day: one entry in each branch, then one for each note."
    >
      <div className="rounded-lg bg-panel">
        <JournalTable caption="Entries in both branches" lines={linesOf(props)} currency={source.currency} />
      </div>
    </WideSection>
  );
}
