import { isAllocatedAtOnce } from '../../../domain/receipts/rules.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { Switch } from '../../ui/fields/Choice.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits } from './allocating.ts';
import type { ReceiptValues } from './receipt-form.ts';

type Props = { values: ReceiptValues; another?: boolean; onAnother?: (on: boolean) => void };

/** Received, allocated and left over, as they are typed. */
export function ReceiptRail({ values, another = false, onAnother }: Props) {
  const { currency, receiptAmount } = values;
  const allocated = isAllocatedAtOnce(values.receiptType) ? allocatedUnits(values.allocations, currency) : 0n;
  const left = unitsOf(receiptAmount, currency) - allocated;
  // An amount below nothing is what is wrong, whatever is allocated.
  const tooMuch = left < 0n && unitsOf(receiptAmount, currency) >= 0n;
  const isFee = values.receiptType === 'FEE';
  const [one, several] = isFee ? ['invoice', 'invoices'] : ['debit note', 'debit notes'];
  const count = Object.values(values.allocations).filter((part) => unitsOf(part, currency) > 0n).length;
  return (
    <>
      <FiguresPanel
        live
        title="This receipt"
        currency={currency}
        rows={[
          { label: 'Received', value: receiptAmount === '' ? '0' : receiptAmount },
          {
            label: 'Allocated',
            value: formatAmount(-allocated, currency),
            level: 'sub',
            ...(count > 0 ? { note: `${count} ${count === 1 ? one : several}` } : {}),
          },
          {
            label: tooMuch ? 'Too much allocated' : 'Left over',
            value: formatAmount(left, currency),
            level: 'total',
            ...(tooMuch ? { tone: 'bad' as const } : {}),
          },
        ]}
        footer={
          <p className="text-xs text-mute">
            {isFee ? 'What is allocated is ours.' : 'Securities are released their part of what is allocated.'}
          </p>
        }
      />
      {onAnother !== undefined && (
        <Switch
          label="Then enter another"
          hint="After submitting, a fresh form with the same date and currency."
          checked={another}
          onChange={onAnother}
        />
      )}
    </>
  );
}
