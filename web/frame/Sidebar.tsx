import { clsx } from 'clsx';
import {
  Banknote,
  Building2,
  ChartNoAxesCombined,
  FileText,
  LayoutDashboard,
  Receipt,
  RefreshCw,
  Settings,
  Umbrella,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { NavigationGroup, NavigationItem } from '../navigation.ts';
import { AppLink } from '../ui/buttons/AppLink.tsx';
import { focusRing } from '../ui/styles.ts';
import { mediaHook } from '../ui/hooks/media.ts';

export const ICONS: Record<NavigationItem['icon'], LucideIcon> = {
  dashboard: LayoutDashboard,
  underwriting: FileText,
  claims: Umbrella,
  receivables: Receipt,
  payables: Banknote,
  renewal: RefreshCw,
  parties: Building2,
  report: ChartNoAxesCombined,
  views: ChartNoAxesCombined,
  user: Users,
  setting: Settings,
};

export type SidebarProps = {
  navigation: readonly NavigationGroup[];
  pathname: string;
  counts: Readonly<Record<string, string>>;
  firm: string;
  foot: ReactNode;
};

/** Whether the screen has room for it; where it has none, the drawer has the same. */
const useSidebar = mediaHook('(min-width: 48rem)');

export function Sidebar(props: SidebarProps) {
  if (!useSidebar()) return null;
  return (
    <aside aria-label="Sidebar" className="no-print sticky top-0 flex h-dvh flex-col border-r border-line bg-bg p-2">
      <Contents {...props} />
    </aside>
  );
}

/** The item that an address belongs to: where one item's address begins with another's, the longer one. */
function currentItem(navigation: SidebarProps['navigation'], pathname: string): string | undefined {
  const hrefs = navigation.flatMap((group) => group.items.map((item) => item.href));
  return hrefs
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

export function Contents({
  navigation,
  pathname,
  counts,
  firm,
  foot,
  onFollow,
}: SidebarProps & { onFollow?: () => void }) {
  const current = currentItem(navigation, pathname);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 px-2 font-semibold">
        <img src="/icon.svg" alt="" width="20" height="20" />
        <span className="truncate" title={firm}>
          {firm}
        </span>
      </div>
      <nav aria-label="Main" className="relative -mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-2">
        {navigation.map((group) => (
          <div key={group.title ?? ''} className="mt-1.5">
            {group.title !== null && <p className="px-2 pt-2 pb-1 text-xs font-medium text-mute">{group.title}</p>}
            <ul className="grid gap-px">
              {group.items.map((item) => (
                <li key={item.href}>
                  <Item item={item} current={item.href === current} count={counts[item.href]} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {foot !== false && <div className="shrink-0 border-t border-line px-1 pt-2">{foot}</div>}
    </>
  );
}

type ItemProps = {
  item: NavigationItem;
  current: boolean;
  count: string | undefined;
  onFollow: (() => void) | undefined;
};

function Item({ item, current, count, onFollow }: ItemProps) {
  // Reports are many of one kind, under the heading of their group: their names alone, below those of the others.
  const Icon = item.icon === 'report' ? null : ICONS[item.icon];
  const link = useRef<HTMLAnchorElement>(null);
  // Where the reader is, is in sight: the list of pages is longer than most screens.
  useLayoutEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <AppLink
      ref={link}
      href={item.href}
      onClick={onFollow}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'flex h-7.5 items-center gap-2 rounded-md pr-2 text-mute hover:bg-hover hover:text-fg pointer-coarse:h-10',
        Icon === null ? 'pl-8' : 'pl-2',
        'aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-fg',
        focusRing,
      )}
    >
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
      <span className="truncate">{item.label}</span>
      {count !== undefined && (
        <span
          title="Waiting for you"
          className="ml-auto rounded bg-link/10 px-1.5 text-xs font-medium text-link tabular-nums"
        >
          {count}
          <span className="sr-only"> waiting for you</span>
        </span>
      )}
    </AppLink>
  );
}
