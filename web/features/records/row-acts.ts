import type { Permission } from '../../../domain/permissions.ts';
import { KINDS, type Kind, type KindName } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, inBranchOf, type Session } from '../../api/session.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { recordHref } from '../../paths.ts';

type Row = {
  kind: KindName;
  id: number;
  status: string;
  editHref: string | undefined;
  branch?: string;
  /** Where records of the kind need different rights, those of this one. */
  rights?: Readonly<Record<'create' | 'decide', Permission>>;
};
type Pending = { kind: Pick<Kind, 'states' | 'decide'>; status: string; href: string };

/** The way to the decision of a record that waits for it: its page, with what approving it will do. */
export function decideEntry(session: Session | null, { kind, status, href }: Pending): MenuEntry[] {
  const may = can(session, kind.decide) && mayIn(kind.states, status, 'decide');
  return may ? [{ label: 'Review', href: `${href}?do=decide` }] : [];
}

/** What a list offers for a record in its state: its page, its form, its decision. */
export function rowActs(open: Session | null, { kind, id, status, editHref, branch, rights }: Row): MenuEntry[] {
  const session = inBranchOf(open, branch);
  const { states }: Kind = KINDS[kind];
  const { create, decide } = rights ?? KINDS[kind];
  const href = recordHref(kind, id);
  return [
    { label: 'Open', href },
    ...(can(session, create) && mayIn(states, status, 'edit') && editHref !== undefined
      ? [{ label: 'Edit', href: editHref }]
      : []),
    ...decideEntry(session, { kind: { states, decide }, status, href }),
  ];
}
