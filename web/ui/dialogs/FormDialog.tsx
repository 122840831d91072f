import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog, Drawer, type DialogProps } from './Dialog.tsx';
import { Fields } from '../forms/Fields.tsx';
import { Notice } from '../notices/Notice.tsx';

export type FormDialogProps = Pick<DialogProps, 'onClose' | 'title' | 'description' | 'size' | 'children'> & {
  /** Names the act: "Add reinsured". */
  action: ReactNode;
  /** The way back, where it says more than that nothing is done. */
  cancel?: string;
  /** Resolves once it is known whether the fields were in order. */
  onSubmit: () => Promise<void> | void;
  busy?: boolean;
  /** Its user leaves it, which may be before the answer is there. */
  onLeave?: (() => void) | undefined;
  /** There is input that closing would lose: a dialog asks first. */
  dirty?: boolean;
  /** A refusal that belongs to no field. */
  refusal?: string | null | undefined;
  /** As a panel from the right, for longer texts. */
  drawer?: boolean;
  /** What may be done about the refusal. */
  refusalAction?: ReactNode;
  /** Why it cannot be sent; the button stays reachable and says it. */
  disabledReason?: string;
  /** The act cannot be undone. */
  danger?: boolean;
};

/** What is filled in: of a group of radios the chosen one, where Tab would go. */
const FIELDS = 'input:not([type=radio]), input[type=radio]:checked, textarea, button[role=combobox]';

const firstField = (form: HTMLFormElement | null): HTMLElement | undefined =>
  [...(form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].find(
    (field) => field.tabIndex >= 0 && !field.matches(':disabled'),
  );

/**
 * A short form over the page, open while it is rendered: Enter, Ctrl+Enter and Ctrl+S send it, Esc leaves it. Its first field has
 * the focus; where there is none its act, or the way back from one that cannot be undone.
 */
export function FormDialog(props: FormDialogProps) {
  const { onClose, title, description, size, children, action, onSubmit, busy = false, dirty = false } = props;
  const {
    onLeave,
    refusal = null,
    refusalAction,
    drawer = false,
    disabledReason,
    danger = false,
    cancel = 'Cancel',
  } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const [leaving, setLeaving] = useState(false);
  const able = disabledReason === undefined;
  const wasAble = useRef(able);
  const held = useRef(false);
  useEffect(() => {
    if (wasAble.current === able) return;
    wasAble.current = able;
    // The button is another one once its reason comes or goes: it keeps the focus that it had.
    if (held.current && document.activeElement === document.body) act.current?.focus();
  }, [able]);
  const send = async () => {
    if (busy || !able) return;
    await onSubmit();
    // The first field with a message, once it is painted.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const leave = () => {
    onLeave?.();
    onClose();
  };
  const close = () => {
    if (dirty && !leaving) setLeaving(true);
    else leave();
  };
  const Frame = drawer ? Drawer : Dialog;
  return (
    <Frame
      open
      keepOpen
      onClose={close}
      {...{ title }}
      {...(description === undefined ? {} : { description })}
      {...(size === undefined ? {} : { size })}
      initialFocus={() => firstField(form.current) ?? (danger ? back : act).current}
      footer={
        leaving ? (
          <>
            <p role="alert" className="mr-auto self-center">
              Discard what you entered?
            </p>
            {/* A button of its own: as the one that sends, turned into this, the press on it would send the form. */}
            <Button key="keep" onClick={() => setLeaving(false)}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={leave}>
              Discard
            </Button>
          </>
        ) : (
          <>
            <Button ref={back} onClick={close}>
              {cancel}
            </Button>
            <Button
              key="send"
              ref={act}
              variant={danger ? 'danger' : 'primary'}
              onFocus={() => {
                held.current = true;
              }}
              onBlur={({ relatedTarget }) => {
                // A button that goes leaves the focus to nothing.
                held.current = relatedTarget === null;
              }}
              type="submit"
              form={id}
              busy={busy}
              {...(able ? {} : { disabled: true, disabledReason })}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the inputs within */}
      <form
        id={id}
        ref={form}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-1"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          // Ctrl+S would open the browser's own dialog over this one.
          const isSent = event.key === 'Enter' || (event.key.toLowerCase() === 's' && !danger);
          if (!isSent || event.altKey || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      >
        {refusal !== null && (
          <div role="alert">
            <Notice tone="bad" action={refusalAction}>
              {refusal}
            </Notice>
          </div>
        )}
        <Fields {...{ busy }} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {children}
        </Fields>
      </form>
    </Frame>
  );
}
