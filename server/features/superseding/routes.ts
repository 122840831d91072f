import { supersedeDocument } from '../../../domain/documents/superseding.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { storeReplacing } from '../documents/store.ts';
import type { Services } from '../../services.ts';
import { replacingOf } from './replacing.ts';

/** Replacing a document by another, of any kind: so these routes come after all features that make documents. */
export function supersedingRoutes(services: Services): Route[] {
  return [serve(supersedeDocument, (ctx, _input, made) => storeReplacing(ctx, made), replacingOf(services))];
}
