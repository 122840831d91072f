import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { parseExactJson } from './json.ts';
import { sendProblem } from './problems.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const ARRIVES_WITHIN = 30_000;
const JSON_TYPE = 'application/json';
const FILE_TYPE = 'application/octet-stream';

/** How many bytes a call reads: what strangers may send, and what carries no fields, is small. */
export function bodyLimitOf({ upload, access, body }: Endpoint): number {
  if (upload) return upload.maxBytes;
  return access === 'public' || !body ? 16 * KILOBYTE : MEGABYTE;
}

function hasBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Refuses a body of another type than the call takes, by its headers alone, before any of it is read. */
export function assertBodyType({ headers }: FastifyRequest, { upload }: Endpoint): void {
  const type = headers['content-type'];
  if (type === undefined && !hasBody(headers)) return;
  const accepted = upload ? FILE_TYPE : JSON_TYPE;
  const media = (type ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (media !== accepted) throw new AppError('UNSUPPORTED_TYPE', { type: upload ? accepted : 'JSON' });
}

/**
 * Ends a request whose JSON does not arrive in time: it answers, and the connection is closed. A file may take as long as
 * the server's own limit lets it.
 */
export function assertArrives(request: FastifyRequest, reply: FastifyReply, limit = ARRIVES_WITHIN): void {
  if (!hasBody(request.headers)) return;
  const { raw } = request;
  const timer = setTimeout(() => {
    // One that was refused for its length is answered, though the rest of it never ends.
    if (!reply.sent) sendProblem(reply.header('connection', 'close'), new AppError('TOO_SLOW'));
  }, limit);
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timer));
}

/** The message for a body that is too long: of a file, how long it may be. */
export function tooLong({ upload }: Endpoint): AppError {
  if (!upload) return new AppError('TOO_LARGE');
  const { maxBytes } = upload;
  const size = maxBytes < MEGABYTE ? `${Math.floor(maxBytes / KILOBYTE)} kB` : `${Math.floor(maxBytes / MEGABYTE)} MB`;
  return new AppError('FILE_TOO_LARGE', { size });
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('MALFORMED', { reason: 'the body is not text in UTF-8.' });
  }
}

/** Reads JSON and files, and nothing else; which of them a call takes, and how much, its route says. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    body.length === 0 ? undefined : parseExactJson(textOf(body)),
  );
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
}
