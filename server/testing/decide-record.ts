import { KIND_NAMES, KINDS, SLIP, type KindName } from '../../domain/records/kinds.ts';
import { TABLES } from '../features/records.ts';
import type { Rig, TestCall, TestReply } from './rig.ts';

const kindAt = (path: string): KindName | undefined =>
  path === SLIP.path ? 'policy' : KIND_NAMES.find((kind) => KINDS[kind].path === path);

/** The version that a record has, by the address of one of its calls: `…/receivable/approve/7/APPROVED`. 1 of one that is not there. */
export async function versionAt(rig: Pick<Rig, 'ownerPool'>, address: string): Promise<number> {
  const [, path = '', id = '0'] = /^(?:PUT )?(.+)\/approve\/(\d+)\//.exec(address) ?? [];
  const kind = kindAt(path);
  if (!kind) throw new Error(`Nothing is decided at ${address}`);
  const { rows } = await rig.ownerPool.query<{ version: number }>(
    `select version from ${TABLES[kind].name} where id = $1`,
    [id],
  );
  return rows[0]?.version ?? 1;
}

/** Decides records in the version that they have now, as a checker who has just read them; a version in the body stays. */
export const decideIn =
  (rig: Pick<Rig, 'ownerPool' | 'call'>) =>
  async (who: string | null, address: `PUT ${string}`, input: TestCall = {}): Promise<TestReply> => {
    const version = await versionAt(rig, address);
    return rig.call(who, address, { ...input, body: { version, ...(input.body as object | undefined) } });
  };
