import { placementText, type PlacementFile } from '../../../domain/interchange/placement.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';

const UND = '/api/sca/v1/underwriting';
const OCTETS = { 'content-type': 'application/octet-stream' };

const bytesOf = (file: PlacementFile | Uint8Array) =>
  file instanceof Uint8Array ? Buffer.from(file) : Buffer.from(placementText(file));

type Sent = { who?: string; query?: Record<string, string>; headers?: Record<string, string> };

/** What a placement file would become. */
export const preview = (t: TestApp, file: PlacementFile | Uint8Array, sent: Sent = {}): Promise<TestReply> =>
  t.call(sent.who ?? 'underwriter.nbo', `POST ${UND}/interchange/preview`, {
    query: sent.query ?? {},
    body: bytesOf(file),
    headers: OCTETS,
  });

/** Makes a draft of it. */
export const draft = (t: TestApp, file: PlacementFile | Uint8Array, sent: Sent = {}): Promise<TestReply> =>
  t.call(sent.who ?? 'underwriter.nbo', `POST ${UND}/interchange/draft`, {
    query: { name: 'placement.json', ...sent.query },
    body: bytesOf(file),
    headers: { ...OCTETS, ...sent.headers },
  });

/** A record as its file, and the file as its bytes came. */
export async function exported(
  t: TestApp,
  { id, market = 'LOCAL' }: { id: number; market?: string },
  query: Record<string, string> = {},
): Promise<{ file: PlacementFile; text: string; headers: TestReply['headers'] }> {
  const at = market === 'LOCAL' ? UND : '/api/sca/v1/londonslip';
  const reply = await t.call('underwriter.nbo', `GET ${at}/interchange`, { query: { id, ...query } });
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return { file: reply.body as PlacementFile, text: reply.bytes.toString('utf8'), headers: reply.headers };
}

/** What a file says of the placement alone: without whose record it is, and the day as at which it was written. */
export function placementAlone(file: PlacementFile): Partial<PlacementFile> {
  const { record: _record, sender: _sender, as_at: _day, unique_market_reference: _umr, ...placement } = file;
  return placement;
}

let numbers = 0;
/** A placement that nobody has brought in yet. */
export function fresh(file: PlacementFile, changes: Partial<PlacementFile> = {}): PlacementFile {
  numbers += 1;
  return {
    ...file,
    record: { ...file.record, number: `KLA/${numbers}` },
    unique_market_reference: file.unique_market_reference && `B4321KLA26${numbers}`,
    ...changes,
  };
}

/** What a list of a reply has under one name. */
export function valuesOf(rows: unknown, name: string): unknown[] {
  return (rows as Record<string, unknown>[]).map((row) => row[name]);
}
