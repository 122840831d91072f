import { FileInput } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { can, useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Menu, type MenuEntry } from '../../../ui/buttons/Menu.tsx';

/** Further ways to new policies than the form, for those who may make them. */
const ENTRIES: readonly MenuEntry[] = [
  { label: 'Import bordereau', href: paths.bordereau },
  { label: 'Import placement', href: paths.interchange },
];

export function ListMenu() {
  const session = useSession();
  if (!can(session, 'policies.create')) return null;
  return (
    <Menu
      trigger={
        <Button icon={<FileInput size={14} aria-hidden="true" />} aria-label="Import">
          <span className="max-lg:hidden">Import</span>
        </Button>
      }
      entries={ENTRIES}
    />
  );
}
