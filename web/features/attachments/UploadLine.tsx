import { TriangleAlert, Upload, X } from 'lucide-react';
import { IconButton } from '../../ui/buttons/Button.tsx';
import { showFileSize } from '../../ui/marks/file-size.ts';
import type { Upload as Sent } from './use-uploads.ts';

type Props = { upload: Sent; onDismiss: () => void };

/** A file on its way with how far it is, or the sentence why it was not taken. */
export function UploadLine({ upload, onDismiss }: Props) {
  const { name, size, part, problem } = upload;
  const Icon = problem === null ? Upload : TriangleAlert;
  const percent = Math.round(part * 100);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <Icon size={16} aria-hidden="true" className={problem === null ? 'shrink-0 text-mute' : 'shrink-0 text-bad'} />
      <div className="min-w-0 flex-1 basis-52">
        <p dir="auto" className="truncate font-medium" title={name}>
          {name}
        </p>
        {problem === null ? (
          <p className="text-xs text-mute tabular-nums">
            {part < 1 ? `${showFileSize(size)}, ${percent}% sent` : `${showFileSize(size)}, being checked…`}
          </p>
        ) : (
          <p role="alert" className="text-xs text-bad">
            {problem}
          </p>
        )}
      </div>
      {problem === null ? (
        <progress
          aria-label={`Attaching ${name}`}
          max={1}
          value={part}
          className="h-1.5 w-40 overflow-hidden rounded-full bg-hover accent-brand [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-brand"
        />
      ) : (
        <IconButton label={`Dismiss ${name}`} icon={<X size={14} aria-hidden="true" />} onClick={onDismiss} />
      )}
    </li>
  );
}
