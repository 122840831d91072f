import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Later } from '../later/later.tsx';
import { useOpener, type Bridge, type Face } from '../later/use-opener.ts';

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

/** What the popup of a list takes. */
export type ListOpening = {
  root: { open: boolean; onOpenChange: (open: boolean) => void };
  input: RefObject<HTMLInputElement | null>;
  trigger: Bridge['button'];
  bridge: Bridge;
  onTriggerKey: (event: KitKey<HTMLButtonElement>) => void;
};
type Opened = { opening: ListOpening; face: Face; shown: boolean; close: () => void };

const ARROWS = ['ArrowDown', 'ArrowUp'] as const;

/** As if it had been typed into the input: the kit lights the first match of what says that it was typed. */
function typeInto(input: HTMLInputElement | null, text: string): void {
  if (input === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/**
 * A list that opens by a press or by typing: what is typed at its closed face goes into its search. Left to itself the
 * kit would choose, unseen, an entry that begins with the letter.
 */
export function useListOpening(popup: Later<never>, { onOpen, onClose, onClear }: Options = {}): Opened {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** What is typed until the popup's code is there. */
  const early = useRef('');
  const { face, bridge, wanted } = useOpener(popup, {
    popup: 'dialog',
    role: 'combobox',
    keys: ARROWS,
    onEarlyKey: (event) => onTriggerKey(event),
  });
  const change = (next: boolean) => {
    setOpen(next);
    (next ? onOpen : onClose)?.();
  };
  const enter = () => {
    flushSync(() => change(true));
    input.current?.focus();
  };
  const openLater = async () => {
    await popup.fetch();
    enter();
    typeInto(input.current, early.current);
    early.current = '';
  };
  const onTriggerKey = (event: KeyboardEvent<HTMLButtonElement> & Partial<KitKey<HTMLButtonElement>>) => {
    if (open) return;
    if (/^(?:Delete|Backspace)$/.test(event.key) && !event.ctrlKey) onClear?.();
    if (!typesText(event)) return;
    event.preventBaseUIHandler?.();
    // The letter is no key of the page.
    event.stopPropagation();
    // The browser gives the letter to what has the focus once this returns.
    if (popup.isHere()) return enter();
    early.current += event.key;
    if (early.current.length > 1) return;
    openLater().catch(() => {
      early.current = '';
    });
  };
  const opening = { root: { open, onOpenChange: change }, input, trigger: bridge.button, bridge, onTriggerKey };
  return { opening, face, shown: wanted || open, close: () => setOpen(false) };
}
