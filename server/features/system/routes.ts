import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { health, readiness } from '../../../domain/system.ts';
import { servePublic, type Route } from '../../platform/http/mount.ts';

/** What a supervisor asks of a process. */
export function systemRoutes(): Route[] {
  return [
    servePublic(health, async () => ({ status: 'ok' as const })),
    servePublic(readiness, async ({ db }) => {
      await sql`select 1`.execute(db).catch(() => {
        throw new AppError('UNAVAILABLE');
      });
      return { status: 'ok' as const };
    }),
  ];
}
