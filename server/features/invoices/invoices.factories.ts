import type { Book } from '../../testing/factories.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';
import type { Rig, TestReply } from '../../testing/rig.ts';

export const INVOICE = '/api/sca/v1/invoice';

/** A fee of 112,345.67 with 16 % on it: 17,975.31, in all 130,320.98, due in 30 days. */
export function exampleInvoice(book: Pick<Book, 'reinsured'>, tax: number, changes: Record<string, unknown> = {}) {
  const account = codeOf('FEE_INCOME');
  const taxed = { tax, tax_rate: '16' };
  return {
    kind: 'FEE',
    party: book.reinsured,
    currency: 'KES',
    terms: 'LUMP_30',
    reference: 'PO 4471',
    lines: [
      { description: 'Consulting days', account, quantity: '2.5', price: '40000.00', ...taxed },
      { description: 'Travel', account, quantity: '1', price: '12345.67', ...taxed },
    ],
    ...changes,
  };
}

/** A tax on the firm's own invoices, of 16 % from the start of 2026. */
export async function taxOnInvoices(t: Pick<Rig, 'ownerPool'>): Promise<number> {
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `with t as (insert into taxes (code, name) values ('VAT', 'Value added tax') returning id)
      insert into tax_rates (tax_id, rate, basis, borne_by, effective_from)
      select id, 16000000, 'INVOICE', 'REINSURED', '2026-01-01' from t returning tax_id as id`,
  );
  return rows[0]?.id ?? 0;
}

/** The calls of invoices as their tests make them, of the application that `t` says. */
export function invoiceCalls(t: () => Rig) {
  const save = (body: Record<string, unknown>, who = 'accountant.nbo'): Promise<TestReply> =>
    t().call(who, `POST ${INVOICE}/save`, { body });
  const submit = (id: number, who = 'accountant.nbo') => t().call(who, `PUT ${INVOICE}/submit/${id}`);
  const decide = (id: number, who = 'manager.nbo') => decideIn(t())(who, `PUT ${INVOICE}/approve/${id}/APPROVED`);
  const reverse = (id: number, version: number, who = 'manager.nbo') =>
    t().call(who, `PUT ${INVOICE}/reverse/${id}`, { body: { version, reason: 'Entered by mistake' } });
  const read = async (id: number, who = 'accountant.nbo') => (await t().call(who, `GET ${INVOICE}/${id}`)).body;

  /** Saves, submits and approves; gives the reply that ended it, and the id. */
  const through = async (
    body: Record<string, unknown>,
  ): Promise<{ id: number; status: number; body: TestReply['body'] }> => {
    const saved = await save(body);
    if (saved.status !== 200) return { id: 0, status: saved.status, body: saved.body };
    const { id } = saved.body;
    const submitted = await submit(id);
    const last = submitted.status === 200 ? await decide(id) : submitted;
    return { id, status: last.status, body: last.body };
  };
  return { save, submit, decide, reverse, read, through };
}
