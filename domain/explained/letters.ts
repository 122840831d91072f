/** What is behind the figures of statements and reminders that are sent, and of reconciliations with others. */
import { getReconciliation, listReconciliations } from '../reconciliations/contract.ts';
import { bridgeTable, reconciliationTable } from '../reconciliations/tables.ts';
import { listReminders, statementAccounts } from '../statements/contract.ts';
import { accountTable, reminderTable } from '../statements/tables.ts';
import { explained } from '../tables/behind.ts';

const LETTER = {
  premium: 'LETTER',
  returns: 'LETTER',
  claims: 'LETTER',
  unallocated: 'LETTER',
  balance: 'LETTER',
  to_come: 'LETTER',
} as const;
/** Statements and reminders set out what they come to, and what others say is theirs. */
export const statementParties = explained({ call: statementAccounts, table: accountTable }, LETTER);
export const reminders = explained({ call: listReminders, table: reminderTable }, { outstanding: 'LETTER' });
export const reconciliations = explained(
  { call: listReconciliations, table: reconciliationTable },
  {
    theirs: 'REGISTER',
    ours: 'RECORD',
    explained: 'RECORD',
  },
);
export const bridge = explained(
  { call: getReconciliation, table: bridgeTable },
  {
    ours: 'RECORD',
    theirs: 'REGISTER',
    difference: 'COLUMNS',
  },
);
