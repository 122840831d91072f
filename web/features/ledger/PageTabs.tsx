import { clsx } from 'clsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { focusRing, tabRow } from '../../ui/styles.ts';

type PageTab = { label: string; href: string; current: boolean };

/** Lists that share a page: links, since each has its own search, filters and paging in the address. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={tabRow(tabs.length)}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
          className={clsx(
            '-mb-px flex h-9 shrink-0 items-center rounded-t border-b-2 px-0.5 font-medium',
            tab.current ? 'border-brand text-fg' : 'border-transparent text-mute hover:text-fg',
            focusRing,
            'focus-visible:ring-inset',
          )}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  );
}
