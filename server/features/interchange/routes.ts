import * as contract from '../../../domain/interchange/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { assertMayHere } from '../decisions.ts';
import { makeDraft } from './actions.ts';
import { placementDownload } from './export.ts';
import { previewOf, readUpload, type PlacementUpload } from './work-out.ts';

/** Placements as files: out of the record, and in as a draft. */
export function interchangeRoutes(): Route[] {
  return [
    serve(contract.exportPolicy, (ctx, { query }) => placementDownload(ctx, query, 'LOCAL')),
    serve(contract.exportSlip, (ctx, { query }) => placementDownload(ctx, query, 'LONDON')),
    serve(
      contract.previewPlacement,
      (ctx, { query }, upload) => previewOf(ctx, upload as PlacementUpload, contract.readChoices(query.choices)),
      async (ctx, { body }) => {
        // A caller who may make no policy here is refused before the file is read.
        assertMayHere(ctx, 'policies.create');
        return readUpload(body);
      },
    ),
    serve(
      contract.draftPlacement,
      (ctx, { query }, upload) => makeDraft(ctx, query, upload as PlacementUpload),
      async (ctx, { body }) => {
        assertMayHere(ctx, 'policies.create');
        return readUpload(body);
      },
    ),
  ];
}
