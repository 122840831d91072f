import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { strangersAmong } from '../../../domain/documents/mail-limits.ts';
import { addressesIn, mailForm, prepareMail, sendDocument } from '../../../domain/documents/sending.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState, NoRights, Skeleton } from '../../ui/notices/States.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormArea, FormText } from '../../ui/forms/FormFields.tsx';

type Sendable = { id: number; number: string };
type Props = { document: Sendable; onClose: () => void };
type Prepared = WireReply<typeof prepareMail>;

/** Sends a document by mail: to whom, with which words; both are proposed. */
export function MailDialog({ document, onClose }: Props) {
  const { data, error, refetch } = useEndpoint(prepareMail, { params: { id: String(document.id) } });
  if (data?.may_send === true) return <MailForm {...{ document, onClose }} prepared={data} />;
  return (
    <Dialog open size="md" title={`Send ${document.number} by mail`} {...{ onClose }}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <NoRights title="You do not have the right to send this document." />}
      {data === undefined && error === null && (
        <div className="grid gap-4 pb-4">
          <output className="sr-only">Loading</output>
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  );
}

function MailForm({ document, prepared, onClose }: Props & { prepared: Prepared }) {
  const { addresses, known } = prepared;
  const [strangers, setStrangers] = useState<string[]>([]);
  const several = new Set(addresses.map((one) => one.party)).size > 1;
  const send = useWrite(sendDocument);
  const { form, dialog, check } = useDialogForm({
    ...ofShape(mailForm),
    initial: {
      // Of several parties none is chosen: each of them is to see its own mail alone.
      to: several ? '' : addresses.map((one) => one.email).join(', '),
      subject: prepared.subject,
      text: prepared.text,
    },
    send: (body) => {
      const to = addressesIn(body.to);
      return send.mutateAsync({ body: { ...body, id: document.id, to, confirmed: strangersAmong(to, known) } });
    },
    done: ({ to }) => [`${document.number} is on its way`, to.join(', ')],
    onDone: onClose,
  });
  const onSubmit = async () => {
    const unknown = (await check()) ? strangersAmong(addressesIn(form.values.to), known) : [];
    setStrangers(unknown);
    if (unknown.length === 0) await dialog.onSubmit();
  };
  const onConfirm = () => {
    setStrangers([]);
    void dialog.onSubmit();
  };
  return (
    <FormDialog
      size="md"
      title={`Send ${document.number} by mail`}
      description="The PDF is attached as it was issued. Replies go to your own address."
      action="Send mail"
      {...{ onClose, ...dialog, onSubmit }}
    >
      <ConfirmDialog
        open={strangers.length > 0}
        danger
        title="Send to unknown addresses?"
        effect="These are no addresses of the parties of this document. A mail that was sent cannot be recalled."
        action="Send anyway"
        onClose={() => setStrangers([])}
        {...{ onConfirm }}
      >
        <ul aria-label="Unknown addresses" className="list-disc pl-5">
          {strangers.map((one) => (
            <li key={one} className="break-all">
              {one}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      <FormText
        {...{ form }}
        name="to"
        label="To"
        inputMode="email"
        spellCheck={false}
        hint={
          addresses.length === 0
            ? 'No address is known for this party. Separate several by commas.'
            : 'Separate several by commas; everyone sees who else it went to.'
        }
      />
      {several && (
        <ul aria-label="Known addresses" className="flex flex-wrap gap-1.5">
          {addresses.map((one) => (
            <li key={`${one.party} ${one.email}`}>
              <Button size="sm" onClick={() => form.set({ to: one.email })}>
                {one.party}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormText {...{ form }} name="subject" label="Subject" />
      <FormArea {...{ form }} name="text" label="Text" rows={8} />
    </FormDialog>
  );
}
