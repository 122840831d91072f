import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import type { Beyond } from '../ledger/use-found.ts';
import { WideSection } from '../ledger/WideSection.tsx';
import { PayableTable } from './PayableTable.tsx';
import type { PayableItem } from './paying.ts';
import type { PremiumValues } from './premium-form.ts';

type Props = {
  form: Form<PremiumValues>;
  items: readonly PayableItem[];
  currency: string;
  error: unknown;
  waiting: boolean;
  /** How to find more than is offered. */
  beyond: Beyond | undefined;
};

export function PremiumItems({ form, items, currency, error, waiting, beyond }: Props) {
  const { security } = form.values;
  const fault = form.errors['amounts'];
  return (
    <WideSection title="What is paid" hint="A security is paid its part of what the reinsured has paid.">
      {security === null && <p className="text-mute">Choose the security to see what is released to it.</p>}
      {security !== null && waiting && error !== null && <ErrorState error={error} />}
      {security !== null && waiting && error === null && (
        <div className="grid gap-3 rounded-lg border border-line bg-panel p-4">
          <Skeleton className="w-1/3" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {security !== null && !waiting && items.length === 0 && (
        <Notice>{security.label} has no open credit notes.</Notice>
      )}
      {items.length > 0 && (
        <div id="amounts" tabIndex={-1} className="min-w-0 outline-none">
          <PayableTable
            {...{ items, currency, beyond }}
            paying={form.values}
            onAmounts={(amounts) => form.set({ amounts })}
          />
          {fault !== undefined && <p className="mt-1.5 text-xs text-bad">{fault}</p>}
        </div>
      )}
    </WideSection>
  );
}
