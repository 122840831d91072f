import { withSql } from './app-of.ts';
import * as batches from './batch-probes.ts';
import type { Control } from './control.ts';

const SEEN_FORGOTTEN = `create function other_seen() returns trigger language plpgsql as $f$ begin
    new.seen := jsonb_set(new.seen, '{version}', to_jsonb((select version from receipts where id = new.record_id)));
    return new; end $f$;
  create trigger other_seen before insert on record_batch_items for each row execute function other_seen()`;

/** The controls of records that are decided together. */
export const BATCH_CONTROLS: readonly Control[] = [
  {
    name: 'a batch approves what was seen, in its version',
    probe: batches.approvedAsSeen,
    mutants: { 'the version is the one of now': { sql: SEEN_FORGOTTEN } },
  },
  {
    name: 'a batch is seen by who started it alone',
    probe: batches.ownBatchAlone,
    mutants: { 'its maker is not looked at': { routes: withSql({ 'and t.made_by = ': 'and 0 <> ' }) } },
  },
];
