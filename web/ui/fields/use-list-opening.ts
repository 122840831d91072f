import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

type Options = {
  onOpen?: () => void;
  onClose?: (() => void) | undefined;
  /** Takes what is chosen away. */
  onClear?: (() => void) | undefined;
};
/** A key press before the kit answers it. */
export type KitKey<E extends Element> = KeyboardEvent<E> & { preventBaseUIHandler: () => void };

/** A key that types: a letter, a figure or a sign, also one beyond the first plane; the space opens as a button does. */
export function typesText({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  return /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey;
}

/**
 * A list that opens by a press or by typing: what is typed at its closed face goes into its search. Left to itself the
 * kit would choose, unseen, an entry that begins with the letter.
 */
export function useListOpening({ onOpen, onClose, onClear }: Options = {}) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    (next ? onOpen : onClose)?.();
  };
  const onTriggerKey = (event: KitKey<HTMLButtonElement>) => {
    if (open) return;
    if (/^(?:Delete|Backspace)$/.test(event.key) && !event.ctrlKey) onClear?.();
    if (!typesText(event)) return;
    event.preventBaseUIHandler();
    // The letter is no key of the page.
    event.stopPropagation();
    // The browser gives the letter to what has the focus once this returns.
    flushSync(() => change(true));
    input.current?.focus();
  };
  return { root: { open, onOpenChange: change }, open, close: () => setOpen(false), input, trigger, onTriggerKey };
}
