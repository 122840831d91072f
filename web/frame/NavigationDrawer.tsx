import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Kit } from '../ui/later/TakenOver.tsx';
import { focusRing } from '../ui/styles.ts';
import { Contents, type SidebarProps } from './Sidebar.tsx';

/** The same navigation on a telephone. */
export function NavigationDrawer({ open, onClose, ...props }: SidebarProps & { open: boolean; onClose: () => void }) {
  return (
    <Kit>
      <Dialog.Root
        open={open}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
      >
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup
            aria-label="Navigation"
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-line bg-bg p-2 shadow-2xl transition-transform duration-200 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
          >
            <Dialog.Close
              aria-label="Close navigation"
              className={clsx(
                'absolute top-2.5 right-2.5 grid size-8 place-items-center rounded text-mute hover:bg-hover',
                focusRing,
              )}
            >
              <X size={15} aria-hidden="true" />
            </Dialog.Close>
            <Contents {...props} onFollow={onClose} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </Kit>
  );
}
