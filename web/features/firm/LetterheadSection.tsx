import { useQuery } from '@tanstack/react-query';
import { Eye, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getLogo, removeLogo, uploadLogo } from '../../../domain/firm/settings.ts';
import { fetchFile } from '../../api/download.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { FirmData, type Firm } from './FirmData.tsx';
import { LetterheadPreview } from './LetterheadPreview.tsx';
import { useMayManage } from './SettingForm.tsx';

/** The logo, and the letterhead as it prints. */
export function LetterheadSection() {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle
          title="Letterhead"
          detail="The head and foot of documents made from now on. Names and addresses are under Firm."
        />
        <Button variant="primary" icon={<Eye size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Preview letterhead
        </Button>
      </div>
      <FirmData>{(firm) => <LogoCard firm={firm} />}</FirmData>
      {open && <LetterheadPreview values={null} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** A picture from a blob, whose address is released when it is no longer shown. */
function BlobPicture({ blob, alt }: { blob: Blob; alt: string }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    if (picture.current !== null) picture.current.src = made;
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <img ref={picture} alt={alt} className="max-h-full max-w-full object-contain" />;
}

function LogoPicture({ logo }: { logo: NonNullable<Firm['logo']> }) {
  const { data } = useQuery({
    queryKey: ['logo', logo.sha256],
    queryFn: () => fetchFile(getLogo, {}, { accept: 'image/png, image/svg+xml' }),
    staleTime: Infinity,
  });
  return (
    // Paper is white in either theme.
    <div className="grid h-32 place-items-center rounded-md border border-line bg-white p-4">
      {data === undefined ? <Skeleton className="h-16 w-40" /> : <BlobPicture blob={data.blob} alt="The firm’s logo" />}
    </div>
  );
}

function LogoCard({ firm: { logo } }: { firm: Firm }) {
  const mayManage = useMayManage();
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const upload = useWrite(uploadLogo, {
    onSuccess: () => toastSuccess('Logo saved', 'Documents made from now on show it.'),
    onProblem: (problem) =>
      setRefusal(
        problem.status === 413
          ? 'The logo is larger than 512 kB. Make it smaller.'
          : (problem.errors[0]?.message ?? problem.message),
      ),
  });
  const choose = (chosen: File | undefined) => {
    setRefusal(null);
    if (chosen !== undefined) upload.mutate({ body: chosen });
  };
  return (
    <Card title="Logo">
      <div className="grid gap-3">
        {refusal !== null && (
          <div role="alert">
            <Notice tone="bad">{refusal}</Notice>
          </div>
        )}
        {logo === null ? (
          <EmptyState title="No logo yet.">The firm’s name is printed in its place.</EmptyState>
        ) : (
          <>
            <LogoPicture logo={logo} />
            <p className="text-xs text-mute">
              {logo.type === 'image/png' ? 'PNG' : 'SVG'}, {logo.width} × {logo.height}, uploaded by {logo.uploaded_by}{' '}
              on <InstantText value={logo.uploaded_at} />
            </p>
          </>
        )}
        {mayManage && (
          <div className="flex flex-wrap items-center gap-2">
            <input
              ref={file}
              type="file"
              accept=".svg,.png,image/svg+xml,image/png"
              aria-label="Logo file"
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                choose(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
            <Button
              busy={upload.isPending}
              icon={<Upload size={14} aria-hidden="true" />}
              onClick={() => file.current?.click()}
            >
              {logo === null ? 'Upload logo' : 'Replace logo'}
            </Button>
            {logo !== null && (
              <Button icon={<Trash2 size={14} aria-hidden="true" />} onClick={() => setRemoving(true)}>
                Remove logo
              </Button>
            )}
            <span className="text-xs text-mute">SVG without text, or PNG; at most 512 kB.</span>
          </div>
        )}
      </div>
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  return (
    <CallDialog
      call={removeLogo}
      input={{}}
      {...{ onClose }}
      title="Remove the logo?"
      effect="Documents made from now on show the firm’s name in its place. Those that were issued keep it."
      action="Remove logo"
      done={'Logo removed'}
      failed={'Logo not removed'}
    />
  );
}
