import * as contract from '../../../domain/journals/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { stepRoutes } from '../steps.ts';
import { editJournal, saveJournal } from './actions.ts';
import { manualJournals } from './lists.ts';
import { JOURNAL_STEPS } from './money.ts';
import { journalRecord, previewJournal } from './record.ts';

/** What a person books by hand: the calls under /journal. */
export function journalRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listManualJournals, manualJournals, services),
    serve(contract.getManualJournal, (ctx, { params }) => journalRecord(ctx, params.id)),
    serve(contract.saveManualJournal, saveJournal),
    serve(contract.editManualJournal, editJournal),
    ...stepRoutes(JOURNAL_STEPS, contract.manualJournalCalls),
    serve(contract.previewManualJournal, (ctx, { params, query }) => previewJournal(ctx, params.id, query.posting_day)),
  ];
}
