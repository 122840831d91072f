import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { ArrowRight, Building2, FileSearch, History, Paperclip, Receipt, Settings } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useGo } from '../ui/buttons/AppLink.tsx';
import { holdsWords } from '../ui/fields/holds-words.ts';
import { useSearch } from '../ui/fields/use-search.ts';
import { Kit } from '../ui/later/TakenOver.tsx';
import { recentPages } from '../ui/hooks/use-recent.ts';
import { MoneyText } from '../ui/marks/Figures.tsx';
import type { AppFrameProps, FrameAction, FrameRecord } from './frame-types.ts';
import { actionsFor, actsOn, searchByText, settingsFor } from './palette-entries.ts';
import { ICONS } from './Sidebar.tsx';

type Props = Pick<AppFrameProps, 'navigation' | 'actions' | 'waiting' | 'permissions'> & {
  open: boolean;
  onClose: () => void;
};

const RECORD_ICONS: Readonly<Record<string, typeof FileSearch>> = { party: Building2, note: Receipt, file: Paperclip };
const valueOf = ({ kind, id }: FrameRecord) => `record ${kind} ${id}`;
const recentValue = ({ href }: { href: string }) => `recent ${href}`;
const actionValue = ({ label, href = '' }: FrameAction) => `action ${label} ${href}`;
/** Of what waits so much is offered; the dashboard has all of it. */
const MOST_WAITING = 8;
const pageValue = ({ href }: { href: string }) => `page ${href}`;
const settingValue = ({ href }: FrameAction) => `setting ${href ?? ''}`;

/** What is chosen: the first of what is shown, until one moves away from it. */
function useChosen(first: string | undefined) {
  const [value, setValue] = useState('');
  const moved = useRef(false);
  useEffect(() => {
    if (first !== undefined && !moved.current) setValue(first);
  }, [first]);
  const move = (has: boolean) => {
    moved.current = has;
  };
  return { value, setValue, move };
}

/** Ctrl+K: what was opened last; parties, notes and records by name or number; actions, pages and settings. */
export function Palette({ open, onClose, navigation, actions = [], waiting = [], permissions }: Props) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const go = useGo();
  const { items, state } = useSearch(searchByText, { text: typed, active: open && typed.length > 1 });
  const records = typed.length > 1 ? (items as FrameRecord[]) : [];
  const groups = [...Map.groupBy(records, (record) => record.group)];
  const recent = typed === '' && open ? recentPages() : [];
  const pages = navigation
    .flatMap((group) => group.items)
    .filter((item) => holdsWords(`${item.label} ${item.words ?? ''}`, typed));
  const found = (acts: readonly FrameAction[]) =>
    acts.filter((action) => holdsWords(`${action.label} ${action.words ?? ''}`, typed));
  const acts = [
    ...found([...actionsFor(permissions), ...actions]),
    ...(typed === '' ? [] : found(actsOn(waiting)).slice(0, MOST_WAITING)),
  ];
  const sections = typed === '' ? [] : found(settingsFor(permissions));
  // While one waits for the records, what a key would choose may still be moved down by them.
  const [first] = [
    ...recent.map(recentValue),
    ...records.map(valueOf),
    ...acts.map(actionValue),
    ...pages.map(pageValue),
    ...sections.map(settingValue),
  ];
  const waits = typed.length > 1 && state === 'waiting';
  const { value, setValue, move } = useChosen(waits ? undefined : first);
  const run = (act: () => void) => {
    onClose();
    setText('');
    act();
  };
  const doing = (action: FrameAction) =>
    run(() => {
      action.onSelect?.();
      if (action.href !== undefined) go(action.href);
    });
  return (
    <Kit>
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
            className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-2xl overflow-hidden rounded-xl border border-line bg-panel shadow-2xl outline-none max-sm:top-3"
          >
            <Command
              label="Search or jump to"
              shouldFilter={false}
              loop
              value={value}
              onValueChange={setValue}
              onKeyDown={(event) => {
                if (event.key.startsWith('Arrow')) move(true);
              }}
            >
              <Command.Input
                value={text}
                onValueChange={(next) => {
                  move(false);
                  setText(next);
                }}
                placeholder="A party, a number, a page, an action…"
                className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-mute"
              />
              <Command.List label="Results" className="max-h-[min(28rem,64vh)] overflow-y-auto p-1.5">
                {pages.length + acts.length + sections.length + records.length === 0 && (
                  <p className="px-3 py-6 text-center text-mute">
                    {state === 'waiting' && typed.length > 1
                      ? 'Searching…'
                      : state === 'failed'
                        ? 'The search could not be made. Check the connection and type on.'
                        : `Nothing found for “${typed}”.`}
                  </p>
                )}
                <Group heading="Opened last" show={recent.length > 0}>
                  {recent.map((page) => (
                    <Item key={page.href} value={recentValue(page)} onSelect={() => run(() => go(page.href))}>
                      <History size={15} aria-hidden="true" className="shrink-0 text-mute" />
                      <span dir="auto" className="min-w-0 flex-1 truncate">
                        {page.label}
                      </span>
                      <span className="shrink-0 text-xs text-mute">{page.of}</span>
                    </Item>
                  ))}
                </Group>
                {groups.map(([group, hits]) => (
                  <Group key={group} heading={group} show>
                    {hits.map((record) => (
                      <Item
                        key={valueOf(record)}
                        value={valueOf(record)}
                        onSelect={() => {
                          // What an earlier question found is no answer to this one.
                          if (state === 'ready') run(() => go(record.href));
                        }}
                      >
                        <RecordLine record={record} />
                      </Item>
                    ))}
                  </Group>
                ))}
                <Group heading="Actions" show={acts.length > 0}>
                  {acts.map((action) => (
                    <Item key={actionValue(action)} value={actionValue(action)} onSelect={() => doing(action)}>
                      <ArrowRight size={15} aria-hidden="true" className="shrink-0 text-mute" />
                      <ActionLine action={action} />
                    </Item>
                  ))}
                </Group>
                <Group heading="Pages" show={pages.length > 0}>
                  {pages.map((page) => {
                    const Icon = ICONS[page.icon];
                    return (
                      <Item key={page.href} value={pageValue(page)} onSelect={() => run(() => go(page.href))}>
                        <Icon size={15} aria-hidden="true" className="shrink-0 text-mute" />
                        {page.label}
                      </Item>
                    );
                  })}
                </Group>
                <Group heading="Settings" show={sections.length > 0}>
                  {sections.map((section) => (
                    <Item key={section.href} value={settingValue(section)} onSelect={() => doing(section)}>
                      <Settings size={15} aria-hidden="true" className="shrink-0 text-mute" />
                      {section.label}
                    </Item>
                  ))}
                </Group>
              </Command.List>
            </Command>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </Kit>
  );
}

/** What was found: what it is over whose it is, with its amount over its state. */
function RecordLine({ record }: { record: FrameRecord }) {
  const Icon = RECORD_ICONS[record.kind] ?? FileSearch;
  return (
    <>
      <Icon size={15} aria-hidden="true" className="shrink-0 text-mute" />
      <span className="min-w-0 flex-1 py-1">
        <span dir="auto" className="block truncate tabular-nums">
          {record.label}
        </span>
        <span dir="auto" className="block truncate text-xs text-mute">
          {record.detail}
        </span>
      </span>
      <span className="shrink-0 text-right">
        {record.money !== null && (
          <span className="block">
            <MoneyText withCurrency value={record.money.amount} currency={record.money.currency} />
          </span>
        )}
        <span className="block text-xs text-mute">{record.state}</span>
      </span>
    </>
  );
}

/** An act by its name; one on a record with whose it is. */
function ActionLine({ action: { label, detail } }: { action: FrameAction }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate tabular-nums">{label}</span>
      {detail !== undefined && (
        <span dir="auto" className="max-w-[45%] shrink-0 truncate text-xs text-mute">
          {detail}
        </span>
      )}
    </>
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
