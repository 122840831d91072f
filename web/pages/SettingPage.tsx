import { clsx } from 'clsx';
import { Suspense, useEffect, useRef } from 'react';
import { can, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { NoPage } from '../ui/layout/NoPage.tsx';
import { AppLink } from '../ui/buttons/AppLink.tsx';
import { PageSkeleton } from '../ui/notices/States.tsx';
import { focusRing } from '../ui/styles.ts';
import { useAddress } from '../ui/hooks/use-address.ts';
import { SETTING_GROUPS } from './setting-sections.tsx';

/** The firm's registers, a section each; the address names the open one. */
export function SettingPage() {
  const session = useSession();
  const [address] = useAddress();
  const groups = SETTING_GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections.filter(({ permission }) => permission === undefined || can(session, permission)),
  })).filter(({ sections }) => sections.length > 0);
  const sections = groups.flatMap((group) => group.sections);
  const open = sections.find((section) => section.value === address['section']) ?? sections[0];
  if (!can(session, 'registers.view') || open === undefined) return <NoPage title="Settings" may={false} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 xl:grid-cols-[160px_minmax(0,1fr)]">
      <SectionNav groups={groups} open={open.value} />
      {/* Each section begins with its own search, filters and page. */}
      <div key={open.value} className="min-w-0">
        <Suspense fallback={<PageSkeleton />}>
          <open.Content />
        </Suspense>
      </div>
    </div>
  );
}

/** A column at the side of wide screens, a row to scroll above narrow ones. */
function SectionNav({ groups, open }: { groups: typeof SETTING_GROUPS; open: string }) {
  const nav = useRef<HTMLElement>(null);
  // In the row of a narrow screen the open section is brought into view.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[data-section="${open}"]`);
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [open]);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="no-print relative flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] xl:sticky xl:top-16 xl:block xl:self-start xl:overflow-visible xl:border-b-0"
    >
      {groups.map((group) => (
        <div key={group.title} className="contents xl:mb-4 xl:block">
          <p className="mb-1 px-2 text-xs font-medium text-mute max-xl:hidden">{group.title}</p>
          {group.sections.map((section) => (
            <AppLink
              key={section.value}
              href={`${paths.setting}?section=${section.value}`}
              data-section={section.value}
              aria-current={section.value === open ? 'page' : undefined}
              className={clsx(
                'flex h-9 shrink-0 items-center rounded-md text-mute hover:text-fg xl:h-7.5 xl:px-2 xl:hover:bg-hover',
                'max-xl:-mb-px max-xl:rounded-b-none max-xl:border-b-2 max-xl:border-transparent max-xl:px-0.5 max-xl:font-medium',
                'aria-[current]:font-medium aria-[current]:text-fg max-xl:aria-[current]:border-brand xl:aria-[current]:bg-hover',
                focusRing,
                'focus-visible:ring-inset',
              )}
            >
              {section.label}
            </AppLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
