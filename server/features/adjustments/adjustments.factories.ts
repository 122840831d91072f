import { decideIn } from '../../testing/decide-record.ts';
import type { TestReply, Rig } from '../../testing/rig.ts';
import { pdfFile } from '../../testing/files.ts';

export const ADJ = '/api/sca/v1/adjustment';
const SCA = '/api/sca/v1';

/** The calls of adjustments as their tests make them, of the application that `t` says. */
export function adjustmentCalls(t: () => Rig) {
  const save = (body: Record<string, unknown>, who = 'accountant.nbo'): Promise<TestReply> =>
    t().call(who, `POST ${ADJ}/save`, { body: { day: '2026-03-02', ...body } });
  const attach = (id: number, who = 'accountant.nbo') =>
    t().call(who, `POST ${SCA}/attachment/save`, {
      query: { entity: 'adjustment', id, name: 'certificate.pdf' },
      body: pdfFile(`certificate ${id}`),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const submit = (id: number, who = 'accountant.nbo') => t().call(who, `PUT ${ADJ}/submit/${id}`);
  const decide = (id: number, who = 'manager.nbo') => decideIn(t())(who, `PUT ${ADJ}/approve/${id}/APPROVED`);
  const reverse = (id: number, version: number) =>
    t().call('manager.nbo', `PUT ${ADJ}/reverse/${id}`, { body: { version, reason: 'Entered by mistake' } });

  /** Saves, attaches where it is a certificate, submits and approves; gives the reply that ended it, and the id. */
  const through = async (
    body: Record<string, unknown>,
  ): Promise<{ id: number; status: number; body: TestReply['body'] }> => {
    const saved = await save(body);
    if (saved.status !== 200) return { id: 0, status: saved.status, body: saved.body };
    const { id } = saved.body;
    if (body['kind'] === 'CERTIFICATE') await attach(id);
    const submitted = await submit(id);
    const last = submitted.status === 200 ? await decide(id) : submitted;
    return { id, status: last.status, body: last.body };
  };
  return { save, attach, submit, decide, reverse, through };
}

/** Lets the firm bear so much of one note in a currency. */
export async function letBear(t: Rig, currency: string, minor: bigint): Promise<void> {
  await t.ownerPool.query('update currencies set write_off_limit = $2 where code = $1', [currency, String(minor)]);
}
