import { supersedeDocument } from '../../../domain/documents/superseding.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { replaceDocument, replacingOf } from './replacing.ts';

/** Replacing a document by another, of any kind: so these routes come after all features that make documents. */
export function supersedingRoutes(services: Services): Route[] {
  return [serve(supersedeDocument, async (ctx, _input, made) => replaceDocument(ctx, made), replacingOf(services))];
}
