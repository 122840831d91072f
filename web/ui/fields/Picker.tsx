import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Field, type ControlProps, type FieldProps, type Prompt } from './Field.tsx';
import { listClass, ListboxItem, ListboxPopup, ListboxTrigger } from './Listbox.tsx';
import { focusRing } from '../styles.ts';
import { useListOpening } from './use-list-opening.ts';
import { useSearch, type Found, type Search } from './use-search.ts';
import { useAfter } from '../hooks/use-after.ts';
import { useNarrow } from '../hooks/use-narrow.ts';

type PickerControlProps = {
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: Search;
  placeholder?: Prompt;
  /** Makes a new record of the typed text, in place; resolves to it, or null when it is cancelled. */
  onCreate?: (text: string) => Promise<Found | null>;
  /** What is created: "reinsured". */
  noun?: string;
};

export type PickerProps = FieldProps & PickerControlProps;

/** One record of a register, searched on the server as one types; never holds a whole register. */
export function Picker({ value, onChange, search, placeholder, onCreate, noun, ...field }: PickerProps) {
  const { onBlur, ...rest } = field;
  return (
    <Field {...rest}>
      {(aria) => (
        <PickerControl
          {...{ aria, value, onChange, search, onBlur }}
          label={field.label}
          {...optional({ placeholder, onCreate, noun })}
        />
      )}
    </Field>
  );
}

type Optional = {
  placeholder?: Prompt | undefined;
  onCreate?: PickerControlProps['onCreate'];
  noun?: string | undefined;
};

function optional(props: Optional): Pick<PickerControlProps, 'placeholder' | 'onCreate' | 'noun'> {
  return Object.fromEntries(Object.entries(props).filter(([, part]) => part !== undefined));
}

type ControlOnly = PickerControlProps & {
  aria: ControlProps;
  label: string;
  onBlur?: (() => void) | undefined;
  className?: string;
};

/** The picker without its label, for a cell of a grid. */
export function PickerControl(props: ControlOnly) {
  const {
    aria,
    label,
    value,
    onChange,
    search,
    placeholder = 'Search…',
    onCreate,
    noun = 'record',
    onBlur,
    className,
  } = props;
  const narrow = useNarrow();
  const [text, setText] = useState('');
  const { root, open, close, input, trigger, onTriggerKey } = useListOpening({
    onOpen: () => setText(''),
    onClose: onBlur,
    onClear: value === null ? undefined : () => onChange(null),
  });
  const { items, state } = useSearch(search, { text, active: open });
  const waiting = state === 'waiting';
  const faded = useAfter(waiting);
  const create = async () => {
    close();
    const made = await onCreate?.(text.trim());
    if (made) onChange(made);
  };
  // The chosen record stays in the list, so that its tick is seen and it keeps its place.
  const shown =
    value !== null && text === '' && !items.some((item) => item.id === value.id) ? [value, ...items] : items;
  return (
    <div className="relative">
      <Combobox.Root
        {...root}
        modal={narrow}
        autoHighlight
        items={shown}
        filter={null}
        inputValue={text}
        onInputValueChange={setText}
        value={value}
        onValueChange={onChange}
        itemToStringLabel={(item: Found) => item.label}
        isItemEqualToValue={(a: Found, b: Found) => a.id === b.id}
      >
        <ListboxTrigger
          {...{ aria, trigger, onTriggerKey }}
          empty={value === null}
          arrow={value === null}
          className={clsx(className, value !== null && 'pr-8')}
        >
          {value?.label ?? placeholder}
        </ListboxTrigger>
        <ListboxPopup
          {...{ input, trigger, label }}
          placeholder="Type to search…"
          foot={
            onCreate !== undefined &&
            text.trim() !== '' && (
              <button
                type="button"
                onClick={() => void create()}
                className={clsx(
                  'flex w-full items-center gap-2 rounded-b-lg border-t border-line px-3 py-2 text-left text-link hover:bg-hover',
                  focusRing,
                )}
              >
                <Plus size={14} aria-hidden="true" className="shrink-0" />
                <span className="min-w-0 truncate">
                  New {noun} “{text.trim()}”
                </span>
              </button>
            )
          }
        >
          <Combobox.Status className="text-mute empty:hidden">
            {shown.length === 0 && (
              // The room of a full list, so that the side to which it opens stays when its rows come.
              <span className={clsx('block px-3 py-2.5', waiting && 'min-h-[197px]')}>{SENTENCES[state]}</span>
            )}
          </Combobox.Status>
          <Combobox.List
            aria-label={label}
            aria-busy={waiting}
            className={clsx(listClass, '*:data-disabled:opacity-100', faded && 'opacity-55')}
          >
            {(item: Found) => (
              // What an earlier question found is no answer to this one.
              <ListboxItem key={item.id} value={item} disabled={waiting}>
                {item.label}
                {item.detail !== undefined && <span className="block text-xs text-mute">{item.detail}</span>}
              </ListboxItem>
            )}
          </Combobox.List>
        </ListboxPopup>
      </Combobox.Root>
      {value !== null && !aria.disabled && (
        <button
          type="button"
          // By key it is cleared from the field itself, so that Tab goes on to the next one.
          tabIndex={-1}
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={() => onChange(null)}
          className={clsx(
            'absolute inset-y-0 right-0.5 grid w-7 place-items-center rounded text-mute hover:text-fg',
            focusRing,
          )}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const SENTENCES = {
  waiting: 'Searching…',
  ready: 'Nothing found. Try fewer letters.',
  failed: 'The search did not answer. Type again to retry.',
} as const;
