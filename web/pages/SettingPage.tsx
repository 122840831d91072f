import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { can, useSession } from '../api/session.ts';
import { sectionHref } from '../paths.ts';
import { holdsWords } from '../ui/fields/holds-words.ts';
import { Select } from '../ui/fields/Select.tsx';
import { NoPage } from '../ui/layout/NoPage.tsx';
import { AppLink, useGo } from '../ui/buttons/AppLink.tsx';
import { PageSkeleton } from '../ui/notices/States.tsx';
import { control, focusRing } from '../ui/styles.ts';
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
  const asked = SETTING_GROUPS.flatMap((group) => group.sections).find(({ value }) => value === address['section']);
  // One that is not theirs to see is not another one.
  const open = asked ?? sections[0];
  if (!can(session, 'registers.view') || open === undefined) return <NoPage title="Settings" may={false} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 xl:grid-cols-[160px_minmax(0,1fr)]">
      <SectionNav groups={groups} open={open.value} />
      {/* Each section begins with its own search, filters and page. */}
      <div key={open.value} className="min-w-0 max-xl:[--above:3rem]">
        <Suspense fallback={<PageSkeleton />}>
          {sections.includes(open) ? <open.Content /> : <NoPage title={open.label} may={false} />}
        </Suspense>
      </div>
    </div>
  );
}

type NavProps = { groups: typeof SETTING_GROUPS; open: string };

/** A column at the side of wide screens; a list to choose from, with its search, above narrow ones. */
function SectionNav({ groups, open }: NavProps) {
  const go = useGo();
  const [text, setText] = useState('');
  const shown = groups
    .map(({ title, sections }) => ({
      title,
      sections: sections.filter(({ label, words: others }) => holdsWords(`${title} ${label} ${others}`, text)),
    }))
    .filter(({ sections }) => sections.length > 0);
  const first = shown[0]?.sections[0];
  return (
    <>
      <div className="no-print max-w-80 xl:hidden">
        <Select
          label="Section"
          hideLabel
          value={open}
          options={groups.flatMap(({ title, sections }) =>
            sections.map(({ value, label }) => ({ value, label, detail: title })),
          )}
          onChange={(section) => go(sectionHref(section))}
        />
      </div>
      <nav
        aria-label="Settings"
        className="no-print max-xl:hidden xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto"
      >
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            if (event.key === 'Enter' && first !== undefined) go(sectionHref(first.value));
          }}
          className={clsx(control, 'mb-3')}
        />
        {shown.length === 0 && <p className="px-2 text-mute">No setting is called so.</p>}
        {shown.map((group) => (
          <div key={group.title} className="mb-4">
            <p className="mb-1 px-2 text-xs font-medium text-mute">{group.title}</p>
            {group.sections.map((section) => (
              <AppLink
                key={section.value}
                href={sectionHref(section.value)}
                aria-current={section.value === open ? 'page' : undefined}
                className={clsx(
                  'flex h-7.5 items-center rounded-md px-2 text-mute hover:bg-hover hover:text-fg',
                  'aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-fg',
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
    </>
  );
}
