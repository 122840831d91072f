import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { ERRORS } from '../../../domain/errors.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'openapi-3.0' }) as Json;
}

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field as z.ZodMiniType, undefined).success,
    schema: schemaOf(field as z.ZodMiniType),
  }));
}

function contentOf(endpoint: Endpoint, body: z.ZodMiniType): Json {
  if (endpoint.upload) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: schemaOf(body) } };
}

function operationOf(endpoint: Endpoint): Json {
  const write = endpoint.effect === 'write' && endpoint.access !== 'public';
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 100 },
  };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[4] ?? 'system'],
    ...(endpoint.access !== 'public' && { security: [{ session: [] }] }),
    'x-permission': endpoint.access,
    'x-effect': endpoint.effect,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(write ? [key] : []),
    ],
    ...(endpoint.body && { requestBody: { content: contentOf(endpoint, endpoint.body) } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.reply) } } },
      default: {
        description: 'A problem, said in one sentence',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const PROBLEM = {
  type: 'object',
  required: ['status', 'code', 'title', 'errors'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    title: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** The description of every call, made from the endpoints themselves. */
export function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version: '1',
      description:
        'The calls of the brokerage system. Amounts are decimal strings beside their currency; days are YYYY-MM-DD.',
    },
    paths,
    components: { schemas: { Problem: PROBLEM }, securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
  };
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(
    (endpoint) =>
      `<tr><td><code>${endpoint.method}</code></td><td><code>${escape(endpoint.path)}</code></td><td>${escape(endpoint.summary)}</td><td><code>${endpoint.access}</code></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slipway calls</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>Slipway calls</h1><p>${endpoints.length} calls. The machine-readable description: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">Permission</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></main></body></html>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:0 auto;padding:2rem 1rem}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid #8884;vertical-align:top}code{font-size:12.5px;overflow-wrap:anywhere}`;

/** Serves the description at /api/docs/openapi.json and a page of it at /api/docs. Nothing in it is a secret. */
export function mountOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  let description: string | null = null;
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply.type('application/json').send((description ??= JSON.stringify(openApi(sorted)))),
  );
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page(sorted)));
  app.get('/api/docs/style.css', (_request, reply) => reply.type('text/css').send(STYLE));
}
