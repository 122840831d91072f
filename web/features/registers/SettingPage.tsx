import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { NoRights } from '../../ui/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import { useAddress } from '../../ui/use-address.ts';
import { AccountsSection } from './AccountsSection.tsx';
import { BranchesSection } from './BranchesSection.tsx';
import { ClassesSection } from './ClassesSection.tsx';
import { ClausesSection } from './ClausesSection.tsx';
import { CurrenciesSection } from './CurrenciesSection.tsx';
import { INSUREDS, LONDON_SECURITIES, REINSUREDS, SECURITIES } from './party-registers.ts';
import { PartySection } from './PartySection.tsx';
import { TaxesSection } from './TaxesSection.tsx';

type Section = { value: string; label: string; content: ReactNode };

const GROUPS: readonly { title: string; sections: readonly Section[] }[] = [
  {
    title: 'Parties',
    sections: [
      { value: 'reinsureds', label: 'Reinsureds', content: <PartySection register={REINSUREDS} /> },
      { value: 'insureds', label: 'Insureds', content: <PartySection register={INSUREDS} /> },
      { value: 'securities', label: 'Securities', content: <PartySection register={SECURITIES} /> },
      { value: 'london', label: 'London securities', content: <PartySection register={LONDON_SECURITIES} /> },
    ],
  },
  {
    title: 'Placement',
    sections: [
      { value: 'classes', label: 'Classes', content: <ClassesSection /> },
      { value: 'clauses', label: 'Clauses', content: <ClausesSection /> },
    ],
  },
  {
    title: 'Accounting',
    sections: [
      { value: 'currencies', label: 'Currencies and rates', content: <CurrenciesSection /> },
      { value: 'taxes', label: 'Taxes and levies', content: <TaxesSection /> },
      { value: 'accounts', label: 'Ledger accounts', content: <AccountsSection /> },
      { value: 'branches', label: 'Branches', content: <BranchesSection /> },
    ],
  },
];
const SECTIONS = GROUPS.flatMap((group) => group.sections);

/** The firm's registers, a section each; the open one stands in the address. */
export function SettingPage() {
  const session = useSession();
  const [address] = useAddress();
  const open = SECTIONS.find((section) => section.value === address['section']) ?? SECTIONS[0];
  if (!can(session, 'registers.view')) {
    return (
      <>
        <PageTitle title="Settings" />
        <NoRights />
      </>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 xl:grid-cols-[160px_minmax(0,1fr)]">
      <SectionNav open={open?.value} />
      {/* Each section begins with its own search, filters and page. */}
      <div key={open?.value} className="min-w-0">
        {open?.content}
      </div>
    </div>
  );
}

/** A column beside wide screens, a row to scroll above narrow ones. */
function SectionNav({ open }: { open: string | undefined }) {
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
      {GROUPS.map((group) => (
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
