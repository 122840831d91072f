import type { ReactNode } from 'react';
import type { WireReply } from '../../domain/endpoint.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { myWork } from '../../domain/reports/work.ts';
import type { NavigationGroup } from '../navigation.ts';
import type { Found } from '../ui/fields/use-search.ts';

type FrameBranch = { value: string; label: string };

/** Something that the palette can do: "New policy". */
export type FrameAction = { label: string; href?: string; onSelect?: () => void; words?: string; detail?: string };

/** What search found: its group, its state and its amount beside its name. */
export type FrameRecord = Found & {
  href: string;
  kind: string;
  group: string;
  state: string;
  money: { amount: string; currency: string } | null;
};

export type AppFrameProps = {
  navigation: readonly NavigationGroup[];
  user: { name: string; email: string; role: string };
  branches: readonly FrameBranch[];
  branch: string;
  onBranch: (branch: string) => void;
  onSignOut: () => void;
  /** What the palette can do besides: change the branch, sign out. */
  actions?: readonly FrameAction[];
  /** What waits for the user: the palette offers to act on it once something is typed, "Approve policy LON/…". */
  waiting?: WireReply<typeof myWork>['data'];
  /** By which the palette offers actions and sections of the settings. */
  permissions: readonly Permission[];
  /** Counts of what waits for the user, shown on navigation items, by href. */
  counts?: Readonly<Record<string, string>>;
  /** When the session ends, in milliseconds since 1970, and after how many minutes without a call. */
  endsAt: number;
  idleMinutes?: number;
  firm?: string;
  /** Opens the dialog in which users change their own password. */
  onPassword?: () => void;
  children: ReactNode;
};
