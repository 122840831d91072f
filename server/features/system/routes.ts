import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { exportProgress } from '../../../domain/exports.ts';
import { health, readiness } from '../../../domain/system.ts';
import { exportOf } from '../../platform/exports/progress.ts';
import { serve, servePublic, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';

/** What a supervisor asks of a process, and who waits for a file that it makes. */
export function systemRoutes(services: Services): Route[] {
  return [
    servePublic(health, async () => ({ status: 'ok' as const })),
    servePublic(readiness, async ({ db }) => {
      const check = async () => {
        await sql`select 1`.execute(db);
        await services.space.assertRoom(db);
      };
      await check().catch(() => {
        throw new AppError('UNAVAILABLE');
      });
      return { status: 'ok' as const };
    }),
    serve(exportProgress, async ({ user }, { query }) => exportOf(user.id, query.name)),
  ];
}
