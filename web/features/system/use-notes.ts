import type { WireReply } from '../../../domain/endpoint.ts';
import { listRecordNotes } from '../../../domain/record-notes/contract.ts';
import { RECORDS, type RecordName } from '../../../domain/records/kinds.ts';
import type { HistoryEntity } from '../../../domain/reports/history.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export type RecordNote = WireReply<typeof listRecordNotes>['data'][number];

/** Whether notes hang on it and its versions compare. */
export function isRecord(entity: HistoryEntity): entity is RecordName {
  return RECORDS.some((one) => one === entity);
}

/** The notes of a record; none for what takes none. */
export function useNotes(entity: HistoryEntity, id: number) {
  const noted = isRecord(entity);
  return useEndpoint(
    listRecordNotes,
    { query: { entity: noted ? entity : 'policy', id: String(id) } },
    { enabled: noted },
  );
}
