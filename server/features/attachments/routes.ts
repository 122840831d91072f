import * as contract from '../../../domain/attachments/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { attach, detach, keepBytes, openAttachment } from './actions.ts';
import { attachmentsOf } from './queries.ts';

/** Files on records: their list, uploads, downloads and removal. */
export function attachmentRoutes({ files, scanned = false }: Pick<Services, 'files' | 'scanned'>): Route[] {
  return [
    serve(contract.listAttachments, (ctx, { query }) => attachmentsOf(ctx, query)),
    serve(
      contract.saveAttachment,
      (ctx, input, stored) =>
        attach(ctx, input, { stored: stored as Awaited<ReturnType<typeof keepBytes>>, files, scanned }),
      (ctx, input) => keepBytes(ctx, input, files),
    ),
    serve(contract.getAttachment, (ctx, { params }) => openAttachment(ctx, params.id, files)),
    serve(contract.removeAttachment, detach),
  ];
}
