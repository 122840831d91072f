import fastify, { type FastifyInstance } from 'fastify';
import { type KyselyPlugin, OperationNodeTransformer, type RawNode } from 'kysely';
import { allRoutes } from '../../app.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { readBodies } from '../../platform/http/bodies.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { mount, type Platform, type PrepareCtx, type Route } from '../../platform/http/mount.ts';
import { asAppError, sendProblem } from '../../platform/http/problems.ts';
import { trusts } from '../../platform/http/proxies.ts';
import type { Services } from '../../services.ts';
import type { Off } from './control.ts';

export type Mutation = (route: Route) => Route;

/** The product's routes on a bare server behind one proxy, each as a mutant leaves it: production code has no switch for this. */
export function appOf({ routes = unchanged, proxies = 1, failing = (error) => error }: Off) {
  return ({ platform, services }: { platform: Platform; services: Services }): FastifyInstance => {
    const app = fastify({ logger: false, trustProxy: trusts(proxies) });
    readBodies(app);
    app.setErrorHandler((thrown, _request, reply) => {
      const error = failing(thrown);
      services.space.notice(error);
      return sendProblem(reply, asAppError(error));
    });
    for (const route of allRoutes(services)) mount(app, platform, routes(route));
    return app;
  };
}

/** The handler sees another context than the one that the platform made. */
export function withContext(change: (ctx: Ctx) => Ctx): Mutation {
  return (route) => {
    const { handle } = route;
    return handle ? { ...route, handle: (ctx, input, prepared) => handle(change(ctx), input, prepared) } : route;
  };
}

/** The work before the transaction, exports among it, sees another context than the one that the platform made. */
export function withPrepared(change: (ctx: PrepareCtx) => PrepareCtx): Mutation {
  return (route) => {
    const { prepare } = route;
    return prepare ? { ...route, prepare: (ctx, input) => prepare(change(ctx), input) } : route;
  };
}

/** The statements of a handler read otherwise than they were written. */
export function withSql(changes: Readonly<Record<string, string>>): Mutation {
  class Otherwise extends OperationNodeTransformer {
    protected override transformRaw(node: RawNode): RawNode {
      const raw = super.transformRaw(node);
      const fragments = raw.sqlFragments.map((text) =>
        Object.entries(changes).reduce((changed, [was, is]) => changed.replaceAll(was, is), text),
      );
      return { ...raw, sqlFragments: fragments };
    }
  }
  const otherwise = new Otherwise();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => otherwise.transformNode(node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return withContext((ctx) => ({ ...ctx, db: ctx.db.withPlugin(plugin) }));
}

export function withEndpoint(change: (endpoint: Endpoint) => Endpoint): Mutation {
  return (route) => ({ ...route, endpoint: change(route.endpoint) });
}

/** The handler sees another input than the one that was sent. */
export function withInput(change: (input: { body: Record<string, unknown> | undefined }) => unknown): Mutation {
  return (route) => {
    const { handle } = route;
    return handle
      ? { ...route, handle: (ctx, input, prepared) => handle(ctx, change(input as never) as never, prepared) }
      : route;
  };
}

const unchanged: Mutation = (route) => route;
