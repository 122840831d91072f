import { KINDS, type Kind, type KindName } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, type Session } from '../../api/session.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { recordHref } from '../../paths.ts';

type Row = { kind: KindName; id: number; status: string; editHref: string };

/** What a list offers for a record in its state: its page, its form, its decision. */
export function rowActs(session: Session | null, { kind, id, status, editHref }: Row): MenuEntry[] {
  const { states, create, decide }: Kind = KINDS[kind];
  const href = recordHref(kind, id);
  return [
    { label: 'Open', href },
    ...(can(session, create) && mayIn(states, status, 'edit') ? [{ label: 'Edit', href: editHref }] : []),
    ...(can(session, decide) && mayIn(states, status, 'decide')
      ? [{ label: 'Review and approve', href: `${href}?do=decide` }]
      : []),
  ];
}
