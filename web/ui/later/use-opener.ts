import {
  createRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { Later } from './later.tsx';

type Act = (event: Press) => void;
type Press = SyntheticEvent<HTMLButtonElement>;
type Keyed = KeyboardEvent<HTMLButtonElement>;
type Shown = { looks: Readonly<Record<string, unknown>>; acts: readonly string[] };

/** What the popup's own trigger would be, given to the button that stands in the page from the start. */
export type Bridge = {
  button: RefObject<HTMLButtonElement | null>;
  /** The popup says how the button looks and what it hears. */
  take: (props: object) => void;
  /** The popup is rendered: what was missed until then is done again. */
  arrive: () => void;
};
type Link = Bridge & {
  hear: (name: string, event: Press) => void;
  isHere: () => boolean;
  miss: (again: (button: HTMLButtonElement) => void) => void;
};

export type Face = Pick<ComponentProps<'button'>, 'ref'> & Readonly<Record<string, unknown>>;

type Opener = {
  /** What the button takes; it is the same button before and after its popup's code has come. */
  face: Face;
  bridge: Bridge;
  /** Its popup is rendered, closed, from the moment at which somebody points at the button or comes to it by key. */
  wanted: boolean;
};

type Options = {
  popup: 'menu' | 'dialog';
  role?: 'combobox';
  /** Keys that open it beside those of a button. */
  keys?: readonly string[];
  /** Hears its keys until the popup does. */
  onEarlyKey?: (event: Keyed) => void;
};

function isSame(a: Shown, b: Shown): boolean {
  const names = Object.keys(b.looks);
  return (
    names.length === Object.keys(a.looks).length &&
    names.every((name) => a.looks[name] === b.looks[name]) &&
    a.acts.join() === b.acts.join()
  );
}

function linkTo(give: (next: Shown) => void): Link {
  const button = createRef<HTMLButtonElement>();
  let acts: Readonly<Record<string, Act>> = {};
  let here = false;
  let missed: (button: HTMLButtonElement) => void = () => undefined;
  return {
    button,
    take: (props) => {
      const parts = Object.entries(props).filter(([, value]) => value !== undefined);
      const heard = parts.filter((part): part is [string, Act] => typeof part[1] === 'function');
      acts = Object.fromEntries(heard);
      const looks = Object.fromEntries(parts.filter(([, value]) => typeof value !== 'function'));
      give({ looks, acts: heard.map(([name]) => name).toSorted() });
    },
    arrive: () => {
      here = true;
      if (button.current !== null) missed(button.current);
      missed = () => undefined;
    },
    hear: (name, event) => acts[name]?.(event),
    isHere: () => here,
    miss: (again) => {
      missed = again;
    },
  };
}

/** A press by pointer again, as the kit hears it: one by key would light the first entry. */
const pressAgain = (byPointer: boolean) => (button: HTMLButtonElement) => {
  const press = { bubbles: true, cancelable: true, button: 0, detail: 1 };
  if (!byPointer) return button.click();
  button.dispatchEvent(new PointerEvent('pointerdown', { ...press, pointerType: 'mouse' }));
  for (const name of ['mousedown', 'mouseup', 'click']) button.dispatchEvent(new MouseEvent(name, press));
};

/** Another press of the same key, for the popup's own trigger. */
const pressKey = (key: string) => (button: HTMLButtonElement) =>
  void button.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/**
 * A plain button that opens a popup whose code comes later. The popup takes the button over once it is rendered: it hears
 * what happens to it and says how it looks. What opened it before that is done again by then.
 */
export function useOpener(kit: Pick<Later<never>, 'fetch'>, { popup, role, keys = [], onEarlyKey }: Options): Opener {
  const [wanted, want] = useState(false);
  const [shown, setShown] = useState<Shown>({ looks: {}, acts: [] });
  const [link] = useState(() => linkTo((next) => setShown((before) => (isSame(before, next) ? before : next))));
  const wait = (again: (button: HTMLButtonElement) => void) => {
    link.miss(again);
    want(true);
    // Its failure is announced; the next press tries again.
    kit.fetch().catch(() => link.miss(() => undefined));
  };
  const theirs = shown.acts.map((name) => [name, (event: Press) => link.hear(name, event)]);
  const handlers = {
    ...Object.fromEntries(theirs),
    onPointerEnter: (event: Press) => {
      want(true);
      link.hear('onPointerEnter', event);
    },
    onFocus: (event: Press) => {
      want(true);
      link.hear('onFocus', event);
    },
    onClick: (event: Press) => {
      if (!link.isHere()) wait(pressAgain(event.nativeEvent instanceof UIEvent && event.nativeEvent.detail > 0));
      link.hear('onClick', event);
    },
    onKeyDown: (event: Keyed) => {
      if (!link.isHere()) {
        onEarlyKey?.(event);
        if (keys.includes(event.key)) {
          event.preventDefault();
          wait(pressKey(event.key));
        }
      }
      link.hear('onKeyDown', event);
    },
  };
  const looks = { type: 'button', role, 'aria-haspopup': popup, 'aria-expanded': false, ...shown.looks };
  return { face: { ...looks, ...handlers, ref: link.button }, bridge: link, wanted };
}
