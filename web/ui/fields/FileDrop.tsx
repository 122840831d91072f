import { clsx } from 'clsx';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';

type FileDropProps = {
  icon: ReactNode;
  title: string;
  detail: string;
  /** For the input: "File to import". */
  label: string;
  /** ".csv,.xlsx" */
  accept: string;
  busy: boolean;
  onFile: (file: File | undefined) => void;
};

/** One file: dropped, or chosen by the button, which is the way by keyboard. */
export function FileDrop({ icon, title, detail, label, accept, busy, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
      className={clsx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-10 text-center',
        over ? 'border-ring bg-hover' : 'border-edge',
      )}
    >
      {icon}
      <p className="font-medium">{title}</p>
      <p className="text-mute">{detail}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file again, mended, is another choice.
          event.target.value = '';
        }}
      />
      <Button variant="primary" busy={busy} onClick={() => input.current?.click()}>
        {busy ? 'Sending…' : 'Choose file'}
      </Button>
    </div>
  );
}
