import { sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';
import type { Voucher } from './queries.ts';

/** Where amounts lie that vouchers hold until they pay them, and what each voucher holds of which. */
type Lying = {
  from: 'notes' | 'invoice_taxes';
  committed: 'fee_committed' | 'committed';
  paid: 'fee_drawn' | 'paid';
  held: 'voucher_fees' | 'voucher_invoice_taxes';
  row: 'note_id' | 'invoice_tax_id';
};
type Part = { id: number; amount: bigint };
type Sign = { committed: 1n | 0n | -1n; paid: 1n | 0n | -1n };

/** How a voucher holds, pays and gives back amounts that lie row by row; rows are locked in their order. */
export function heldOf({ from, held, ...columns }: Lying) {
  const [rows, parts] = [sql.table(from), sql.table(held)];
  const [committed, paid, row] = [sql.ref(columns.committed), sql.ref(columns.paid), sql.ref(columns.row)];

  /** Adds what the voucher holds to what is committed and paid of its rows; negative gives back. */
  const add = async (ctx: Ctx, { id }: Voucher, sign: Sign): Promise<void> => {
    await sql`select x.id from ${rows} x join ${parts} v on v.${row} = x.id where v.voucher_id = ${id} order by x.id for update of x`.execute(
      ctx.db,
    );
    await sql`
      update ${rows} x set ${committed} = x.${committed} + v.amount * ${sign.committed}::bigint, ${paid} = x.${paid} + v.amount * ${sign.paid}::bigint
      from ${parts} v where v.${row} = x.id and v.voucher_id = ${id}`.execute(ctx.db);
  };

  return {
    hold: async (ctx: Ctx, voucher: Voucher, chosen: readonly Part[]): Promise<void> => {
      const column = <K extends keyof Part>(name: K) => chosen.map((part) => part[name]);
      await sql`
        insert into ${parts} (voucher_id, branch_id, ${row}, amount)
        select ${voucher.id}, ${voucher.branch_id}, id, amount
        from unnest(${column('id')}::int[], ${column('amount')}::bigint[]) as chosen (id, amount)`.execute(ctx.db);
      await add(ctx, voucher, { committed: 1n, paid: 0n });
    },
    pay: (ctx: Ctx, voucher: Voucher) => add(ctx, voucher, { committed: 0n, paid: 1n }),
    /** What a pending voucher held is chosen again when it is submitted again. */
    giveBack: async (ctx: Ctx, voucher: Voucher): Promise<void> => {
      await add(ctx, voucher, { committed: -1n, paid: voucher.status === 'PAID' ? -1n : 0n });
      if (voucher.status === 'PENDING')
        await sql`delete from ${parts} where voucher_id = ${voucher.id} and branch_id = any(${[...ctx.scope]}::int[])`.execute(
          ctx.db,
        );
    },
  };
}
