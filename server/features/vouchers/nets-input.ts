import type { Decoded } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import type { savePremiumVoucher, saveVoucher } from '../../../domain/vouchers/contract.ts';
import { voucherRules } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { owingOf } from './nets.ts';
import type { Net } from './queries.ts';

type Checked = { nets: Net[]; amount: bigint; faults: FieldError[] };

/** Checks what is set against a premium voucher as typed: notes that its security owes, never more than is paid. M15. */
export async function checkNets(
  ctx: Ctx,
  input: Decoded<typeof savePremiumVoucher>['body'],
  { branchId, paying }: { branchId: number; paying: bigint },
): Promise<Checked> {
  const typed = input.nets ?? [];
  if (typed.length === 0) return { nets: [], amount: 0n, faults: [] };
  const { security: payeeId, currency } = input;
  const of = { kind: 'PREMIUM', payeeId, taxId: null, currency, branches: [branchId], except: null } as const;
  const owing = await owingOf(ctx, of);
  const seen = new Set<number>();
  const faults: FieldError[] = [];
  const nets = typed.map(({ note, amount }, index): Net => {
    const read = readPositive(amount, currency);
    const open = owing.find((one) => one.note === note);
    if (!open) faults.push({ field: `nets.${index}.note`, message: 'Choose a note that this security owes.' });
    else if (seen.has(note)) faults.push({ field: `nets.${index}.note`, message: 'This note is entered twice.' });
    seen.add(note);
    if (typeof read === 'string') faults.push({ field: `nets.${index}.amount`, message: read });
    else if (open && read > open.amount)
      faults.push({
        field: `nets.${index}.amount`,
        message: `Only ${showMoney({ amount: open.amount, currency })} of ${open.number} is left to set off.`,
      });
    return { note, part: null, amount: typeof read === 'bigint' ? read : 0n };
  });
  const amount = sum(nets.map((net) => net.amount));
  if (amount > paying)
    faults.push({ field: 'nets', message: `No more than ${showMoney({ amount: paying, currency })} can be set off.` });
  return { nets, amount, faults };
}

/** What was paid too much of a tax or of our brokerage and is set off, as typed; nothing where none is. M15. */
export function readSetOff(input: Decoded<typeof saveVoucher>['body']): Pick<Checked, 'amount' | 'faults'> {
  const typed = input.set_off ?? '';
  if (typed === '') return { amount: 0n, faults: [] };
  const read = readPositive(typed, input.currency);
  const message =
    voucherRules(input.kind).nets === 'OVERPAID' ? read : 'Nothing can be set off against a voucher of this kind.';
  return typeof message === 'string'
    ? { amount: 0n, faults: [{ field: 'set_off', message }] }
    : { amount: message, faults: [] };
}
