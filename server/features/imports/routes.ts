import { AppError } from '../../../domain/errors.ts';
import { imports } from '../../../domain/imports/contract.ts';
import { history } from '../../../domain/imports/history/contract.ts';
import { importTarget } from '../../../domain/imports/targets.ts';
import { type Exporting, serveExportable, serveListing } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import * as actions from './actions.ts';
import { assertArchive, confirmHistory, matchHistory, uploadHistory } from './history/actions.ts';
import { currentHistory } from './history/record.ts';
import * as queries from './queries.ts';
import { importerFor } from './targets/all.ts';

export function importRoutes(services: Exporting): Route[] {
  const { pool } = services;
  return [
    serve(
      imports.upload,
      (ctx, input) => actions.uploadFile(ctx, input),
      async (ctx, { query, body }) => {
        // A caller who may not import is refused before the file is read.
        importerFor(ctx, query.target);
        await actions.assertReadable(query.name, body);
      },
    ),
    serveListing(imports.items, queries.importList, services),
    serveExportable(imports.rows, (ctx, { query }) => queries.listRows(ctx, query), {
      pool,
      table: (ctx, { query }) => queries.rowsExport(ctx, query),
    }),
    serveExportable(
      imports.template,
      async (_ctx, { query }) => {
        const target = importTarget(query.target);
        if (!target) throw new AppError('NOT_FOUND');
        return { target: target.key, fields: target.fields.map((field) => field.label) };
      },
      { pool, table: (_ctx, { query }) => queries.templateTable(query.target) },
    ),
    serve(history.current, (ctx) => currentHistory(ctx)),
    serve(
      history.upload,
      (ctx, input) => uploadHistory(ctx, input),
      (_ctx, { body }) => assertArchive(body),
    ),
    serve(history.match, (ctx, input) => matchHistory(ctx, input)),
    serve(history.confirm, (ctx, input) => confirmHistory(ctx, input)),
    serve(imports.one, (ctx, { params }) => queries.oneImport(ctx, params.id)),
    serve(imports.match, (ctx, input) => actions.matchImport(ctx, input)),
    serve(imports.confirm, (ctx, input) => actions.confirmImport(ctx, input)),
    serve(imports.cancel, (ctx, { params }) => actions.cancelImport(ctx, params.id)),
  ];
}
