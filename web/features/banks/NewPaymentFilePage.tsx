import { useState } from 'react';
import { findPayable, makePaymentFile } from '../../../domain/banks/payment-contract.ts';
import { bankAccounts, PURPOSE_LABELS } from '../../../domain/firm/bank-accounts.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { paths, paymentFileHref, voucherHref } from '../../paths.ts';
import { AppLink, useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { DayField } from '../../ui/fields/DayField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { sumOf } from '../ledger/wire-amounts.ts';
import { NoAccounts } from './NoAccounts.tsx';
import type { PayableVoucher } from './payment-words.ts';

const TITLE = 'New payment file';

/** Vouchers of one account and day, chosen for a file that the bank pays. */
export function NewPaymentFilePage() {
  const session = useSession();
  const go = useGo();
  const today = useFirmToday();
  const [account, setAccount] = useState('');
  const [day, setDay] = useState(today);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const may = can(session, 'vouchers.pay');
  const own = useEndpoint(bankAccounts, { query: { status: 'ACTIVE', length: '500' } }, { enabled: may });
  const payable = useEndpoint(findPayable, { query: { account, day } }, { enabled: account !== '' && day !== '' });
  const make = useWrite(makePaymentFile, {
    onSuccess: ({ id, number }) => {
      toastSuccess('Payment file made', number ?? '');
      go(paymentFileHref(id));
    },
  });
  if (!may) return <NoPage title={TITLE} may={false} lacking="You do not have the right to pay vouchers." />;
  // Those of the account or day chosen before are not of this one.
  const read = account === '' || payable.isPlaceholderData ? undefined : payable.data;
  const vouchers = read?.vouchers ?? [];
  const chosen = vouchers.filter(({ id, why_not: whyNot }) => whyNot === null && !left.has(id));
  const currency = read?.currency ?? '';
  const total = sumOf(
    chosen.map(({ amount }) => amount),
    currency,
  );
  const problem = make.error;
  if (own.data === undefined && own.error !== null)
    return <NoPage title={TITLE} error={own.error} refetch={own.refetch} />;
  if (own.data?.data.length === 0)
    return (
      <RecordPage parent={{ label: 'Payment files', href: paths.paymentFiles }} number={TITLE}>
        <NoAccounts>A payment file pays from one of them.</NoAccounts>
      </RecordPage>
    );
  return (
    <RecordPage
      parent={{ label: 'Payment files', href: paths.paymentFiles }}
      number={TITLE}
      primary={
        <Button
          variant="primary"
          busy={make.isPending}
          {...(chosen.length === 0 && { disabled: true, disabledReason: 'Choose a voucher first.' })}
          onClick={() =>
            make.mutate({
              body: {
                account: account === '' ? 0 : idOf(own.data?.data, account),
                day,
                vouchers: chosen.map(({ id }) => id),
              },
            })
          }
        >
          Make payment file
        </Button>
      }
      notices={
        problem !== null && (
          <div role="alert">
            <Notice tone="bad" title={problem.errors[0]?.message ?? problem.message} />
          </div>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="From account"
              noun="account"
              required
              value={account}
              options={(own.data?.data ?? []).map((one) => ({
                value: String(one.id),
                label: one.name,
                detail: `${one.bank} · ${one.number} · ${one.currency} · ${PURPOSE_LABELS[one.purpose]}`,
              }))}
              onChange={(value) => {
                setAccount(value);
                setLeft(new Set());
              }}
            />
            <DayField label="To be paid on" required value={day} onChange={setDay} />
          </div>
        </Card>
        {account !== '' && day !== '' && read === undefined && payable.error === null && <Skeleton className="h-24" />}
        {read === undefined && payable.error !== null && (
          <ErrorState error={payable.error} onRetry={() => void payable.refetch()} />
        )}
        {read !== undefined && (
          <Card title={`${chosen.length} of ${vouchers.length} vouchers`} flush>
            {vouchers.length === 0 ? (
              <EmptyState title="No approved vouchers are to be paid from this account on this day." />
            ) : (
              <ul className="divide-y divide-line">
                {vouchers.map((voucher) => (
                  <VoucherRow
                    key={voucher.id}
                    voucher={voucher}
                    currency={currency}
                    checked={!left.has(voucher.id) && voucher.why_not === null}
                    onChange={(checked) => {
                      const next = new Set(left);
                      if (checked) next.delete(voucher.id);
                      else next.add(voucher.id);
                      setLeft(next);
                    }}
                  />
                ))}
              </ul>
            )}
            <p className="flex items-baseline justify-between border-t border-line px-4 py-2.5 font-semibold">
              <span>Total</span>
              <MoneyText value={total} currency={currency} withCurrency zero="digits" />
            </p>
          </Card>
        )}
      </div>
    </RecordPage>
  );
}

const idOf = (accounts: readonly { id: number }[] | undefined, chosen: string): number =>
  accounts?.find(({ id }) => String(id) === chosen)?.id ?? 0;

type RowProps = { voucher: PayableVoucher; currency: string; checked: boolean; onChange: (checked: boolean) => void };

function VoucherRow({ voucher, currency, checked, onChange }: RowProps) {
  const { number, payee, account, notice, why_not: whyNot } = voucher;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="flex min-w-0 items-start gap-2">
        <Checkbox
          label={`${number} ${payee}`}
          hideLabel
          checked={checked}
          disabled={whyNot !== null}
          onChange={onChange}
        />
        <div className="min-w-0">
          <p className="wrap-anywhere">
            <AppLink href={voucherHref(voucher.id)} className="text-link hover:underline">
              {number}
            </AppLink>{' '}
            <span dir="auto">{payee}</span>
          </p>
          {account !== null && (
            <p className="text-xs wrap-anywhere text-mute">
              {account.bank} · {account.number}
            </p>
          )}
          {notice !== null && <p className="text-xs text-warn">{notice} The file waits for a second person.</p>}
          {whyNot !== null && <p className="text-xs text-bad">{whyNot}</p>}
        </div>
      </div>
      <MoneyText value={voucher.amount} currency={currency} />
    </li>
  );
}
