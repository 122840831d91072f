import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import type { useClaimSteps } from './page/use-claim-steps.ts';

type Props = {
  steps: ReturnType<typeof useClaimSteps>;
  noun: string;
  status: string;
  onReview: () => void;
  /** What was refused is mended before it is submitted again. */
  edit: ReactNode;
  /** What is next once it is decided. */
  children?: ReactNode;
};

/** The one next action of a claim or a movement in its state, for this user. */
export function StepButton({ steps, noun, status, onReview, edit, children }: Props) {
  if (steps.mayDecide)
    return (
      <Button variant="primary" onClick={onReview}>
        Review {noun}
      </Button>
    );
  if (steps.maySubmit && status === 'REJECTED') return edit;
  if (steps.maySubmit)
    return (
      <Button variant="primary" busy={steps.submitting} onClick={steps.submit}>
        Submit {noun}
      </Button>
    );
  return status === 'APPROVED' ? children : null;
}
