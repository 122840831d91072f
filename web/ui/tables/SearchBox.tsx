import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { control } from '../styles.ts';
import { useKeys } from '../hooks/use-keys.ts';

type Props = { label: string; value: string; onChange: (text: string) => void; className?: string };

const PAUSE_MS = 220;

/** The search of a list: `/` goes to it, Esc empties it; the list follows after a short pause. */
export function SearchBox({ label, value, onChange, className }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState<{ text: string; from: string } | null>(null);
  // Back, a cleared filter or the arrived search itself replace what was typed.
  const text = typed !== null && typed.from === value ? typed.text : value;
  useKeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string, pause = PAUSE_MS) => {
    setTyped({ text: next, from: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), pause);
  };
  return (
    <div className={clsx('relative', className)}>
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-mute"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') type('', 0);
        }}
        className={clsx(control, 'pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {text === '' && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2 my-auto h-4.5 rounded border border-line px-1 font-sans text-2xs leading-4 text-mute max-sm:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}
