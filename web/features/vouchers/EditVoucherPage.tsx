import { useState } from 'react';
import { mayIn } from '../../../domain/states.ts';
import { getVoucher } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { valuesOfOther } from './other-form.ts';
import { OtherVoucherForm } from './OtherVoucherForm.tsx';
import { valuesOfPremium } from './premium-form.ts';
import { PremiumVoucherForm } from './PremiumVoucherForm.tsx';
import { voucherName, type VoucherRecord } from './voucher-words.ts';
import { LISTS, voucherHref } from '../../paths.ts';

export function EditVoucherPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getVoucher, { params: { id } });
  if (data === undefined) return <NoPage title="Voucher" {...{ error, refetch }} list={LISTS.vouchers} />;
  return <Editing key={data.id} read={data} />;
}

/** Works on the voucher as it was when it was opened: a later version is refused by the server, not silently taken over. */
function Editing({ read }: { read: VoucherRecord }) {
  const [voucher] = useState(read);
  const state = VOUCHER_STATES[voucher.status];
  if (!mayIn(VOUCHER_STATES, voucher.status, 'edit')) {
    return (
      <EmptyState
        title={`This voucher is ${state.label.toLowerCase()}.`}
        action={<LinkButton href={voucherHref(voucher.id)}>Open the voucher</LinkButton>}
      >
        Only a draft or a rejected voucher can be changed.
      </EmptyState>
    );
  }
  const shared = {
    title: `Edit ${voucherName(voucher)}`,
    detail: `${voucher.branch.name} · ${state.label}`,
    keep: `voucher.${voucher.id}`,
    editing: { id: voucher.id, version: voucher.version },
  };
  return voucher.kind === 'PREMIUM' ? (
    <PremiumVoucherForm {...shared} initial={valuesOfPremium(voucher)} />
  ) : (
    <OtherVoucherForm {...shared} initial={valuesOfOther(voucher)} />
  );
}
