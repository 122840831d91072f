import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { ACCEPT_ATTRIBUTE } from '../../../domain/attachments/kinds.ts';
import { Button } from '../../ui/buttons/Button.tsx';

type Props = { onFiles: (files: readonly File[]) => void; children: ReactNode };

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes files that are dropped anywhere on what it holds, or chosen by a button, which is the way by keyboard. */
export function DropZone({ onFiles, children }: Props) {
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is in addition to the button, never instead of it
    <div
      className="relative"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <div
        className={clsx(
          'm-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed px-3 py-2.5',
          over ? 'border-brand bg-hover' : 'border-edge',
        )}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPT_ATTRIBUTE}
          aria-label="Files to attach"
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file chosen again is a choice again.
            event.target.value = '';
          }}
        />
        <Button
          icon={<FileUp size={14} aria-hidden="true" />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          Attach files…
        </Button>
        <p id={hint} className="min-w-0 flex-1 basis-56 text-xs text-mute">
          {over
            ? 'Drop them to attach them.'
            : 'Or drop them here: PDF, images, office files, mails and texts, up to 20 MB each.'}
        </p>
      </div>
      {children}
    </div>
  );
}
