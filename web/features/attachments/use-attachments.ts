import { listAttachments } from '../../../domain/attachments/contract.ts';
import type { RecordName } from '../../../domain/records/kinds.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

const LOOK_AGAIN = 3_000;

/** The files of a record; while one of them waits for the scanner they are asked for again and again. */
export function useAttachments({ entity, id }: { entity: RecordName; id: number }) {
  const input = { query: { entity, id: String(id) } };
  const attachments = useEndpoint(listAttachments, input);
  const waits = attachments.data?.data.some((file) => file.scan === 'WAITING') ?? false;
  useEndpoint(listAttachments, input, { enabled: waits, ...(waits && { backgroundEvery: LOOK_AGAIN }) });
  return attachments;
}
