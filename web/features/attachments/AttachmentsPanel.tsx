import { Download, FileText, Image, Mail, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RecordName } from '../../../domain/records/kinds.ts';
import { fileKind } from '../../../domain/attachments/kinds.ts';
import { mayOpen } from '../../../domain/attachments/scans.ts';
import { Button, IconButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { showFileSize } from '../../ui/marks/file-size.ts';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { AttachmentPreview } from './AttachmentPreview.tsx';
import { DropZone } from './DropZone.tsx';
import { type Attachment, downloadAttachment } from './load-attachment.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { useAttachments } from './use-attachments.ts';
import { UploadLine } from './UploadLine.tsx';
import { type Uploads, useUploads } from './use-uploads.ts';
import { Badge } from '../../ui/marks/Badge.tsx';

type Props = { entity: RecordName; id: number };

/** The files of a record: attach by dropping or choosing, open, download, remove with a reason. */
export function AttachmentsPanel({ entity, id }: Props) {
  const { data, error, refetch } = useAttachments({ entity, id });
  const uploads = useUploads(entity, id);
  if (data === undefined) {
    return (
      <Card flush title="Attachments">
        {error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Card>
    );
  }
  const list = <Files files={data.data} uploads={uploads} mayAdd={data.may_add} />;
  return (
    <Card flush title="Attachments">
      {data.may_add ? <DropZone onFiles={uploads.add}>{list}</DropZone> : list}
    </Card>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 p-4">
      <output className="sr-only">Loading</output>
      <Skeleton className="w-64" />
      <Skeleton className="w-48" />
    </div>
  );
}

function Files({ files, uploads, mayAdd }: { files: readonly Attachment[]; uploads: Uploads; mayAdd: boolean }) {
  const [opened, setOpened] = useState<Attachment | null>(null);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  if (files.length === 0 && uploads.list.length === 0) {
    return (
      <EmptyState icon={<Paperclip size={17} />} title="No files yet.">
        {mayAdd ? 'Attach signed slips, surveys and mails here.' : 'People who work on this record can attach them.'}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Attached files" className="divide-y divide-line border-t border-line">
        {files.map((file) => (
          <FileLine key={file.id} file={file} onOpen={() => setOpened(file)} onRemove={() => setRemoving(file)} />
        ))}
        {uploads.list.map((one) => (
          <UploadLine key={one.id} upload={one} onDismiss={() => uploads.dismiss(one.id)} />
        ))}
      </ul>
      {opened !== null && <AttachmentPreview file={opened} onClose={() => setOpened(null)} />}
      {removing !== null && <RemoveDialog file={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function KindIcon({ file }: { file: Attachment }) {
  const shape = fileKind(file.kind);
  const mail = file.kind === 'msg' || file.kind === 'eml';
  const Icon = shape.type.startsWith('image/') ? Image : mail ? Mail : FileText;
  return <Icon size={16} aria-hidden="true" className="shrink-0 text-mute" />;
}

type LineProps = { file: Attachment; onOpen: () => void; onRemove: () => void };

function FileLine({ file, onOpen, onRemove }: LineProps) {
  const kind = fileKind(file.kind);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <KindIcon file={file} />
      <div className="min-w-0 flex-1 basis-52">
        <p dir="auto" className="truncate font-medium" title={file.name}>
          {file.name}
        </p>
        <p className="text-xs wrap-anywhere text-mute">
          {kind.label} · <span className="tabular-nums">{showFileSize(file.size)}</span> · {file.made_by.name},{' '}
          <InstantText value={file.made_at} />
        </p>
      </div>
      <div className="ml-auto flex items-center gap-1.5">
        {file.scan === 'WAITING' && <Badge tone="warn">Being checked</Badge>}
        {file.scan === 'INFECTED' && <Badge tone="bad">Malware found</Badge>}
        {kind.preview !== undefined && mayOpen(file.scan) && (
          <Button onClick={onOpen} aria-label={`Open ${file.name}`}>
            Open
          </Button>
        )}
        {mayOpen(file.scan) && (
          <IconButton
            label={`Download ${file.name}`}
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => void downloadAttachment(file)}
          />
        )}
        {file.may_remove && (
          <IconButton label={`Remove ${file.name}`} icon={<Trash2 size={14} aria-hidden="true" />} onClick={onRemove} />
        )}
      </div>
    </li>
  );
}
