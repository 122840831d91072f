import type { AnyStatus, KindName } from '../../../domain/records/kinds.ts';

export type Person = { id: number; name: string };

/** What pages, dialogs and acts need of a record of any kind. */
export type RecordHandle = {
  kind: KindName;
  id: number;
  version: number;
  status: AnyStatus;
  /** Its number, or what its draft is called: "Receipt #12". */
  name: string;
  number: string | null;
  currency: string;
  made_by: Person;
  edited_by: Person;
  hands: readonly Person[];
  decided_by: Person | null;
  decided_at: string | null;
  decision_reason: string | null;
  created_at: string;
};

/** Who edited or submitted it besides its maker and its last editor, as further lines of who did what. */
export const othersOn = ({
  hands,
  made_by: maker,
  edited_by: editor,
}: Pick<RecordHandle, 'hands' | 'made_by' | 'edited_by'>) =>
  hands.filter(({ id }) => id !== maker.id && id !== editor.id).map((who) => ({ label: 'Worked on by', who }));

/** Whether this user made, edited or submitted it in any version. */
export const isOwn = (record: Pick<RecordHandle, 'hands'>, me: number | undefined): boolean =>
  record.hands.some(({ id }) => id === me);
