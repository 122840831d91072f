import { useState } from 'react';

type Typed = { text: string; sent: string };
type Form = { read: (text: string) => string | null; show: (value: string) => string };

export type Draft = { text: string; unreadable: boolean; type: (text: string) => void; leave: () => void };

/**
 * The text of a field whose value has another form than what is typed. While typing, the text is the user's own and the
 * value follows each keystroke ('' while it cannot be read); on leaving, a readable text is shown in the field's form.
 */
export function useDraft(value: string, onChange: (value: string) => void, { read, show }: Form): Draft {
  const [draft, setDraft] = useState<Typed | null>(null);
  const [touched, setTouched] = useState(false);
  // A value set from elsewhere (a reset, a restored form) wins over an old text.
  const current = draft !== null && draft.sent === value ? draft : null;
  const unreadable = current !== null && current.text.trim() !== '' && read(current.text) === null;
  return {
    text: current?.text ?? (value === '' ? '' : show(value)),
    unreadable: unreadable && touched,
    type(text: string) {
      const sent = text.trim() === '' ? '' : (read(text) ?? '');
      setDraft({ text, sent });
      setTouched(false);
      if (sent !== value) onChange(sent);
    },
    leave() {
      setTouched(true);
      if (!unreadable) setDraft(null);
    },
  };
}
