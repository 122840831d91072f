import { Printer } from 'lucide-react';
import { Button } from './Button.tsx';

/** Prints the page; on a narrow screen its sign alone. */
export function PrintButton({ disabledReason }: { disabledReason?: string | undefined }) {
  return (
    <Button
      icon={<Printer size={14} aria-hidden="true" />}
      aria-label="Print"
      onClick={() => print()}
      {...{ disabledReason }}
    >
      <span className="max-lg:hidden">Print</span>
    </Button>
  );
}
