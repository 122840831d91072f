import type { UseFormReturn } from 'react-hook-form';
import { Bound } from '../../ui/Bound.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { WideSection } from '../ledger/WideSection.tsx';
import { PayableTable } from './PayableTable.tsx';
import type { PayableItem } from './paying.ts';
import type { PremiumValues } from './premium-form.ts';

type Props = {
  form: UseFormReturn<PremiumValues>;
  values: PremiumValues;
  items: readonly PayableItem[];
  currency: string;
  error: unknown;
  waiting: boolean;
};

export function PremiumItems({ form, values, items, currency, error, waiting }: Props) {
  const { security } = values;
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
        <Bound control={form.control} name="amounts">
          {(field) => (
            <div id="amounts" tabIndex={-1} className="min-w-0 outline-none">
              <PayableTable {...{ items, currency }} paying={values} onAmounts={(amounts) => field.onChange(amounts)} />
              {field.error !== undefined && <p className="mt-1.5 text-xs text-bad">{field.error}</p>}
            </div>
          )}
        </Bound>
      )}
    </WideSection>
  );
}
