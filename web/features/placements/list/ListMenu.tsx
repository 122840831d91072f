import { FileInput } from 'lucide-react';
import type { Market } from '../../../../domain/placements/figures.ts';
import { paths } from '../../../paths.ts';
import { can, useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Menu, type MenuEntry } from '../../../ui/buttons/Menu.tsx';

const PLACEMENT: MenuEntry = { label: 'Import placement', href: paths.interchange };
/** Further ways to new placements than the form, for those who may make them. */
const ENTRIES: Record<Market, readonly MenuEntry[]> = {
  LOCAL: [{ label: 'Import bordereau', href: paths.bordereau }, PLACEMENT],
  LONDON: [{ label: 'Import bordereau', href: paths.slipBordereau }, PLACEMENT],
};

export function ListMenu({ market }: { market: Market }) {
  const session = useSession();
  if (!can(session, 'policies.create')) return null;
  return (
    <Menu
      trigger={
        <Button icon={<FileInput size={14} aria-hidden="true" />} aria-label="Import">
          <span className="max-lg:hidden">Import</span>
        </Button>
      }
      entries={ENTRIES[market]}
    />
  );
}
