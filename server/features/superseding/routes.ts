import { supersedeDocument } from '../../../domain/documents/superseding.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { replaceDocument, replacingOf } from './replacing.ts';

/** A document in the place of another: of any kind, so it stands behind all features that make them. */
export function supersedingRoutes(services: Services): Route[] {
  return [serve(supersedeDocument, async (ctx, _input, made) => replaceDocument(ctx, made), replacingOf(services))];
}
