import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { sendProblem } from '../http/problems.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * Serves the built web application: files with a digest in their name for ever, the page itself never from a cache, and
 * the page for every address that is not a call, since routes are the browser's.
 */
export function serveWeb(app: FastifyInstance): void {
  const index = readFileSync(path.join(ROOT, 'index.html'), 'utf8');
  void app.register(fastifyStatic, {
    root: ROOT,
    // One route for each file that the build made: an address that is none of them is a page or nothing.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.gz', '**/*.br', '.sources'],
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (!wantsPage) return sendProblem(reply, new AppError('NOT_FOUND'));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index);
  });
}
