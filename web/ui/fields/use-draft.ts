import { useState } from 'react';

type Typed = { text: string; sent: string };
type Form = {
  read: (text: string) => string | null;
  show: (value: string) => string;
  /** The value follows once the field is left, and stands while the text cannot be read. */
  whenLeft?: boolean;
};

export type Draft = {
  text: string;
  /** Whether to say that it cannot be read: once the field was left. */
  unreadable: boolean;
  /** For its input: a form is not sent while a text in it cannot be read. */
  mark: { 'data-unread': true | undefined };
  type: (text: string) => void;
  /** Takes a value that was chosen in another way than by typing. */
  choose: (value: string) => void;
  leave: () => void;
};

/**
 * The text of a field whose value has another form than what is typed. While typing, the text is the user's own and the
 * value follows each keystroke ('' while it cannot be read), or waits until the field is left; on leaving, a readable
 * text is shown in the field's form.
 */
export function useDraft(value: string, onChange: (value: string) => void, form: Form): Draft {
  const { read, show, whenLeft = false } = form;
  const [draft, setDraft] = useState<Typed | null>(null);
  const [touched, setTouched] = useState(false);
  // A value set from elsewhere (a reset, a restored form) wins over an old text.
  const current = draft !== null && draft.sent === value ? draft : null;
  // A text that waited has arrived, or lost to such a value: it does not come back with the value beside which it was typed.
  if (whenLeft && draft !== null && current === null) setDraft(null);
  const unreadable = current !== null && current.text.trim() !== '' && read(current.text) === null;
  const valueOf = (text: string) => (text.trim() === '' ? '' : (read(text) ?? ''));
  return {
    text: current?.text ?? (value === '' ? '' : show(value)),
    unreadable: unreadable && touched,
    mark: { 'data-unread': unreadable || undefined },
    type(text: string) {
      const sent = whenLeft ? value : valueOf(text);
      setDraft({ text, sent });
      setTouched(false);
      if (sent !== value) onChange(sent);
    },
    choose(chosen: string) {
      setDraft(null);
      onChange(chosen);
    },
    leave() {
      setTouched(true);
      if (unreadable) return;
      const left = whenLeft && current !== null ? valueOf(current.text) : value;
      // A day on its way keeps its text until it arrives, so that the one before is not shown again.
      if (left === value || left === '') setDraft(null);
      if (left !== value) onChange(left);
    },
  };
}
