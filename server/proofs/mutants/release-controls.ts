import { REWORDED, type Control } from './control.ts';
import * as releases from './release-probes.ts';
import { released } from './release-probes.ts';

const KEPT_AS_TAKEN = (table: 'receipt_proposals' | 'allocations') =>
  `create function as_taken() returns trigger language plpgsql as $f$ begin new.note_amount := new.amount; return new; end $f$;
  create trigger as_taken before insert on ${table} for each row execute function as_taken()`;

/** The controls of what notes are settled by and release. */
export const RELEASE_CONTROLS: readonly Control[] = [
  {
    name: 'nobody is paid with other clients’ money',
    probe: releases.heldBack,
    mutants: { 'nothing is held back': { sql: released('(free - held_back)::bigint', 'free::bigint') } },
  },
  {
    name: 'a note is settled in its own currency',
    probe: releases.settledInItsCurrency,
    mutants: {
      'by what is taken of the receipt': { sql: KEPT_AS_TAKEN('receipt_proposals') },
      'what it settles is kept as that': { sql: KEPT_AS_TAKEN('allocations') },
    },
  },
  {
    name: 'a return set off releases nothing',
    probe: releases.setOffIsNoMoney,
    mutants: { 'it counts as money': { sql: released('n.settled - n.set_off', 'n.settled') } },
  },
  {
    name: 'a return is set against one voucher',
    probe: releases.nettedOnce,
    mutants: {
      'what other vouchers carry is not seen': {
        sql: `create policy unseen on voucher_nets as restrictive for select using
          ((select v.status from vouchers v where v.id = voucher_id) not in ('PENDING', 'APPROVED'))`,
      },
    },
  },
  {
    name: 'a fee is drawn once',
    probe: releases.feeDrawnOnce,
    mutants: {
      'what vouchers took of it is forgotten': {
        sql: `create function forget_fee() returns trigger language plpgsql as $f$ begin new.fee_committed := 0; new.fee_drawn := 0; return new; end $f$;
          create trigger forget_fee before update on notes for each row execute function forget_fee()`,
      },
      'what came into the office bank is drawn too': {
        sql: `create function all_received() returns trigger language plpgsql as $f$ begin new.fee_received := new.settled; return new; end $f$;
          create trigger all_received before update on notes for each row when (new.purpose = 'FEE') execute function all_received()`,
      },
    },
  },
  {
    name: 'what is released is kept',
    probe: releases.releasedIsKept,
    mutants: {
      'not when money comes': { sql: 'drop trigger released_by_notes on notes' },
      'not when a part is lessened': { sql: 'drop trigger released_by_parts on note_parts' },
      'not of a new part': { sql: 'drop trigger released_by_new_parts on note_parts' },
    },
  },
  {
    name: 'what is open and what was produced is summed',
    probe: releases.sumsAreKept,
    mutants: {
      'not when an item opens': { sql: 'drop trigger changed_by_openings on open_items' },
      'not when it is settled': { sql: 'drop trigger changed_by_settlements on settlements' },
      'not when it is put on another day': { sql: 'drop trigger changed_by_items on open_items' },
      'not when a policy is approved': { sql: 'drop trigger production_changes on policies' },
      'not when an endorsement is': { sql: 'drop trigger production_changes on endorsements' },
      'not when money is released': { sql: 'drop trigger released_touched_by_parts on note_parts' },
      'not when a released item is put on another day': { sql: 'drop trigger released_touched_by_items on open_items' },
      'not of an item that opens on a released note': {
        sql: REWORDED('changed_by_openings', `function = 'PREMIUM_PAYABLE'`, 'false'),
      },
      'not when a note opens': {
        sql: REWORDED('changed_by_openings', `function = 'PREMIUM_RECEIVABLE'`, 'false'),
      },
      'not when a note is paid': { sql: 'drop trigger owed_touched_by_items on open_items' },
      'not what is searched of a new policy': { sql: 'drop trigger text_begins on policies' },
      'not what is searched of a changed one': { sql: 'drop trigger text_changes on policies' },
      'not by the day on which a policy expires': { sql: 'drop trigger expiry_changes on policies' },
      'not by that day in base when it is endorsed': { sql: 'drop trigger expiry_changes on endorsements' },
      'not by that day when it is renewed': { sql: 'drop trigger expiry_renewed on policies' },
      'not by party when a policy is approved': { sql: 'drop trigger parties_change on policies' },
      'not by party when an endorsement is': { sql: 'drop trigger parties_change on endorsements' },
      'not by carrier when securities change': {
        sql: REWORDED('parties_of_endorsement', `new.endorsement_type = 'SEC'`, 'false'),
      },
      'not by carrier when the policy then ends': {
        sql: REWORDED('first_carried_to', 'min(e.effective_date) - 1', 'null::date'),
      },
      'not by carrier when one is merged': { sql: 'drop trigger carriers_of_merged on parties' },
      'not in the queue of a new part': {
        sql: REWORDED('released_by_new_parts', 'where paid < effective', 'where false'),
      },
      'not in the queue when money comes': { sql: 'drop trigger release_changed_by_parts on note_parts' },
      'not when client money moves': { sql: 'drop trigger client_acts_by_entries on journal_entries' },
      'not folded by month': {
        sql: `create function never() returns trigger language plpgsql as $f$ begin return null; end $f$;
          create trigger never before insert on control_months for each row execute function never()`,
      },
      'not folded for all together': {
        sql: `create function never() returns trigger language plpgsql as $f$ begin return null; end $f$;
          create trigger never before insert on production_totals for each row execute function never()`,
      },
      'folded twice': {
        sql: `create function again() returns trigger language plpgsql as $f$ begin
            insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
            select old.branch_id, old.account, old.party_id, old.currency, old.due_on, old.debit, old.day, old.amount, old.base_amount where pg_trigger_depth() = 1;
            return null; end $f$;
          create trigger again after delete on open_changes for each row execute function again()`,
      },
    },
  },
  {
    name: 'a certificate releases nothing but its own tax',
    probe: releases.certificateIsNoCash,
    mutants: {
      'it counts as cash': { sql: released('sum(p.certified + p.uncollectable)', 'sum(p.uncollectable)') },
      'its tax is released as well': { sql: released('p.effective - p.certified as own', 'p.effective as own') },
    },
  },
];
