import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { AppError } from '../domain/errors.ts';
// In the order in which one may build on another: `npm run check` holds every feature to it.
import { systemRoutes } from './features/system/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { viewedLists } from './features/views/viewed.ts';
import { attachmentRoutes } from './features/attachments/routes.ts';
import { registerRoutes } from './features/registers/routes.ts';
import { firmRoutes } from './features/firm/routes.ts';
import { letterheadOf } from './features/firm/letterhead.ts';
import { authorityRoutes } from './features/authority/routes.ts';
import { isInstalled } from './features/accounts/queries.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { documentRoutes } from './features/documents/routes.ts';
import { recordNoteRoutes } from './features/record-notes/routes.ts';
import { mailedViewRoutes } from './features/mailed-views/routes.ts';
import { budgetRoutes } from './features/budgets/routes.ts';
import { policyRoutes } from './features/placements/routes.ts';
import { slipRoutes } from './features/slips/routes.ts';
import { paperRoutes } from './features/papers/routes.ts';
import { endorsementRoutes } from './features/endorsements/routes.ts';
import { renewalRoutes } from './features/renewals/routes.ts';
import { interchangeRoutes } from './features/interchange/routes.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { voucherRoutes } from './features/vouchers/routes.ts';
import { adjustmentRoutes } from './features/adjustments/routes.ts';
import { invoiceRoutes } from './features/invoices/routes.ts';
import { journalRoutes } from './features/journals/routes.ts';
import { claimRoutes } from './features/claims/routes.ts';
import { closingRoutes } from './features/closing/routes.ts';
import { supersedingRoutes } from './features/superseding/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { bankRoutes } from './features/banks/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { endWatching } from './features/reports/watch-changes.ts';
import { statementRoutes } from './features/statements/routes.ts';
import { replacementRoutes } from './features/replacements/routes.ts';
import { reconciliationRoutes } from './features/reconciliations/routes.ts';
import { partyPageRoutes } from './features/parties/routes.ts';
import { batchRoutes } from './features/batches/routes.ts';
import { readBodies } from './platform/http/bodies.ts';
import { mount, type Platform, type Route } from './platform/http/mount.ts';
import { mountOpenApi } from './platform/http/openapi.ts';
import { answerUnreadable, asAppError, sendProblem } from './platform/http/problems.ts';
import { addressIdOf, addressOf, trusts, type TrustedProxies } from './platform/http/proxies.ts';
import { serveWeb } from './platform/web/files.ts';
import type { Services } from './services.ts';

/** The calls of every feature, in the order in which they are described. */
export function allRoutes(made: Services): Route[] {
  const services = { ...made, letterhead: letterheadOf };
  const lists = () => viewedLists(routes);
  const routes: Route[] = [
    ...systemRoutes(services),
    ...viewRoutes(lists),
    ...registerRoutes(services),
    ...firmRoutes(services),
    ...authorityRoutes(services),
    ...accountRoutes(services),
    ...documentRoutes(),
    ...attachmentRoutes(services),
    ...recordNoteRoutes(),
    ...mailedViewRoutes(services, lists),
    ...budgetRoutes(services),
    ...policyRoutes(services),
    ...slipRoutes(services),
    ...paperRoutes(services),
    ...endorsementRoutes(services),
    ...renewalRoutes(services),
    ...interchangeRoutes(),
    ...receiptRoutes(services),
    ...voucherRoutes(services),
    ...adjustmentRoutes(services),
    ...invoiceRoutes(services),
    ...journalRoutes(services),
    ...claimRoutes(services),
    ...closingRoutes(services),
    ...supersedingRoutes(services),
    ...importRoutes(services),
    ...bankRoutes(services),
    ...privacyRoutes(),
    ...reportRoutes(services),
    ...statementRoutes(services),
    ...replacementRoutes(services),
    ...reconciliationRoutes(services),
    ...partyPageRoutes(services),
    ...batchRoutes(services, () => routes),
  ];
  return routes;
}

/** Repeated query keys, NUL bytes and broken percent codes are refused before any handler sees them. */
function refuseMalformedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Its body is not read: pages are got.
    if (request.is404 && request.method !== 'GET') throw new AppError('NOT_FOUND');
    const address = request.raw.url ?? '';
    let plain: string;
    try {
      plain = decodeURIComponent(address.replaceAll('+', ' '));
    } catch {
      throw new AppError('MALFORMED', { reason: 'the address has a broken percent code.' });
    }
    if (plain.includes('\u0000')) throw new AppError('MALFORMED', { reason: 'the address holds a NUL byte.' });
    const repeated = Object.entries(request.query as Record<string, unknown>)
      .filter(([, value]) => Array.isArray(value))
      .map(([field]) => ({ field, message: 'Send this once.' }));
    if (repeated.length > 0) throw new AppError('MALFORMED', { reason: 'a query parameter was sent twice.' }, repeated);
  });
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
    "frame-src blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
} as const;

/** The HTTP server with every endpoint mounted; not yet listening. */
export function buildApp(
  platform: Platform,
  services: Services,
  options: { logger?: FastifyServerOptions['loggerInstance']; trustProxy?: TrustedProxies; web?: boolean } = {},
): FastifyInstance {
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    trustProxy: trusts(options.trustProxy ?? false),
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    // The longest upload on a slow line; JSON has its own, shorter time.
    requestTimeout: 300_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
  });
  readBodies(app);
  refuseMalformedAddresses(app);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!reply.hasHeader(name)) void reply.header(name, value);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: a query string may hold names and email addresses.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '-',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: addressIdOf(platform.keys, addressOf(request)),
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => {
    services.space.notice(error);
    const known = asAppError(error);
    if (known.code === 'INTERNAL')
      request.log.error({ err: error, route: request.routeOptions.url ?? '-' }, 'unexpected');
    return sendProblem(reply, known);
  });
  if (options.web) serveWeb(app, async () => !(await isInstalled(platform.database)));
  else app.setNotFoundHandler((_request, reply) => sendProblem(reply, new AppError('NOT_FOUND')));
  // Whoever watches opens a new stream, on the server that follows.
  app.addHook('preClose', async () => endWatching(services.pool));
  const routes = allRoutes(services);
  for (const route of routes) mount(app, platform, route);
  mountOpenApi(
    app,
    routes.map((route) => route.endpoint),
    services.publicUrl,
  );
  return app;
}
