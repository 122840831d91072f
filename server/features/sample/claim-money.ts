import { formatAmount, sum } from '../../../domain/values/money.ts';
import { type Claims, type Loss, SCA, type Step } from './claim-desk.ts';
import { type Saved, who } from './story.ts';

type Owing = { id: number; number: string; party: { id: number }; outstanding: string };

/** A receipt of a security for its claim invoice, submitted: of what is open on it, or of less. */
async function entered({ desk, luck }: Claims, loss: Loss, { note, amount }: { note: Owing; amount: string }) {
  const cashier = who('cashier', loss.branch);
  const { id } = await desk.call<Saved>(cashier, `POST ${SCA}/receivable/save`, {
    body: {
      dateOfIssue: desk.today(),
      receiptType: 'CLAIM',
      reinsured: note.party.id,
      receiptAmount: amount,
      currency: loss.currency,
      bank_reference: `FT${desk.today().replaceAll('-', '')}${luck.between(1000, 9999)}`,
      narrationRef: `Claim invoice ${note.number}`,
      allocations: [{ note: note.id, amount }],
    },
  });
  return desk.call<Saved>(cashier, `PUT ${SCA}/receivable/submit/${id}`);
}

/** A security pays what is open on its claim invoice. */
async function receive(claims: Claims, loss: Loss, note: Owing): Promise<void> {
  const { id, version } = await entered(claims, loss, { note, amount: note.outstanding });
  await claims.desk.call(who('accountant', loss.branch), `PUT ${SCA}/receivable/approve/${id}/APPROVED`, {
    body: { version },
  });
}

type Nettable = {
  notes: { id: number; amount: string; policy: string }[];
  securities: { security: { id: number }; owes: string; premium: string; pays: string }[];
  in_hand: string;
  needed: string;
};

/** The securities keep the premium of the claim's own policy back and pay the rest; else the claim is paid as collected. C8. */
function netStep(claims: Claims, pay: Step): Step {
  const { desk, manager, read, units } = claims;
  return async (loss) => {
    const clerk = who('accountant', loss.branch);
    const { notes } = await desk.call<Placement>(clerk, `GET ${SCA}/underwriting/${loss.policy}`);
    const debit = notes.find((one) => one.kind === 'DN' && units(one.settled, loss) === 0n);
    if (!debit) return pay(loss);
    const at = `${SCA}/adjustment`;
    const query = { claim: String(loss.id), note: String(debit.id) };
    const { securities, in_hand, needed } = await desk.call<Nettable>(clerk, `GET ${at}/net`, { query });
    // Where the claim is less than the premium for one of them, or what they pay less than our brokerage and the taxes, nothing is kept back.
    if (securities.some(({ owes, premium }) => units(owes, loss) < units(premium, loss))) return pay(loss);
    const coming = sum(securities.map(({ pays }) => units(pays, loss)));
    if (units(in_hand, loss) + coming < units(needed, loss)) return pay(loss);
    const invoices = (await read(loss)).notes.filter((one) => one.kind === 'Claim invoice');
    const receipts: number[] = [];
    for (const { security, pays } of securities) {
      const owing = invoices.find((one) => one.party.id === security.id);
      if (!owing || units(pays, loss) === 0n) continue;
      const { id } = await entered(claims, loss, { note: owing, amount: pays });
      receipts.push(id);
    }
    const body = { note: debit.id, kind: 'NET_SETTLEMENT', claim: loss.id, amount: debit.amount, receipts };
    const { id } = await desk.call<Saved>(clerk, `POST ${at}/save`, { body: { ...body, day: desk.today() } });
    const { version } = await desk.call<Saved>(clerk, `PUT ${at}/submit/${id}`);
    await desk.call(manager(loss), `PUT ${at}/approve/${id}/APPROVED`, { body: { version } });
  };
}

/** The limit that the claim used is put back for its premium. C12. */
function reinstateStep({ desk, manager }: Claims): Step {
  return async (loss) => {
    const maker = who('underwriter', loss.branch);
    const { id } = await desk.call<Saved>(maker, `POST ${SCA}/claim/reinstatement`, { body: { claim: loss.id } });
    const { version } = await desk.call<Saved>(maker, `PUT ${SCA}/endorsement/submit/${id}`);
    await desk.call(manager(loss), `PUT ${SCA}/endorsement/approve/${id}/APPROVED`, { body: { version } });
  };
}

/** An approved voucher about a claim. */
async function approvedVoucher({ desk, manager }: Claims, loss: Loss, body: Record<string, unknown>): Promise<Saved> {
  const clerk = who('accountant', loss.branch);
  const { id } = await desk.call<Saved>(clerk, `POST ${SCA}/paymentvoucher/save`, {
    body: { claim: loss.id, currency: loss.currency, bank_date: desk.today(), ...body },
  });
  const { version } = await desk.call<Saved>(clerk, `PUT ${SCA}/paymentvoucher/submit/${id}`);
  return desk.call<Saved>(manager(loss), `PUT ${SCA}/paymentvoucher/approve/${id}/APPROVED`, { body: { version } });
}

type Placement = { notes: { id: number; kind: string; amount: string; settled: string }[] };

/** What comes in on claims and what is paid on. */
export function moneySteps(claims: Claims) {
  const { desk, luck, read, units } = claims;
  const collect = (whom: 'all' | 'all but the last'): Step => {
    return async (loss) => {
      const { notes } = await read(loss);
      const open = notes.filter((one) => one.kind === 'Claim invoice' && units(one.outstanding, loss) > 0n);
      for (const one of whom === 'all' ? open : open.slice(0, -1)) await receive(claims, loss, one);
    };
  };
  const pay: Step = async (loss) => {
    const { payable } = (await read(loss)).figures;
    if (units(payable, loss) === 0n) return;
    const body = { kind: 'CLAIM', amount: payable, narration: 'Claim collected from the securities' };
    const { id, version } = await approvedVoucher(claims, loss, body);
    await desk.call(who('cashier', loss.branch), `PUT ${SCA}/paymentvoucher/pay/${id}`, {
      body: { version, bank_reference: `OUT${luck.between(10_000, 99_999)}` },
    });
  };
  /** Against the debit note of the claim's own policy, or another on which its reinsured paid nothing; else it is paid. C7. */
  const setOff: Step = async (loss) => {
    const clerk = who('accountant', loss.branch);
    const { payable } = (await read(loss)).figures;
    const placement = await desk.call<Placement>(clerk, `GET ${SCA}/underwriting/${loss.policy}`);
    const own = placement.notes.find((one) => one.kind === 'DN' && one.amount !== one.settled);
    const { notes } = await desk.call<Nettable>(clerk, `GET ${SCA}/adjustment/net`, { query: { claim: `${loss.id}` } });
    const [whole] = notes;
    const debit = own ?? (whole && { ...whole, settled: '0' });
    if (!debit) return pay(loss);
    const [free, open] = [units(payable, loss), units(debit.amount, loss) - units(debit.settled, loss)];
    const amount = formatAmount(free < open ? free : open, loss.currency);
    const body = { kind: 'SET_OFF', note: debit.id, amount, narration: 'Claim set off against premium' };
    await approvedVoucher(claims, loss, body);
  };
  return { collect, pay, setOff, net: netStep(claims, pay), reinstate: reinstateStep(claims) };
}
