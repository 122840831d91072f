import { useEffect, useRef } from 'react';

/** "/", "j", "ctrl+s", "escape" … → what it does. Ctrl also answers to the Mac's Command. */
type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isInPopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog],[role=menu],[role=listbox],[role=alertdialog]') !== null
  );
}

/** Keys of the page. Single letters are left alone while one types, and all keys while a dialog or menu is open. */
export function useKeys(keys: Keys, enabled = true): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => {
      const withControl = event.ctrlKey || event.metaKey;
      const name = `${withControl ? 'ctrl+' : ''}${event.key.toLowerCase()}`;
      const act = latest.current[name];
      if (act === undefined || event.altKey || event.defaultPrevented) return;
      if (isInPopup(event.target)) return;
      if (!withControl && event.key.length === 1 && isTyping(event.target)) return;
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
