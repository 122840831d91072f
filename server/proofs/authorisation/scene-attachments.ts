import { pdfFile } from '../../testing/files.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Ref } from './scene.ts';

const SCA = '/api/sca/v1';

/** A file on the policy that serves the whole proof: one that stays, and a fresh one for each act. */
export type Hanging = {
  /** A file, attached by the branch's underwriter. */
  attachment: (fresh?: boolean) => Promise<number>;
  /** A note, written by the named user or by the branch's underwriter. */
  recordNote: (by?: string, fresh?: boolean) => Promise<Ref>;
  /** A shared view of policies: a fresh one of the named user, or one that the branch's underwriter keeps. */
  savedView: (by?: string) => Promise<Ref>;
};

type Setting = { rig: Rig; approved: () => Promise<Ref>; person: (role: string) => string };

let serial = 0;

export function hangingOf({ rig, approved, person }: Setting): Hanging {
  const attach = async (): Promise<number> => {
    const { id } = await approved();
    const reply = await rig.call(person('underwriter'), `POST ${SCA}/attachment/save`, {
      query: { entity: 'policy', id, name: 'slip.pdf' },
      body: pdfFile(`proof ${(serial += 1)}`),
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (reply.status !== 200) throw new Error(`attachment: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body.id;
  };
  const note = async (by: string): Promise<Ref> => {
    const { id } = await approved();
    const reply = await rig.call(by, `POST ${SCA}/note/save`, { body: { entity: 'policy', id, text: 'A note' } });
    if (reply.status !== 200) throw new Error(`note: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const view = async (by: string): Promise<Ref> => {
    const body = { list: 'underwriting/items', name: `View ${(serial += 1)}`, query: 'status=PENDING', shared: true };
    const reply = await rig.call(by, `POST ${SCA}/view/save`, { body });
    if (reply.status !== 200) throw new Error(`view: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  let shared: Promise<Ref> | undefined;
  let attachment: Promise<number> | undefined;
  let kept: Promise<Ref> | undefined;
  return {
    attachment: (fresh = false) => (fresh ? attach() : (attachment ??= attach())),
    savedView: (by) => (by === undefined ? (shared ??= view(person('underwriter'))) : view(by)),
    recordNote: (by = person('underwriter'), fresh = true) => (fresh ? note(by) : (kept ??= note(by))),
  };
}

/** The same where nothing exists. */
export const nothingHanging = (id: number): Hanging => ({
  attachment: async () => id,
  recordNote: async () => ({ id, version: 1 }),
  savedView: async () => ({ id, version: 1 }),
});
