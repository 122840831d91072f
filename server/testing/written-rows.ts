/** What is written in the place of a column that would be copied, by the column's name. */
type Change = Readonly<Record<string, string>>;

const written = (change: Change) => (name: string) => change[name] ?? name;

/** Writes the lines of the last entry once more. */
export const linesAgain = (change: Change) => {
  const column = written(change);
  return `insert into journal_lines (entry_id, branch_id, day, account, party_id, tax_id, currency, amount, base_amount, note_id)
    select ${column('entry_id')}, ${column('branch_id')}, day, ${column('account')}, party_id, ${column('tax_id')}, ${column('currency')}, amount, base_amount, ${column('note_id')}
    from journal_lines where entry_id = (select max(entry_id) from journal_lines)`;
};

/** Writes all open items once more. */
export const itemsAgain = (change: Change) => {
  const column = written(change);
  return `insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select ${column('branch_id')}, ${column('account')}, party_id, ${column('currency')}, ${column('entry_id')}, ${column('note_id')}, opened_on, due_on, amount, base_amount, amount, base_amount
    from open_items`;
};

/** Writes the parts of the securities once more. */
export const partsAgain = (change: Change) => {
  const column = written(change);
  return `insert into note_parts (branch_id, debit_note_id, kind, party_id, tax_id, credit_note_id, currency, amount)
    select ${column('branch_id')}, ${column('debit_note_id')}, kind, party_id, ${column('tax_id')}, ${column('credit_note_id')}, currency, amount
    from note_parts where kind = 'SECURITY'`;
};

/** Writes the credit notes once more, as notes of fees: a party has one of a policy's premium alone. */
export const notesAgain = (change: Change) => {
  const column = written(change);
  return `insert into notes (branch_id, kind, purpose, number, policy_id, debit_note_id, party_id, currency, amount, base_amount, posted_on, due_on)
    select ${column('branch_id')}, kind, 'FEE', number || '/2', ${column('policy_id')}, ${column('debit_note_id')}, party_id, ${column('currency')}, amount, base_amount, posted_on, due_on
    from notes where debit_note_id is not null`;
};

/** An id that no row has. */
export const NOBODY = '999999999';

/** A code that no account and no currency has. */
export const NOTHING = `'XX0'`;
