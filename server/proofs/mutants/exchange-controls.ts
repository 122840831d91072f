import { voucherCalls } from '../../features/vouchers/vouchers.factories.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { unsound } from '../sound.ts';
import { withSql } from './app-of.ts';
import type { Control } from './control.ts';
import type { Probe } from './probes.ts';

const rateOfDollars = (rig: Rig) =>
  rig.ownerPool.query(`insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`);

/** A conversion leaves no base on exchange clearing, and the auditor would say so. M6. */
const clearingKeepsNoBase: Probe = async (rig) => {
  await rateOfDollars(rig);
  const { saveOther, through } = voucherCalls(() => rig);
  const exchange = { amount: '1302500.00', into_currency: 'USD', into_amount: '10000.00' };
  const paid = await through(await saveOther({ kind: 'CLIENT_TRANSFER', ...exchange }));
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
  return (await unsound(rig.ownerPool)).every(({ detail }) => !/of base on exchange clearing/.test(detail));
};

/** A conversion is proposed out of what a note was paid in, into what its note is in. M5, M6. */
const convertedIntoTheNotes: Probe = async (rig) => {
  const book = await makeBook(rig);
  await rateOfDollars(rig);
  const { id: note } = await debitNoteOf(rig, await approvedPolicy(rig, book, { currency: 'USD' }));
  const allocations = [{ note, amount: '130100.00', note_amount: '1000.00' }];
  await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '130100.00', allocations }));
  const { body } = await rig.call('manager.nbo', 'GET /api/sca/v1/clientmoney/items');
  const [proposed] = body.to_convert;
  return (
    proposed?.currency === 'KES' &&
    proposed.amount === '130100.00' &&
    proposed.into_currency === 'USD' &&
    proposed.into_amount === '1000.00'
  );
};

const OTHER_LINE = (change: string) =>
  `create function other_line() returns trigger language plpgsql as $f$ begin ${change} return new; end $f$;
  create trigger other_line before insert on journal_lines for each row execute function other_line()`;
const [CLEARING, BANK] = [codeOf('EXCHANGE_CLEARING'), codeOf('CLIENT_BANK')];

/** The controls of money between currencies. */
export const EXCHANGE_CONTROLS: readonly Control[] = [
  {
    name: 'exchange clearing keeps no base after a conversion',
    probe: clearingKeepsNoBase,
    mutants: {
      'what is paid away passes clearing at another rate than what is bought': {
        sql: OTHER_LINE(`if new.account = '${CLEARING}' and new.amount > 0 then new.base_amount := new.base_amount + 150000; end if;
          if new.account = '${BANK}' and new.amount < 0 then new.base_amount := new.base_amount - 150000; end if;`),
      },
    },
  },
  {
    name: 'a conversion is proposed out of what is over into what is lacking',
    probe: convertedIntoTheNotes,
    mutants: {
      'the sides are taken for each other': {
        routes: withSql({ 'l.amount < 0': 'l.amount > 0', 'o.amount > 0': 'o.amount < 0' }),
      },
    },
  },
];
