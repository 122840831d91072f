import { useRef, useState, type ComponentProps, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react';
import type { Later } from './later.tsx';

type Act = (event: SyntheticEvent<HTMLButtonElement>) => void;
type Keyed = KeyboardEvent<HTMLButtonElement>;
type Given = { looks: Readonly<Record<string, unknown>>; acts: readonly string[] };

/** What the popup's own trigger would be, given to the button that stands in the page from the start. */
export type Bridge = {
  button: RefObject<HTMLButtonElement | null>;
  take: (props: object) => void;
  arrive: () => void;
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

function isSame(a: Given, b: Given): boolean {
  const names = Object.keys(b.looks);
  return (
    names.length === Object.keys(a.looks).length &&
    names.every((name) => a.looks[name] === b.looks[name]) &&
    a.acts.join() === b.acts.join()
  );
}

/**
 * A plain button that opens a popup whose code comes later. The popup takes the button over once it is rendered: it hears
 * what happens to it and says how it looks. What opened it before that is done again by then.
 */
export function useOpener(kit: Pick<Later<never>, 'fetch'>, { popup, role, keys = [], onEarlyKey }: Options): Opener {
  const [wanted, want] = useState(false);
  const [given, setGiven] = useState<Given>({ looks: {}, acts: [] });
  const acts = useRef<Readonly<Record<string, Act>>>({});
  const here = useRef(false);
  const missed = useRef<(() => void) | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [bridge] = useState<Bridge>(() => ({
    button,
    take: (props) => {
      const parts = Object.entries(props).filter(([, value]) => value !== undefined);
      const heard = parts.filter((part): part is [string, Act] => typeof part[1] === 'function');
      acts.current = Object.fromEntries(heard);
      const looks = Object.fromEntries(parts.filter(([, value]) => typeof value !== 'function'));
      const next = { looks, acts: heard.map(([name]) => name).toSorted() };
      setGiven((before) => (isSame(before, next) ? before : next));
    },
    arrive: () => {
      here.current = true;
      missed.current?.();
      missed.current = null;
    },
  }));
  const wait = (again: () => void) => {
    missed.current = again;
    want(true);
    // Its failure is announced; the next press tries again.
    kit.fetch().catch(() => {
      missed.current = null;
    });
  };
  const repeatKey = (key: string) => () =>
    button.current?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const own = {
    onPointerEnter: () => want(true),
    onFocus: () => want(true),
    onClick: () => {
      if (!here.current) wait(() => button.current?.click());
    },
    onKeyDown: (event: Keyed) => {
      if (here.current) return;
      onEarlyKey?.(event);
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      wait(repeatKey(event.key));
    },
  };
  const both =
    <E extends SyntheticEvent<HTMLButtonElement>>(name: string, mine?: (event: E) => void) =>
    (event: E) => {
      mine?.(event);
      acts.current[name]?.(event);
    };
  const theirs = given.acts.map((name) => [name, both(name)]);
  const handlers = {
    ...Object.fromEntries(theirs),
    onPointerEnter: both('onPointerEnter', own.onPointerEnter),
    onFocus: both('onFocus', own.onFocus),
    onClick: both('onClick', own.onClick),
    onKeyDown: both('onKeyDown', own.onKeyDown),
  };
  const looks = { type: 'button', role, 'aria-haspopup': popup, 'aria-expanded': false, ...given.looks };
  return { face: { ...looks, ...handlers, ref: button }, bridge, wanted };
}
