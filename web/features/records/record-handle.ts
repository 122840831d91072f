import type { AnyStatus, PaperedKind } from '../../../domain/records/kinds.ts';

export type Person = { id: number; name: string };

/** What pages, dialogs and acts need of a record of any kind. */
export type RecordHandle = {
  kind: PaperedKind;
  id: number;
  version: number;
  status: AnyStatus;
  /** Its number, or what its draft is called: "Receipt #12". */
  name: string;
  number: string | null;
  currency: string;
  made_by: Person;
  edited_by: Person;
  decided_by: Person | null;
  decided_at: string | null;
  decision_reason: string | null;
  created_at: string;
};

/** Whether this user made or last edited it. */
export const isOwn = (record: Pick<RecordHandle, 'made_by' | 'edited_by'>, me: number | undefined): boolean =>
  record.made_by.id === me || record.edited_by.id === me;
