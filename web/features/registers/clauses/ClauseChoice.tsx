import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { IconButton } from '../../../ui/buttons/Button.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import type { Option } from '../../../ui/fields/Select.tsx';
import { inOrder, moved } from './choice-order.ts';

type Props = {
  label: string;
  name: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
  hint?: string;
};

/** Clauses chosen from the register, in the order in which slips print them. */
export function ClauseChoice({ options, value, onChange, ...field }: Props) {
  const chosen = value.flatMap((id) => options.find((option) => option.value === id) ?? []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <MultiSelect
        {...field}
        options={options}
        value={value}
        placeholder="None"
        onChange={(next) => onChange(inOrder(value, next))}
      />
      {chosen.length > 0 && (
        <ol aria-label={`${field.label}, in order`} className="divide-y divide-line rounded-lg border border-line">
          {chosen.map((option, index) => (
            <li key={option.value} className="flex min-h-8 items-center pl-3">
              <span dir="auto" className="min-w-0 flex-1 truncate" title={option.label}>
                {option.label}
              </span>
              <IconButton
                label={`Move ${option.label} up`}
                icon={<ArrowUp size={13} aria-hidden="true" />}
                disabled={index === 0}
                onClick={() => onChange(moved(value, option.value, -1))}
              />
              <IconButton
                label={`Move ${option.label} down`}
                icon={<ArrowDown size={13} aria-hidden="true" />}
                disabled={index === chosen.length - 1}
                onClick={() => onChange(moved(value, option.value, 1))}
              />
              <IconButton
                label={`Remove ${option.label}`}
                icon={<X size={13} aria-hidden="true" />}
                onClick={() => onChange(value.filter((one) => one !== option.value))}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
