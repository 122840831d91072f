import { CircleQuestionMark, KeyRound, ListChecks, LogOut, UserRound } from 'lucide-react';
import { paths } from '../paths.ts';
import { Menu } from '../ui/buttons/Menu.tsx';
import { focusRing } from '../ui/styles.ts';
import type { AppFrameProps } from './frame-types.ts';

type Props = Pick<AppFrameProps, 'user' | 'onSignOut'> & {
  onPassword: (() => void) | undefined;
  onKeys: () => void;
};

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => word.charAt(0));
  return letters.join('').toUpperCase();
}

/** Who is signed in, and what they may do with their own account. */
export function AccountMenu({ user, onSignOut, onPassword, onKeys }: Props) {
  return (
    <Menu
      head={
        <div className="mb-1 border-b border-line px-2 pt-1 pb-2">
          <p dir="auto" className="font-medium wrap-anywhere">
            {user.name}
          </p>
          <p className="text-xs wrap-anywhere text-mute">{user.email}</p>
          <p className="mt-1 text-xs text-mute">{user.role}</p>
        </div>
      }
      entries={[
        { label: 'Your account', href: paths.account, icon: <UserRound size={14} aria-hidden="true" /> },
        { label: 'Batches', href: paths.batches, icon: <ListChecks size={14} aria-hidden="true" /> },
        ...(onPassword === undefined
          ? []
          : [{ label: 'Change password…', onSelect: onPassword, icon: <KeyRound size={14} aria-hidden="true" /> }]),
        { label: 'Keys', onSelect: onKeys, shortcut: '?', icon: <CircleQuestionMark size={14} aria-hidden="true" /> },
        { label: 'Sign out', onSelect: onSignOut, separated: true, icon: <LogOut size={14} aria-hidden="true" /> },
      ]}
      trigger={
        <button
          type="button"
          className={`ml-1 grid size-7 shrink-0 place-items-center rounded-full bg-link/12 text-2xs font-semibold text-link pointer-coarse:size-8 ${focusRing}`}
        >
          <span className="sr-only">Account of {user.name}</span>
          <span aria-hidden="true">{initials(user.name)}</span>
        </button>
      }
    />
  );
}
