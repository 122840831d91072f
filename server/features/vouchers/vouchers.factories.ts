import type { TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

export const PV = '/api/sca/v1/paymentvoucher';

type Payable = { item: number; currency: string; available: string; released: string; net: string; committed: string };

/** The calls of vouchers as their tests make them, of the application that `t` says. */
export function voucherCalls(t: () => TestApp) {
  const payable = async (security: number, who = 'accountant.nbo'): Promise<Payable[]> => {
    return (await t().call(who, `GET ${PV}/findPoliciesBySecurity`, { query: { security } })).body;
  };

  const savePremium = async (security: number, amount: string, changes: Record<string, unknown> = {}) => {
    const [item] = await payable(security);
    const body = {
      currency: 'KES',
      bank_date: '2026-03-02',
      security,
      items: [{ item: item?.item, amount }],
      ...changes,
    };
    return t().call('accountant.nbo', `POST ${PV}/save2`, { body });
  };
  const saveOther = (body: Record<string, unknown>, who = 'accountant.nbo') =>
    t().call(who, `POST ${PV}/save`, { body: { currency: 'KES', bank_date: '2026-03-02', ...body } });
  const submit = (id: number) => t().call('accountant.nbo', `PUT ${PV}/submit/${id}`);
  const decide = (id: number, who = 'manager.nbo', body?: unknown) =>
    decideIn(t())(who, `PUT ${PV}/approve/${id}/APPROVED`, body === undefined ? {} : { body });
  const reject = (id: number) =>
    decideIn(t())('manager.nbo', `PUT ${PV}/approve/${id}/REJECTED`, { body: { reason: 'Not yet' } });
  const withdraw = (id: number) => t().call('accountant.nbo', `PUT ${PV}/withdraw/${id}`);
  const pay = (id: number, version = 3, { who = 'cashier.nbo', ...changes }: Record<string, string> = {}) =>
    t().call(who, `PUT ${PV}/pay/${id}`, { body: { version, bank_reference: `FT ${id}`, ...changes } });
  const reverse = (id: number, version: number) =>
    t().call('manager.nbo', `PUT ${PV}/reverse/${id}`, { body: { version, reason: 'Paid by mistake' } });

  /** Submits, approves and pays a saved voucher; gives the last reply. */
  const through = async (saved: { body: { id: number } }) => {
    const { id } = saved.body;
    for (const step of [submit, decide]) {
      const reply = await step(id);
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    }
    return pay(id);
  };
  return { payable, savePremium, saveOther, submit, decide, reject, withdraw, pay, reverse, through };
}
