import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { MAIL_FIELDS, mailTextOf } from '../../../domain/documents/mail-texts.ts';
import { editMailText, listMailTexts } from '../../../domain/documents/sending.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { FormArea, FormText } from '../../ui/forms/FormFields.tsx';
import { AsOpened, StaleAction } from '../../ui/dialogs/AsOpened.tsx';

type MailText = WireReply<typeof listMailTexts>[number];

/** The words with which each kind of document is sent. */
export function MailTextsSection() {
  const { data, error, refetch } = useEndpoint(listMailTexts, {});
  const [editing, setEditing] = useState<MailText | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <PageTitle
        title="Mail texts"
        detail="The text of the mail that a document is sent with. The sender may change it."
      />
      <Card flush>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && (
          <div className="grid gap-4 p-4">
            <Skeleton className="w-64" />
            <Skeleton className="w-48" />
          </div>
        )}
        <ul className="divide-y divide-line">
          {(data ?? []).map((row) => (
            <li key={row.kind} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
              <div className="min-w-0 flex-1 basis-52">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {DOCUMENT_LABELS[row.kind] ?? row.kind}
                  {row.own && <Badge>Own text</Badge>}
                </p>
                <p dir="auto" className="truncate text-xs text-mute">
                  {row.text.replaceAll(/\s+/g, ' ')}
                </p>
              </div>
              <Button
                onClick={() => setEditing(row)}
                aria-label={`Edit text for ${(DOCUMENT_LABELS[row.kind] ?? row.kind).toLowerCase()}`}
              >
                Edit text
              </Button>
            </li>
          ))}
        </ul>
        {editing !== null && (
          <AsOpened of={data?.find(({ kind }) => kind === editing.kind) ?? editing}>
            {(saved) => <MailTextDialog {...{ saved }} onClose={() => setEditing(null)} />}
          </AsOpened>
        )}
      </Card>
    </div>
  );
}

function MailTextDialog({ saved, onClose }: { saved: MailText; onClose: () => void }) {
  const noun = (DOCUMENT_LABELS[saved.kind] ?? saved.kind).toLowerCase();
  const edit = useWrite(editMailText);
  const { form, refusal, dialog } = useDialogForm({
    shape: editMailText.body,
    body: (values) => ({ ...values, kind: saved.kind, version: saved.version as 0 }),
    initial: { subject: saved.subject, text: saved.text },
    send: (body) => edit.mutateAsync({ body }),
    done: () => `Text for ${noun} saved`,
    onDone: onClose,
  });
  const standard = mailTextOf(saved.kind);
  const { subject, text } = form.values;
  const isOwn = subject !== standard.subject || text !== standard.text;
  return (
    <FormDialog
      size="md"
      title={`Covering text for ${noun}`}
      action="Save text"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="subject" label="Subject" />
      <FormArea {...{ form }} name="text" label="Text" rows={9} />
      {isOwn && (
        <div>
          <Button size="sm" onClick={() => form.set(standard)}>
            Use the standard text
          </Button>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs text-mute">
        {Object.entries(MAIL_FIELDS).map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-mono">{`{${name}}`}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}
