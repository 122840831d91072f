import { itemsAgain, linesAgain, NOBODY, NOTHING, notesAgain, partsAgain } from '../../testing/written-rows.ts';
import { REWORDED, type Control } from './control.ts';
import { refuses, type Probe } from './probes.ts';

/** The application's role writes none of the statements. */
const noneIsWritten =
  (statements: readonly string[]): Probe =>
  async (rig) => {
    for (const statement of statements) if (!(await refuses(rig, 'app', [statement]))) return false;
    return true;
  };

/** A function of the schema that goes on where it would have raised. */
const NEVER_RAISES = (name: string, condition: string) => REWORDED(name, condition, 'false');
const MAY_CHANGE = (table: string) => `drop trigger keys_stay on ${table}`;
const branch = { branch_id: '2' };

/** The controls of what an approval's rows name, which no foreign key holds. */
export const KEY_CONTROLS: readonly Control[] = [
  {
    name: 'a line is in the branch and on the day of an entry that is there',
    probe: noneIsWritten([linesAgain({ entry_id: NOBODY }), linesAgain(branch)]),
    mutants: {
      'nobody compares it with its entry': { sql: REWORDED('balanced_lines', 'if misplaced', 'if false') },
    },
  },
  {
    name: 'a line names a note that is there',
    probe: noneIsWritten([linesAgain({ note_id: NOBODY })]),
    mutants: { 'nobody looks the note up': { sql: REWORDED('balanced_lines', 'elsif unknown', 'elsif false') } },
  },
  {
    name: 'a line names an account, a currency and a tax that are there',
    probe: noneIsWritten([
      linesAgain({ account: NOTHING }),
      linesAgain({ currency: NOTHING }),
      linesAgain({ tax_id: NOBODY }),
    ]),
    mutants: {
      'no account is looked up': { sql: NEVER_RAISES('balanced_lines', 'a.code is null') },
      'no currency is looked up': { sql: NEVER_RAISES('balanced_lines', 'c.code is null') },
      'no tax is looked up': { sql: NEVER_RAISES('balanced_lines', '(i.tax_id is not null and t.id is null)') },
    },
  },
  {
    name: 'what is named by its code keeps it',
    probe: noneIsWritten(['update currencies set code = code', 'update ledger_accounts set code = code']),
    mutants: {
      'a currency may take another': { sql: 'drop trigger codes_stay on currencies' },
      'an account may take another': { sql: 'drop trigger codes_stay on ledger_accounts' },
    },
  },
  {
    name: 'a note names a currency, a policy and a debit note of its branch that are there',
    probe: noneIsWritten([
      notesAgain(branch),
      notesAgain({ currency: NOTHING }),
      notesAgain({ policy_id: NOBODY }),
      notesAgain({ debit_note_id: NOBODY }),
      'update notes set policy_id = policy_id',
    ]),
    mutants: {
      'no currency is looked up': { sql: NEVER_RAISES('notes_of_what_is_there', 'c.code is null') },
      'no policy is looked up': {
        sql: NEVER_RAISES('notes_of_what_is_there', '(n.policy_id is not null and p.id is null)'),
      },
      'no debit note is looked up': {
        sql: NEVER_RAISES('notes_of_what_is_there', 'd.branch_id is distinct from n.branch_id'),
      },
      'it may be moved to another': { sql: MAY_CHANGE('notes') },
    },
  },
  {
    name: 'an open item names an entry of its branch, a note, an account and a currency that are there',
    probe: noneIsWritten([
      itemsAgain({ entry_id: NOBODY }),
      itemsAgain(branch),
      itemsAgain({ note_id: NOBODY }),
      itemsAgain({ account: NOTHING }),
      itemsAgain({ currency: NOTHING }),
      'update open_items set note_id = note_id',
    ]),
    mutants: {
      'no entry is looked up': { sql: NEVER_RAISES('changed_by_openings', 'e.id is null') },
      'its branch may be another': { sql: NEVER_RAISES('changed_by_openings', 'e.branch_id <> i.branch_id') },
      'no note is looked up': {
        sql: NEVER_RAISES('changed_by_openings', '(i.note_id is not null and n.id is null)'),
      },
      'no account is looked up': { sql: NEVER_RAISES('changed_by_openings', 'a.code is null') },
      'no currency is looked up': { sql: NEVER_RAISES('changed_by_openings', 'c.code is null') },
      'it may be moved to another': { sql: MAY_CHANGE('open_items') },
    },
  },
  {
    name: 'a part names a debit note of its branch, a credit note and a tax that are there',
    probe: noneIsWritten([
      partsAgain({ debit_note_id: NOBODY }),
      partsAgain(branch),
      partsAgain({ credit_note_id: NOBODY }),
      partsAgain({ tax_id: NOBODY }),
      'update note_parts set debit_note_id = debit_note_id',
    ]),
    mutants: {
      'no debit note is looked up': { sql: NEVER_RAISES('released_by_new_parts', 'n.id is null') },
      'its branch may be another': { sql: NEVER_RAISES('released_by_new_parts', 'n.branch_id <> p.branch_id') },
      'no credit note is looked up': {
        sql: NEVER_RAISES('released_by_new_parts', '(p.credit_note_id is not null and c.id is null)'),
      },
      'no tax is looked up': {
        sql: NEVER_RAISES('released_by_new_parts', '(p.tax_id is not null and t.id is null)'),
      },
      'it may be moved to another': { sql: MAY_CHANGE('note_parts') },
    },
  },
];
