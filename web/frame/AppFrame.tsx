import { CircleQuestionMark, Menu as MenuIcon, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { IconButton } from '../ui/buttons/Button.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { later, useFirstSign } from '../ui/later/later.tsx';
import { useOnceOpen } from '../ui/later/use-once-open.ts';
import { focusRing } from '../ui/styles.ts';
import { useKeys } from '../ui/hooks/use-keys.ts';
import { AccountMenu } from './AccountMenu.tsx';
import type { AppFrameProps } from './frame-types.ts';
import { OfflineBanner, SessionNotice } from './Notices.tsx';
import { Sidebar } from './Sidebar.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { useArrival } from './use-arrival.ts';

const Palette = later(async () => (await import('./Palette.tsx')).Palette);
const KeyboardHelp = later(async () => (await import('../ui/dialogs/KeyboardHelp.tsx')).KeyboardHelp);
const NavigationDrawer = later(async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer);

type Opened = 'palette' | 'keys' | 'navigation';

/** The frame around every signed-in screen. */
export function AppFrame(props: AppFrameProps) {
  const {
    navigation,
    user,
    branches,
    branch,
    onBranch,
    onSignOut,
    counts = {},
    endsAt,
    idleMinutes = 60,
    firm,
    onPassword,
    children,
  } = props;
  const [open, setOpen] = useState<Opened | null>(null);
  const used = {
    palette: useOnceOpen(open === 'palette'),
    keys: useOnceOpen(open === 'keys'),
    navigation: useOnceOpen(open === 'navigation'),
  };
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useArrival(main, pathname);
  useFirstSign();

  const close = () => setOpen(null);
  useKeys({
    'ctrl+k': (event) => {
      event.preventDefault();
      setOpen('palette');
    },
    '?': () => setOpen('keys'),
  });
  const branchSwitch = branches.length > 1 && (
    <Select label="Branch" hideLabel options={branches} value={branch} onChange={onBranch} />
  );
  return (
    <div className="grid min-h-dvh grid-cols-1 md:grid-cols-[212px_minmax(0,1fr)] print:block">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-80 -translate-y-16 rounded-md bg-brand px-3 py-1.5 font-medium text-brandfg focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <Sidebar {...{ navigation, pathname, counts }} firm={firm ?? 'Slipway'} foot={branchSwitch} />
      {used.navigation && (
        <NavigationDrawer
          {...{ navigation, pathname, counts }}
          firm={firm ?? 'Slipway'}
          foot={branchSwitch}
          open={open === 'navigation'}
          onClose={close}
        />
      )}
      <div className="flex min-w-0 flex-col">
        <header className="no-print sticky top-0 z-35 flex h-12 items-center gap-1.5 border-b border-line bg-bg/90 px-4 backdrop-blur">
          <span className="-ml-2 md:hidden">
            <IconButton
              label="Open navigation"
              icon={<MenuIcon size={17} aria-hidden="true" />}
              onClick={() => setOpen('navigation')}
            />
          </span>
          <button
            type="button"
            onClick={() => setOpen('palette')}
            aria-keyshortcuts="Control+K"
            className={`flex h-8 w-full max-w-80 min-w-0 items-center gap-2 rounded-md border border-edge bg-panel px-2.5 text-mute hover:text-fg ${focusRing}`}
          >
            <Search size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">Search or jump to…</span>
            <kbd
              aria-hidden="true"
              className="ml-auto rounded border border-line px-1 font-sans text-2xs max-sm:hidden"
            >
              Ctrl K
            </kbd>
          </button>
          <span className="ml-auto" />
          <span className="max-sm:hidden">
            <IconButton
              label="Keys"
              icon={<CircleQuestionMark size={16} aria-hidden="true" />}
              onClick={() => setOpen('keys')}
            />
          </span>
          <ThemeMenu />
          <AccountMenu {...{ user, onSignOut, onPassword }} onKeys={() => setOpen('keys')} />
        </header>
        <OfflineBanner />
        <SessionNotice {...{ endsAt, idleMinutes }} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1600px] min-w-0 flex-1 p-4 outline-none"
        >
          {children}
        </main>
      </div>
      {used.palette && <Palette open={open === 'palette'} onClose={close} {...props} />}
      {used.keys && <KeyboardHelp open={open === 'keys'} onClose={close} />}
    </div>
  );
}
