import { sql, type RawBuilder } from 'kysely';

/** Whether the signed lines of a slip `s` of a policy `p`, named by their aliases, are still to be notified: not those of a slip that was cancelled from its first day. */
export function notNotifiedYet(p: string, s: string): RawBuilder<boolean> {
  const [policy, slip] = [(column: string) => sql.ref(`${p}.${column}`), (column: string) => sql.ref(`${s}.${column}`)];
  return sql<boolean>`${policy('status')} = 'APPROVED' and ${slip('stage')} = 'SIGNED' and ${slip('signed_lines_notified_on')} is null
    and (${policy('cancelled_from')} is null or ${policy('cancelled_from')} > ${policy('insurance_start_date')})`;
}
