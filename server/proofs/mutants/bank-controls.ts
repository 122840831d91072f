import * as banks from './bank-probes.ts';
import type { Control } from './control.ts';

const LINES_CHANGE = (event: 'insert' | 'update', now: string) =>
  `create function other_line() returns trigger language plpgsql as $f$ begin ${now}; return new; end $f$;
  create trigger other_line before ${event} on bank_lines for each row execute function other_line()`;
const ALL_ARE_KNOWN = `create function other_payer() returns trigger language plpgsql as $f$ begin
    insert into payer_names (known_by, party_id, learned_by, learned_at) select 'name:strangerltd', new.id, min(id), now() from users;
    return null; end $f$;
  create trigger other_payer after insert on parties for each row execute function other_payer()`;

const NO_FILE_COUNTS = `create function other_file() returns trigger language plpgsql as $f$ begin new.live := false; return new; end $f$;
  create trigger other_file before insert on payment_file_vouchers for each row execute function other_file()`;

const MORE_THAN_IT_IS = 'drop trigger line_is_whole on bank_matches';

/** The controls of the bank's statements. */
export const BANK_CONTROLS: readonly Control[] = [
  {
    name: 'a line of the bank counts once',
    probe: banks.countedOnce,
    alone: { 'the schema lets it count twice': { sql: 'drop index bank_line_once' } },
    mutants: {
      'each reading knows it by something else': {
        sql: LINES_CHANGE('insert', `new.known_by := new.known_by || gen_random_uuid()`),
      },
    },
  },
  {
    name: 'nothing is proposed by its amount alone',
    probe: banks.neverByAmount,
    mutants: { 'every payer is taken for one who is known': { sql: ALL_ARE_KNOWN } },
  },
  {
    name: 'a voucher is ordered at the bank once',
    probe: banks.orderedOnce,
    alone: { 'the schema lets it be in two files': { sql: 'drop index voucher_in_one_file' } },
    mutants: { 'no file counts': { sql: NO_FILE_COUNTS } },
  },
  {
    name: 'a line of the bank is matched once',
    probe: banks.matchedOnce,
    alone: {
      'the schema lets it be matched twice': { sql: 'drop index line_matched_once' },
      'the schema lets it be matched with more than it is': { sql: MORE_THAN_IT_IS },
      'the line does not say that it is matched': { sql: LINES_CHANGE('update', 'new.matched := false') },
    },
    mutants: {
      'neither the line nor the schema says it': {
        sql: `drop index line_matched_once; ${MORE_THAN_IT_IS}; ${LINES_CHANGE('update', 'new.matched := false')}`,
      },
    },
  },
];
