import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Field, type ControlProps, type FieldProps, type Prompt } from './Field.tsx';
import { ListboxFace } from './ListboxFace.tsx';
import { focusRing } from '../styles.ts';
import { useListOpening } from './use-list-opening.ts';
import type { Found, Search } from './use-search.ts';
import { later } from '../later/later.tsx';

type PickerControlProps = {
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: Search;
  placeholder?: Prompt;
  /** Makes a new record of the typed text, in place; resolves to it, or null when it is cancelled. */
  onCreate?: (text: string) => Promise<Found | null>;
  /** What is chosen or created, where the label is no noun: "reinsured". */
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

const PickerPopup = later(async () => (await import('../later/PickerPopup.tsx')).PickerPopup);

/** The picker without its label, for a cell of a grid. */
export function PickerControl(props: ControlOnly) {
  const { aria, label, value, onChange, search, placeholder = 'Search…', onCreate, noun, onBlur, className } = props;
  const [text, setText] = useState('');
  const { opening, face, shown, close } = useListOpening(PickerPopup, {
    onOpen: () => setText(''),
    onClose: onBlur,
    onClear: value === null ? undefined : () => onChange(null),
  });
  const create = async (typed: string) => {
    close();
    const made = await onCreate?.(typed);
    if (made) onChange(made);
  };
  return (
    <div className="relative">
      <ListboxFace
        {...{ aria, face }}
        empty={value === null}
        arrow={value === null}
        className={clsx(className, value !== null && 'pr-8')}
      >
        {value?.label ?? placeholder}
      </ListboxFace>
      {shown && (
        <PickerPopup
          id={aria.id}
          {...{ label, opening, value, onChange, search, text, noun }}
          onText={setText}
          onCreate={onCreate && ((typed) => void create(typed))}
        />
      )}
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
