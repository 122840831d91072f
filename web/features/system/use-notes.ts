import type { WireReply } from '../../../domain/endpoint.ts';
import { listRecordNotes, NOTED_ENTITIES, type NotedEntity } from '../../../domain/record-notes/contract.ts';
import type { HistoryEntity } from '../../../domain/reports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export type RecordNote = WireReply<typeof listRecordNotes>['data'][number];

export function isNoted(entity: HistoryEntity): entity is NotedEntity {
  return NOTED_ENTITIES.some((one) => one === entity);
}

/** The notes of a record; none for what takes none. */
export function useNotes(entity: HistoryEntity, id: number) {
  const noted = isNoted(entity);
  return useEndpoint(
    listRecordNotes,
    { query: { entity: noted ? entity : 'policy', id: String(id) } },
    { enabled: noted },
  );
}
