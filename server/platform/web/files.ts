import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { sendProblem } from '../http/problems.ts';

type Pages = {
  /** The page as it was built. */
  index: string;
  /** Whether nobody has signed up yet. */
  isEmpty: () => Promise<boolean>;
};

/**
 * Gives the page for every address that is no call and no file, since routes are the browser's. It says whether nobody
 * has signed up yet, so that the first visitor is led to setting up the firm.
 */
export function servePages(app: FastifyInstance, { index, isEmpty }: Pages): void {
  const unset = index.replace('<html ', '<html data-empty ');
  // A firm that is there stays: from then on the page is sent without a question.
  let installed = false;
  const pageNow = async (): Promise<string> => {
    if (installed) return index;
    // Without an answer it is the usual page: a firm that exists is the usual case.
    const empty = await isEmpty().catch(() => null);
    installed = empty === false;
    return empty === true ? unset : index;
  };
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (!wantsPage) return sendProblem(reply, new AppError('NOT_FOUND'));
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await pageNow());
  });
}

const ROOT = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * Serves the built web application: files with a digest in their name for ever, the page itself never from a cache. The page is the one that was there at the
 * start, and the next build keeps the files that it names.
 */
export function serveWeb(app: FastifyInstance, isEmpty: Pages['isEmpty'], root = ROOT): void {
  const index = readFileSync(path.join(root, 'index.html'), 'utf8');
  void app.register(fastifyStatic, {
    root,
    // One route for each file that the build made: an address that is none of them is a page or nothing.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.gz', '**/*.br', '.*'],
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
  servePages(app, { index, isEmpty });
}
