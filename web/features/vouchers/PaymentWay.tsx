import { maskedNumber } from '../../../domain/vouchers/rules.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { WhoWhen } from '../../ui/marks/WhoWhen.tsx';
import { FactList } from '../records/PeopleCard.tsx';
import { payeeOf, type VoucherRecord } from './voucher-words.ts';

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');

function payeeFacts(voucher: VoucherRecord) {
  const { payee, payee_account: account, into } = voucher;
  if (into !== null) {
    const { name, bank, number } = into.account;
    return [{ label: 'To', value: joined([name, bank, ...(number === '' ? [] : [maskedNumber(number)])]) }];
  }
  if (payee === null) return [{ label: 'To', value: payeeOf(voucher) }];
  if (account === null) return [{ label: 'To', value: `${payeeOf(voucher)} · no confirmed account` }];
  const bank = [account.bank, account.branch].filter(Boolean).join(', ');
  return [
    { label: 'To', value: joined([account.account_name, bank, maskedNumber(account.account_number)]) },
    { label: 'Confirmed', value: <WhoWhen who={account.confirmed_by} at={account.confirmed_at} /> },
  ];
}

function ownAccount({ bank_account: own, currency }: VoucherRecord): string {
  if (own.number === '') return `No ${currency} account of ours is entered yet`;
  return joined([own.name, own.bank, maskedNumber(own.number)]);
}

/** From which account of ours to which of the payee, and who confirmed that one; that none is, in red. */
export function PaymentWay({ voucher }: { voucher: VoucherRecord }) {
  const { payee, payee_account: account, currency } = voucher;
  return (
    <section aria-label="Accounts" className="grid gap-2">
      {payee !== null && account === null && (
        <Notice tone="bad">
          <span dir="auto">{voucher.to_order || payee.name}</span> has no confirmed {currency} account.
        </Notice>
      )}
      <FactList facts={[...payeeFacts(voucher), { label: 'From', value: ownAccount(voucher) }]} />
    </section>
  );
}
