import { clsx } from 'clsx';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { usePlaceName } from '../../api/work-in.ts';
import { AppLink, useGo } from '../buttons/AppLink.tsx';
import { Badge, StatusBadge, type Tone } from '../marks/Badge.tsx';
import { Button } from '../buttons/Button.tsx';
import { MoneyText } from '../marks/Figures.tsx';
import { Menu, type MenuEntry } from '../buttons/Menu.tsx';
import { InSteps } from './InSteps.tsx';
import { Neighbours } from './Neighbours.tsx';
import { PageTitle } from './PageTitle.tsx';
import { Tabs, type Tab } from './Tabs.tsx';
import { useFocusKept } from '../hooks/use-focus-kept.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useRecent } from '../hooks/use-recent.ts';

export type Glance = {
  label: string;
  value: string | null;
  currency?: string;
  tone?: 'bad' | 'good';
  href?: string;
  /** When it is due, or what of it is late. */ note?: { text: string; tone?: 'bad' };
};

type RecordPageProps = {
  /** The way back to the list. */
  parent: { label: string; href: string };
  /** What it is called among the pages that were opened last, where that is not its list. */
  kind?: string;
  number: string;
  /** The parties (`FromTo`) and the class. */
  subtitle?: ReactNode;
  statuses?: readonly { label: string; tone: Tone }[];
  /** Three to five figures (decimal text with `currency`) or facts. */
  glance?: readonly Glance[];
  /** The next action, as the one primary button. */
  primary?: ReactNode;
  /** An entry with a one-letter `shortcut` also answers to that key: `e` edits. */
  menu?: readonly MenuEntry[];
  /** Sentences above the content: why it was rejected, what waits. */
  notices?: ReactNode;
  tabs?: readonly Tab[];
  children?: ReactNode;
  /** Who made, who decided, what waits. */
  rail?: ReactNode;
};

/** The page of one record: its header, its sections by the broker's names, a rail next to them. */
export function RecordPage(props: RecordPageProps) {
  const {
    parent,
    kind = parent.label,
    number,
    subtitle,
    statuses = [],
    glance = [],
    primary,
    menu = [],
    notices,
    tabs,
    children,
    rail,
  } = props;
  const go = useGo();
  const branch = usePlaceName();
  const head = useRef<HTMLElement>(null);
  useRecent(number, kind);
  useFocusKept(head);
  useKeys(
    Object.fromEntries(
      menu
        .filter((entry) => entry.shortcut?.length === 1 && entry.disabledReason === undefined)
        .map((entry) => [
          entry.shortcut?.toLowerCase() ?? '',
          () => {
            entry.onSelect?.();
            if (entry.href !== undefined) go(entry.href);
          },
        ]),
    ),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header ref={head} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="no-print flex items-center justify-between gap-3">
          <nav aria-label="Breadcrumb" className="flex min-w-0 flex-wrap items-center gap-1 text-xs text-mute">
            <AppLink
              href={parent.href}
              className="rounded hover:text-fg hover:underline focus-visible:ring-2 focus-visible:ring-ring focus-visible:outline-none"
            >
              {parent.label}
            </AppLink>
            <ChevronRight size={12} aria-hidden="true" />
            <span aria-current="page" className="tabular-nums">
              {number}
            </span>
          </nav>
          <Neighbours list={parent.label} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <PageTitle title={number} />
              {statuses.map((status) => (
                <StatusBadge key={status.label} {...status} />
              ))}
              {branch !== undefined && <Badge>{branch}</Badge>}
            </div>
            {subtitle !== undefined && (
              <p dir="auto" className="mt-0.5 wrap-anywhere text-mute">
                {subtitle}
              </p>
            )}
          </div>
          <div className="no-print flex items-center gap-2">
            {primary}
            {menu.length > 0 && (
              <Menu
                entries={menu}
                trigger={
                  <Button aria-label="More actions" size="icon" icon={<Ellipsis size={15} aria-hidden="true" />} />
                }
              />
            )}
          </div>
        </div>
        {glance.length > 0 && <GlanceRow glance={glance} />}
      </header>
      {notices}
      <InSteps>
        <div className={rail === undefined ? 'min-w-0' : 'grid gap-5 xl:grid-cols-[minmax(0,1fr)_272px]'}>
          {/* Where the rail is below, it waits below the screen for what comes first. */}
          <div className={clsx('min-w-0', rail !== undefined && 'max-xl:has-[.skeleton]:min-h-dvh')}>
            {tabs !== undefined && <Tabs label="Sections" tabs={tabs} />}
            {children}
          </div>
          {rail !== undefined && (
            <aside className="grid min-w-0 content-start gap-4 text-sm max-xl:placed-near max-xl:[contain-intrinsic-block-size:auto_40rem]">
              {rail}
            </aside>
          )}
        </div>
      </InSteps>
    </div>
  );
}

/** Figures and facts in a row. */
export function GlanceRow({ glance }: { glance: readonly Glance[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-panel">
      {glance.map((item) => (
        <div
          key={`${item.label} ${item.currency ?? ''}`}
          // As wide as its figure at least; the lines between are outlines, so that nothing is drawn where nothing is.
          className="grow basis-36 px-3.5 py-2.5 outline outline-line"
        >
          <dt className="text-xs text-mute">{item.label}</dt>
          <dd className="mt-0.5 text-base font-semibold tracking-tight wrap-anywhere tabular-nums max-sm:text-sm">
            {item.href === undefined ? (
              <GlanceValue item={item} />
            ) : (
              <AppLink
                href={item.href}
                className="rounded hover:underline focus-visible:ring-2 focus-visible:ring-ring focus-visible:outline-none"
              >
                <GlanceValue item={item} />
              </AppLink>
            )}
          </dd>
          {item.note !== undefined && (
            <dd className={clsx('mt-0.5 text-xs tabular-nums', item.note.tone === 'bad' ? 'text-bad' : 'text-mute')}>
              {item.note.text}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function GlanceValue({ item }: { item: Glance }) {
  if (item.currency === undefined) return item.value ?? '–';
  return (
    <MoneyText
      withCurrency
      value={item.value ?? '0'}
      currency={item.currency}
      {...(item.tone === undefined ? {} : { tone: item.tone })}
    />
  );
}
