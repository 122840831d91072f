import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { queryOf } from '../../../domain/call-query.ts';
import { BRANCH_HEADER } from '../../../domain/call-branches.ts';
import { accessText } from '../../../domain/permissions.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../domain/errors.ts';
import { EXPORT_TYPES } from '../exports/serve.ts';
import { readCallNames, type CallNames } from './call-names.ts';
import { docsPage, docsStyle } from './docs-page.ts';

type Json = Record<string, unknown>;

const LARGEST_WHOLE = 9_007_199_254_740_991;
const SCHEMAS = '#/components/schemas/';

/** The same JSON Schema with its references pointing to the components of the description. */
function pointToComponents(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(pointToComponents);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', SCHEMAS) : pointToComponents(value),
    ]),
  );
}

type SchemaOf = (shape: z.ZodMiniType) => Json;

/** Turns shapes into JSON Schema. A shape with a name becomes a component, once, and is referred to from then on. */
function schemaWriter(names: CallNames['shapes'], components: Json): SchemaOf {
  const registry = z.registry<{ id: string }>();
  for (const [shape, id] of names) registry.add(shape, { id });
  return (shape) => {
    const written = z.toJSONSchema(shape, {
      io: 'input',
      unrepresentable: 'any',
      target: 'draft-2020-12',
      metadata: registry,
      // What every number of JSON keeps to anyway.
      override: ({ jsonSchema }) => {
        if (jsonSchema.minimum === -LARGEST_WHOLE) delete jsonSchema.minimum;
        if (jsonSchema.maximum === LARGEST_WHOLE) delete jsonSchema.maximum;
      },
    }) as Json;
    const { $schema: _dialect, $defs, ...schema } = written;
    Object.assign(components, pointToComponents($defs ?? {}));
    return pointToComponents(schema) as Json;
  };
}

const fieldsOf = (shape: z.ZodMiniObject | undefined) =>
  Object.entries((shape?.shape ?? {}) as Record<string, z.ZodMiniType>);
const isRequired = (shape: z.ZodMiniType) => !z.safeParse(shape, undefined).success;

type Writer = {
  schemaOf: SchemaOf;
  /** The components that shapes with a name became. */
  schemas: Json;
  /** The query parameters of an endpoint; one that several calls share is a component and referred to. */
  queryOf: (endpoint: Endpoint) => Json[];
};

function queryWriter(endpoints: readonly Endpoint[], schemaOf: SchemaOf, components: Json): Writer['queryOf'] {
  const fields = endpoints.flatMap((endpoint) => fieldsOf(queryOf(endpoint)));
  const shared = new Map<string, z.ZodMiniType>();
  for (const [index, [name, field]] of fields.entries()) {
    const first = fields.findIndex(([, other]) => other === field);
    if (first === index || shared.has(name)) continue;
    shared.set(name, field);
    components[name] = { name, in: 'query', required: isRequired(field), schema: schemaOf(field) };
  }
  return (endpoint) =>
    fieldsOf(queryOf(endpoint)).map(([name, field]) =>
      shared.get(name) === field
        ? { $ref: `#/components/parameters/${name}` }
        : { name, in: 'query', required: isRequired(field), schema: schemaOf(field) },
    );
}

const FILE = { type: 'string', format: 'binary' };

/** The server takes no field that it does not know, at any depth: components that a body refers to are closed too. */
function closeSchema(schema: unknown, components: Json): void {
  if (Array.isArray(schema)) for (const one of schema) closeSchema(one, components);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { $ref, type, additionalProperties, ...inner } = schema as Json;
  if (typeof $ref === 'string') closeSchema(components[$ref.slice(SCHEMAS.length)], components);
  if (type === 'object' && additionalProperties === undefined) Object.assign(schema, { additionalProperties: false });
  for (const one of Object.values(inner)) closeSchema(one, components);
}

function bodyOf(endpoint: Endpoint, body: z.ZodMiniType, { schemaOf, schemas }: Writer): Json {
  if (endpoint.upload) return { required: true, content: { 'application/octet-stream': { schema: FILE } } };
  const schema = schemaOf(body);
  closeSchema(schema, schemas);
  return { required: isRequired(body), content: { 'application/json': { schema } } };
}

/** The media types in which an endpoint answers: JSON, the files that it says, a list or report as an export. */
function contentOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const format = fieldsOf(endpoint.query).find(([name]) => name === 'format')?.[1];
  const files = Object.entries(EXPORT_TYPES).filter(([name]) => format && z.safeParse(format, name).success);
  const types = [...(endpoint.media ?? ['application/json']), ...files.map(([, type]) => type)];
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'application/json' ? schemaOf(endpoint.reply) : FILE }]),
  );
}

const takesKey = ({ effect, access, keyless }: Endpoint) => effect === 'write' && access !== 'public' && !keyless;

const CODES = Object.keys(ERRORS) as ErrorCode[];
const statusOf = (code: ErrorCode): number => ERRORS[code].status;

/** The statuses with which an endpoint may refuse: what holds for every call, and what its kind of input adds. */
function refusalsOf(endpoint: Endpoint): number[] {
  const signedIn = endpoint.access !== 'public';
  const writes = endpoint.effect !== 'read';
  return [
    400,
    ...(signedIn ? [401, 403] : writes ? [401, 403, 429] : []),
    404,
    ...(writes || endpoint.media ? [409] : []),
    ...(endpoint.body ? [408, 413, 415] : []),
    ...(takesKey(endpoint) ? [422] : []),
    503,
  ];
}

const STATUS_WORDS: Record<number, string> = {
  400: 'BadRequest',
  401: 'NotSignedIn',
  403: 'NotAllowed',
  404: 'NotFound',
  408: 'TooSlow',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  422: 'KeyReused',
  429: 'TooMany',
  503: 'Unavailable',
};

const refusal = (status: number) => ({ $ref: `#/components/responses/${STATUS_WORDS[status]}` });

/** One answer a status, with the codes that it may carry and the sentence of each. */
function refusalComponents(): Json {
  return Object.fromEntries(
    Object.entries(STATUS_WORDS).map(([status, word]) => {
      const codes = CODES.filter((code) => String(statusOf(code)) === status);
      const retry = codes.some((code) => 'retryAfter' in ERRORS[code]);
      return [
        word,
        {
          description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join('\n'),
          ...(retry && {
            headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
          }),
          content: { 'application/problem+json': { schema: { $ref: `${SCHEMAS}Problem` } } },
        },
      ];
    }),
  );
}

const PROBLEM = {
  type: 'object',
  required: ['status', 'code', 'title', 'errors'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: CODES },
    title: { type: 'string', description: 'One sentence for a person.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key gives the same answer and one effect, for 48 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
};

const WORKS_IN = {
  name: BRANCH_HEADER,
  in: 'header',
  required: false,
  description: 'The code or id of the branch to work in, instead of that of the session: what is made belongs to it.',
  schema: { type: 'string', maxLength: 20 },
};

const tagOf = (endpoint: Endpoint) => endpoint.path.split('/')[4] ?? 'system';

function operationOf(endpoint: Endpoint, name: string, writer: Writer): Json {
  const { schemaOf, queryOf } = writer;
  const path = fieldsOf(endpoint.params);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    'x-permission': accessText(endpoint.access),
    'x-effect': endpoint.effect,
    parameters: [
      ...path.map(([name, field]) => ({ name, in: 'path', required: true, schema: schemaOf(field) })),
      ...queryOf(endpoint),
      ...(takesKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(endpoint.access === 'public' ? [] : [{ $ref: '#/components/parameters/WorksIn' }]),
    ],
    ...(endpoint.body && { requestBody: bodyOf(endpoint, endpoint.body, writer) }),
    responses: {
      200: { description: 'Done.', content: contentOf(endpoint, schemaOf) },
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refusal(status)])),
    },
  };
}

/** The description of every call, made from the endpoints themselves: OpenAPI 3.1. Throws for a call without a name. */
export function openApi(endpoints: readonly Endpoint[], names: CallNames, server: string): Json {
  const schemas: Json = { Problem: PROBLEM };
  const parameters: Json = { IdempotencyKey: KEY, WorksIn: WORKS_IN };
  const schemaOf = schemaWriter(names.shapes, schemas);
  const writer = { schemaOf, schemas, queryOf: queryWriter(endpoints, schemaOf, parameters) };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const name = names.endpoints.get(endpoint);
    if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is no exported constant.`);
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, name, writer),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version: '1',
      description:
        'The calls of the brokerage system. Amounts are decimal strings beside their currency; days are YYYY-MM-DD.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    tags: [...new Set(endpoints.map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: refusalComponents(),
      parameters,
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** Serves the description at /api/docs/openapi.json and a page of it at /api/docs. Nothing in it is a secret. */
export function mountOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[], server: string): void {
  const sorted = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  let description: Promise<string> | null = null;
  const describe = async () => JSON.stringify(openApi(sorted, await readCallNames(), server));
  app.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(await (description ??= describe())),
  );
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(sorted)));
  app.get('/api/docs/style.css', (_request, reply) => reply.type('text/css').send(docsStyle));
}
