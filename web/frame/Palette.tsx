import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { ArrowRight, FileSearch } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useGo } from '../ui/buttons/AppLink.tsx';
import { useSearch } from '../ui/fields/use-search.ts';
import type { AppFrameProps, FrameRecord } from './frame-types.ts';
import { ICONS } from './Sidebar.tsx';

type Props = Pick<AppFrameProps, 'navigation' | 'actions' | 'search'> & { open: boolean; onClose: () => void };

const nothing = async (): Promise<FrameRecord[]> => [];

function matches(text: string, typed: string): boolean {
  const haystack = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/** Ctrl+K: pages, actions, and records by number or party. */
export function Palette({ open, onClose, navigation, actions = [], search = nothing }: Props) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const go = useGo();
  const { items, state } = useSearch(search, { text: typed, active: open && typed.length > 1 });
  const records = typed.length > 1 ? (items as FrameRecord[]) : [];
  const pages = navigation
    .flatMap((group) => group.items)
    .filter((item) => matches(`${item.label} ${item.words ?? ''}`, typed));
  const acts = actions.filter((action) => matches(`${action.label} ${action.words ?? ''}`, typed));
  const run = (act: () => void) => {
    onClose();
    setText('');
    act();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) run(() => undefined);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 dark:bg-black/55" />
        <Dialog.Popup
          aria-label="Search or jump to"
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-panel shadow-2xl outline-none"
        >
          <Command label="Search or jump to" shouldFilter={false} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="A page, an action, a number, a party…"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-mute"
            />
            <Command.List label="Results" className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {pages.length + acts.length + records.length === 0 && (
                <p className="px-3 py-6 text-center text-mute">
                  {state === 'waiting' && typed.length > 1 ? 'Searching…' : `Nothing found for “${typed}”.`}
                </p>
              )}
              <Group heading="Actions" show={acts.length > 0}>
                {acts.map((action) => (
                  <Item
                    key={action.label}
                    value={`action ${action.label}`}
                    onSelect={() =>
                      run(() => {
                        action.onSelect?.();
                        if (action.href !== undefined) go(action.href);
                      })
                    }
                  >
                    <ArrowRight size={15} aria-hidden="true" className="shrink-0 text-mute" />
                    {action.label}
                  </Item>
                ))}
              </Group>
              <Group heading="Pages" show={pages.length > 0}>
                {pages.map((page) => {
                  const Icon = ICONS[page.icon];
                  return (
                    <Item key={page.href} value={`page ${page.href}`} onSelect={() => run(() => go(page.href))}>
                      <Icon size={15} aria-hidden="true" className="shrink-0 text-mute" />
                      {page.label}
                    </Item>
                  );
                })}
              </Group>
              <Group heading="Records" show={records.length > 0}>
                {records.map((record) => (
                  <Item
                    key={`${record.kind} ${record.id}`}
                    value={`record ${record.kind} ${record.id}`}
                    onSelect={() => {
                      // What an earlier question found is no answer to this one.
                      if (state === 'ready') run(() => go(record.href));
                    }}
                  >
                    <FileSearch size={15} aria-hidden="true" className="shrink-0 text-mute" />
                    <span className="flex min-w-0 flex-1 gap-x-2.5 max-sm:flex-col max-sm:py-1">
                      <span dir="auto" className="shrink-0 tabular-nums">
                        {record.label}
                      </span>
                      {record.detail !== undefined && (
                        <span dir="auto" className="min-w-0 truncate text-mute">
                          {record.detail}
                        </span>
                      )}
                    </span>
                    <span className="text-xs text-mute">{record.kind}</span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ heading, show, children }: { heading: string; show: boolean; children: ReactNode }) {
  if (!show) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-mute"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  );
}
