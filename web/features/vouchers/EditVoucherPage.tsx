import { getVoucher } from '../../../domain/vouchers/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { EditRecord } from '../records/EditRecord.tsx';
import { valuesOfOther } from './other-form.ts';
import { OtherVoucherForm } from './OtherVoucherForm.tsx';
import { valuesOfPremium } from './premium-form.ts';
import { PremiumVoucherForm } from './PremiumVoucherForm.tsx';
import { voucherName } from './voucher-words.ts';

export function EditVoucherPage() {
  const query = useEndpoint(getVoucher, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="voucher" list={LISTS.vouchers} {...{ query }}>
      {(voucher, opened) => {
        const title = `Edit ${voucherName(voucher)}`;
        return voucher.kind === 'PREMIUM' ? (
          <PremiumVoucherForm {...opened} {...{ title }} initial={valuesOfPremium(voucher)} />
        ) : (
          <OtherVoucherForm {...opened} {...{ title }} initial={valuesOfOther(voucher)} />
        );
      }}
    </EditRecord>
  );
}
