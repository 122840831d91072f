import { approveClaim, previewClaim } from '../../../../domain/claims/contract.ts';
import { useSession } from '../../../api/session.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { ReviewDrawer } from '../../records/ReviewDrawer.tsx';
import type { ClaimRecord } from '../form/claim-form.ts';
import { CoverFigures } from '../form/CoverRail.tsx';
import { showDay } from '../../../ui/marks/format.ts';

type Props = { claim: ClaimRecord; open: boolean; onClose: () => void };

/** What approving the claim means, with its cover and what it raises; then approve, or reject with a reason. */
export function ReviewClaim({ claim, open, onClose }: Props) {
  const me = useSession()?.user.id ?? 0;
  const id = String(claim.id);
  const { number, currency, figures, version } = claim;
  const preview = useEndpoint(previewClaim, { params: { id }, query: {} }, { enabled: open });
  const decide = useWrite(approveClaim, {
    onSuccess: (reply) => {
      onClose();
      const rejected = reply.status === 'REJECTED';
      toastSuccess(
        rejected ? 'Claim rejected' : 'Claim approved',
        rejected ? `${number} is back with its maker.` : number,
      );
    },
  });
  return (
    <ReviewDrawer
      {...{ open, onClose, preview }}
      record={{ kind: 'claim', id: claim.id, version, currency }}
      noun="claim"
      name={number}
      description={`Loss of ${showDay(claim.data_loss_date)}, made by ${claim.edited_by.name}`}
      effects={[
        <>
          Reserve <MoneyText withCurrency value={figures.incurred.whole} currency={currency} />, ours{' '}
          <MoneyText withCurrency value={figures.incurred.ours} currency={currency} /> (
          <RateText value={claim.claim_share} />
          ).
        </>,
        'Nothing is posted: movements call it from the securities.',
      ]}
      fresh
      onDecide={(a, reason) =>
        decide.mutateAsync({
          params: { id, a, b: String(me) },
          query: {},
          body: { version, ...(reason === '' ? {} : { reason }) },
        })
      }
      busy={decide.isPending}
    >
      <CoverFigures cover={{ ...claim.cover, policy: claim.policy }} />
    </ReviewDrawer>
  );
}
