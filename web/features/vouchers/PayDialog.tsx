import { useState } from 'react';
import { payVoucher, previewVoucher } from '../../../domain/vouchers/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/Button.tsx';
import type { JournalLine } from '../../ui/DecisionPanel.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MoneyText } from '../../ui/Figures.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatementTable, type StatementColumn } from '../../ui/StatementTable.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { journalOf } from '../records/ReviewDrawer.tsx';
import { payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';

type Props = { voucher: VoucherRecord; open: boolean; onClose: () => void };

/** Pays an approved voucher: the day and reference of the bank, and the journal that it books. */
export function PayDialog({ voucher, open, onClose }: Props) {
  const today = useFirmToday();
  const { currency } = voucher;
  const name = voucherName(voucher);
  const [day, setDay] = useState(voucher.bank_date > today ? today : voucher.bank_date);
  const [reference, setReference] = useState('');
  const preview = useEndpoint(previewVoucher, { params: { id: String(voucher.id) } }, { enabled: open });
  const pay = useWrite(payVoucher, {
    onSuccess: () => {
      onClose();
      toastSuccess('Voucher paid', name);
    },
  });
  const fieldError = (field: string) => pay.error?.errors.find((one) => one.field === field)?.message;
  const late = day > today ? 'The bank date cannot be in the future.' : undefined;
  const { data } = preview;
  const lines = journalOf(data);
  return (
    <Dialog
      {...{ open, onClose }}
      keepOpen
      size="md"
      title={`Pay ${name}`}
      description={
        <>
          <MoneyText withCurrency value={voucher.amount} currency={currency} /> to {payeeOf(voucher)}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={pay.isPending}
            disabledReason={
              data?.why_not ??
              late ??
              (day === '' ? 'Enter the bank date.' : data === undefined ? 'Working out the journal…' : undefined)
            }
            onClick={() =>
              pay.mutate({
                params: { id: String(voucher.id) },
                body: { version: voucher.version, bank_date: day, bank_reference: reference },
              })
            }
          >
            Pay <MoneyText value={voucher.amount} currency={currency} />
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5 pb-1">
        {data?.why_not != null && <Notice tone="warn">{data.why_not}</Notice>}
        {data?.warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
        {pay.error !== null && pay.error.errors.length === 0 && <Notice tone="bad">{pay.error.message}</Notice>}
        <div className="grid gap-3 sm:grid-cols-2">
          <DayField
            label="Bank date"
            name="pay-date"
            required
            max={today}
            value={day}
            onChange={setDay}
            {...optionalError(late ?? fieldError('bank_date'))}
          />
          <TextField
            label="Bank reference"
            name="pay-reference"
            maxLength={60}
            value={reference}
            onChange={setReference}
            {...optionalError(fieldError('bank_reference'))}
          />
        </div>
        {lines.length > 0 && (
          <div className="overflow-hidden rounded-lg border border-line">
            <StatementTable
              caption="Journal of the payment"
              columns={journalColumns(currency)}
              groups={[{ id: 'journal', rows: lines }]}
              rowKey={(line) => `${line.account} ${line.party ?? ''} ${line.debit ?? ''} ${line.credit ?? ''}`}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function journalColumns(currency: string): StatementColumn<JournalLine>[] {
  return [
    {
      id: 'account',
      title: 'Account',
      cell: (line) => (
        <span className="block min-w-40">
          {line.account}
          {line.party != null && <span className="block text-xs text-mute">{line.party}</span>}
        </span>
      ),
    },
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

function optionalError(error: string | undefined): { error?: string } {
  return error === undefined ? {} : { error };
}
