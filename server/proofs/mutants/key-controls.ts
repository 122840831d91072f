import { itemsAgain, linesAgain, NOBODY, partsAgain } from '../../testing/written-rows.ts';
import type { Control } from './control.ts';
import { refuses, type Probe } from './probes.ts';

/** The application's role writes none of the statements. */
const noneIsWritten =
  (statements: readonly string[]): Probe =>
  async (rig) => {
    for (const statement of statements) if (!(await refuses(rig, 'app', [statement]))) return false;
    return true;
  };

/** A function of the schema that goes on where it would have raised. */
const NEVER_RAISES = (name: string, condition: string, never = 'false') =>
  `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), '${condition}', '${never}'); end $do$`;
const MAY_CHANGE = (table: string) => `drop trigger keys_stay on ${table}`;
const branch = { branch_id: '2' };

/** The controls of what an approval's rows name, which no foreign key holds. */
export const KEY_CONTROLS: readonly Control[] = [
  {
    name: 'a line is in the branch and on the day of an entry that is there',
    probe: noneIsWritten([linesAgain({ entry_id: NOBODY }), linesAgain(branch)]),
    mutants: {
      'nobody compares it with its entry': { sql: NEVER_RAISES('balanced_lines', 'if misplaced', 'if false') },
    },
  },
  {
    name: 'a line names a note that is there',
    probe: noneIsWritten([linesAgain({ note_id: NOBODY })]),
    mutants: { 'nobody looks the note up': { sql: NEVER_RAISES('balanced_lines', 'elsif unknown', 'elsif false') } },
  },
  {
    name: 'an open item names an entry of its branch and a note that are there',
    probe: noneIsWritten([
      itemsAgain({ entry_id: NOBODY }),
      itemsAgain(branch),
      itemsAgain({ note_id: NOBODY }),
      'update open_items set note_id = note_id',
    ]),
    mutants: {
      'no entry is looked up': { sql: NEVER_RAISES('changed_by_openings', 'e.id is null') },
      'its branch may be another': { sql: NEVER_RAISES('changed_by_openings', 'e.branch_id <> i.branch_id') },
      'no note is looked up': {
        sql: NEVER_RAISES('changed_by_openings', '(i.note_id is not null and n.id is null)'),
      },
      'it may be moved to another': { sql: MAY_CHANGE('open_items') },
    },
  },
  {
    name: 'a part names a debit note of its branch and a credit note that are there',
    probe: noneIsWritten([
      partsAgain({ debit_note_id: NOBODY }),
      partsAgain(branch),
      partsAgain({ credit_note_id: NOBODY }),
      'update note_parts set debit_note_id = debit_note_id',
    ]),
    mutants: {
      'no debit note is looked up': { sql: NEVER_RAISES('released_by_new_parts', 'n.id is null') },
      'its branch may be another': { sql: NEVER_RAISES('released_by_new_parts', 'n.branch_id <> p.branch_id') },
      'no credit note is looked up': {
        sql: NEVER_RAISES('released_by_new_parts', '(p.credit_note_id is not null and c.id is null)'),
      },
      'it may be moved to another': { sql: MAY_CHANGE('note_parts') },
    },
  },
];
