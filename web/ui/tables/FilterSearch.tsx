import { clsx } from 'clsx';
import { useState } from 'react';
import { focusRing, menuItem } from '../styles.ts';
import { nothingYet } from '../fields/nothing-yet.ts';
import { useSearch, type Found, type Search } from '../fields/use-search.ts';

type Props = { label: string; search: Search; onChoose: (choice: Found) => void };

const SENTENCES = { waiting: 'Searching…', ready: 'Nothing found.', failed: 'The search did not answer.' } as const;

/** The choices of a filter by a record of a register: searched on the server as one types. */
export function FilterSearch({ label, search, onChoose }: Props) {
  const [text, setText] = useState('');
  const { items, state } = useSearch(search, { text, active: true });
  const [first] = items;
  const ready = state === 'ready';
  return (
    <div className="w-64">
      <input
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder="Type to search…"
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && ready && text.trim() !== '' && first !== undefined) onChoose(first);
        }}
        className="h-8 w-full border-b border-line bg-transparent px-2 outline-none placeholder:text-mute placeholder:italic"
      />
      <div className="max-h-[197px] overflow-y-auto pt-1">
        {items.length === 0 && (
          <p className="px-2 py-1.5 text-mute">{ready && text.trim() === '' ? nothingYet(label) : SENTENCES[state]}</p>
        )}
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            disabled={!ready}
            onClick={() => onChoose(item)}
            className={clsx(
              menuItem,
              'w-full text-left hover:bg-hover',
              item === first && text.trim() !== '' && 'bg-hover',
              focusRing,
            )}
          >
            <span dir="auto" className="min-w-0 flex-1">
              {item.label}
              {item.detail !== undefined && <span className="block text-xs text-mute">{item.detail}</span>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
