import { NETTED_LABELS } from '../../../domain/vouchers/netting.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { WideSection } from '../ledger/WideSection.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { policyHref } from '../../paths.ts';
import { type OwingItem, setOffFault } from './setting-off.ts';

type Props = {
  owing: readonly OwingItem[];
  amounts: ReadonlyMap<number, string>;
  fault: string | undefined;
  onAmount: (item: number, amount: string) => void;
};

/** What the security owes, each with what this voucher sets off of it. M15. */
export function SettingOffTable({ owing, amounts, fault, onAmount }: Props) {
  if (owing.length === 0) return null;
  return (
    <WideSection title="What is set off" hint="The security owes this. What is set off is not paid to it.">
      <ul
        id="nets"
        tabIndex={-1}
        aria-label="What the security owes"
        className="relative grid max-h-[28rem] overflow-auto rounded-lg border border-line bg-panel outline-none"
      >
        {owing.map((item) => (
          <OwingRow key={item.item} {...{ item, onAmount }} amount={amounts.get(item.item) ?? ''} />
        ))}
      </ul>
      {fault !== undefined && <p className="text-xs text-bad">{fault}</p>}
    </WideSection>
  );
}

type RowProps = { item: OwingItem; amount: string; onAmount: Props['onAmount'] };

function OwingRow({ item, amount, onAmount }: RowProps) {
  const { currency, note, policy, open } = item;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line p-3 last:border-b-0 sm:grid-cols-[auto_minmax(0,1fr)_auto_11rem]">
      <Checkbox
        hideLabel
        label={`Set off ${note}`}
        checked={!isNothing(amount, currency)}
        onChange={(on) => onAmount(item.item, on ? open : '')}
      />
      <div className="min-w-0">
        <span className="font-medium">{note}</span> {NETTED_LABELS[item.purpose]}
        <span className="block truncate text-xs text-mute">
          due <DayText value={item.due_on} />
          {policy !== null && (
            <>
              {' · '}
              <AppLink href={policyHref(policy.id)} target="_blank" className="hover:underline">
                {policy.name}
              </AppLink>{' '}
              <span dir="auto">{item.insured}</span>
            </>
          )}
        </span>
      </div>
      <span className="figures col-start-2 sm:col-start-auto sm:pt-1.5">
        <MoneyText withCurrency value={open} currency={currency} />
        <span className="block text-xs text-mute">owed</span>
      </span>
      <div className="col-start-2 sm:col-start-auto">
        <MoneyField
          hideLabel
          label={`Set off of ${note}`}
          value={amount}
          currency={currency}
          error={setOffFault(item, amount)}
          onChange={(value) => onAmount(item.item, value)}
        />
      </div>
    </li>
  );
}
