import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusAfter } from '../fields/focus-after.ts';
import type { KitKey } from '../fields/use-list-opening.ts';
import { menuItem, popup } from '../styles.ts';
import { TakenOver } from './TakenOver.tsx';
import type { Bridge } from './use-opener.ts';

type PopupProps = {
  label: string;
  input: RefObject<HTMLInputElement | null>;
  /** Its closed face, from which Tab goes on; left out where several are chosen. */
  trigger?: RefObject<HTMLButtonElement | null>;
  placeholder?: string;
  /** Its rows. */
  children: ReactNode;
  head?: ReactNode;
  foot?: ReactNode;
};

type TriggerProps = { bridge: Bridge; id: string; onKeyDown: (event: KitKey<HTMLButtonElement>) => void };

/** The trigger of a list, whose button is in the page already. */
export function ListboxTrigger({ bridge, ...rest }: TriggerProps) {
  return <Combobox.Trigger {...rest} render={(own) => <TakenOver {...{ bridge, own }} />} />;
}

/**
 * Enter takes what is lit; where nothing is, it would close the list as if something had been chosen. Tab takes what is
 * lit by what was typed and goes on to the next field, as in a spreadsheet.
 */
function answerKey(event: KitKey<HTMLInputElement>, trigger: PopupProps['trigger']): void {
  const { key, shiftKey, currentTarget } = event;
  const lit = currentTarget.getAttribute('aria-activedescendant');
  if (key === 'Enter' && lit === null) {
    event.preventDefault();
    event.preventBaseUIHandler();
  }
  const from = trigger?.current ?? null;
  if (key !== 'Tab' || shiftKey || from === null) return;
  const option = lit === null ? null : document.getElementById(lit);
  if (currentTarget.value.trim() === '' || option?.hasAttribute('data-disabled') !== false) return;
  event.preventDefault();
  event.preventBaseUIHandler();
  flushSync(() => option.click());
  focusAfter(from);
}

/**
 * A list that opens upwards keeps the height that it once had: as its rows become fewer, its search would else move down
 * under the hands of who is typing.
 */
function keepHeight(rows: HTMLElement | null) {
  if (rows === null) return undefined;
  let tallest = 0;
  const observer = new ResizeObserver(() => {
    tallest = Math.max(tallest, rows.offsetHeight);
    rows.style.setProperty('--tallest', `${tallest}px`);
  });
  observer.observe(rows);
  return () => observer.disconnect();
}

/** The open list with its search input on top. At most 197 px of rows (specification §9). */
export function ListboxPopup({ label, input, trigger, placeholder = 'Search…', children, head, foot }: PopupProps) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup
          aria-label={label}
          className={clsx(popup, 'w-(--anchor-width) max-w-(--available-width) min-w-52')}
        >
          <Combobox.Input
            ref={input}
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder={placeholder}
            onKeyDown={(event) => answerKey(event, trigger)}
            className="h-9 w-full rounded-t-lg border-b border-line bg-transparent px-3 outline-none placeholder:text-mute placeholder:italic"
          />
          {head}
          <div ref={keepHeight} className="in-data-[side=top]:min-h-(--tallest)">
            {children}
          </div>
          {foot}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

export const listClass = 'max-h-[197px] scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0';

type ItemProps = { value: unknown; children: ReactNode; disabled?: boolean };

export function ListboxItem({ value, children, disabled = false }: ItemProps) {
  return (
    <Combobox.Item {...{ value, disabled }} className={clsx(menuItem, 'justify-between')}>
      <span dir="auto" className="min-w-0 flex-1">
        {children}
      </span>
      <Combobox.ItemIndicator className="shrink-0 text-link">
        <Check size={14} aria-hidden="true" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
