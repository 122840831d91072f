import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { payeeOf, type VoucherRecord } from './voucher-words.ts';

/** Whom a voucher is paid to: a party leads to its page. */
export function Payee({ voucher, inText = false }: { voucher: VoucherRecord; inText?: boolean }) {
  const { payee, to_order: expert } = voucher;
  if (payee === null) return payeeOf(voucher);
  const link = <PartyLink {...{ inText }} party={payee} />;
  return expert === '' ? (
    link
  ) : (
    <>
      {expert}, to the order of {link}
    </>
  );
}
