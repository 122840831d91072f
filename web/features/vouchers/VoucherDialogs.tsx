import {
  approveVoucher,
  makeVoucherDocument,
  previewVoucher,
  reverseVoucher,
} from '../../../domain/vouchers/contract.ts';
import { VOUCHER_KIND_LABELS } from '../../../domain/vouchers/states.ts';
import { fetchFile } from '../../api/download.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { DecideDrawer } from '../records/DecideDrawer.tsx';
import { RecordPdfDialog } from '../documents/RecordPdfDialog.tsx';
import { SinceDecision } from '../system/SinceDecision.tsx';
import { ReverseDialog } from '../records/ReverseDialog.tsx';
import { PayDialog } from './PayDialog.tsx';
import { approvalEffects, reversalEffects } from './voucher-effects.tsx';
import { payeeOf, voucherName, type VoucherRecord } from './voucher-words.ts';

type Props = { voucher: VoucherRecord; open: string | null; onClose: () => void };

/** The acts on a voucher; which one is open stands in the address, so that a link can lead straight to it. */
export function VoucherDialogs({ voucher, open, onClose }: Props) {
  const name = voucherName(voucher);
  const { status } = voucher;
  const reversible = status === 'APPROVED' || status === 'PAID';
  const reverse = useWrite(reverseVoucher, {
    onSuccess: () => {
      onClose();
      toastSuccess('Voucher reversed', name);
    },
    onProblem: (problem) => toastProblem('The voucher was not reversed', problem),
  });
  return (
    <>
      <DecideDrawer
        open={open === 'decide' && status === 'PENDING'}
        onClose={onClose}
        record={voucher}
        noun="Voucher"
        name={name}
        description={`${VOUCHER_KIND_LABELS[voucher.kind]}: ${payeeOf(voucher)}, made by ${voucher.edited_by.name}`}
        endpoints={{ preview: previewVoucher, approve: approveVoucher }}
        effects={approvalEffects(voucher)}
      >
        <SinceDecision entity="voucher" id={voucher.id} enabled={open === 'decide' && status === 'PENDING'} />
      </DecideDrawer>
      {status === 'APPROVED' && <PayDialog voucher={voucher} open={open === 'pay'} onClose={onClose} />}
      <ReverseDialog
        open={open === 'reverse' && reversible}
        onClose={onClose}
        title={`Reverse voucher ${name}`}
        action="Reverse voucher"
        effects={reversalEffects(voucher)}
        busy={reverse.isPending}
        onReverse={(reason) =>
          reverse.mutate({ params: { id: String(voucher.id) }, body: { reason, version: voucher.version } })
        }
      />
      <RecordPdfDialog
        record={{ kind: 'voucher', id: voucher.id }}
        sends={['vouchers.create', 'vouchers.decide']}
        open={open === 'document' && voucher.number !== null}
        onClose={onClose}
        title={`Payment voucher ${name}`}
        name={`voucher ${voucher.id} ${voucher.version}`}
        load={() => fetchFile(makeVoucherDocument, { query: { id: String(voucher.id) } }, { name: `${name}.pdf` })}
      />
    </>
  );
}
