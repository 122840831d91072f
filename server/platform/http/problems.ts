import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { AppError, ERRORS } from '../../../domain/errors.ts';
import { constraintError } from '../db/constraints.ts';

// Ended because it took too long.
const TOO_LONG = ['57014', '25P03'];
const UNAVAILABLE = new Set([
  // No room: of a disk, a quota or the memory of the database.
  '53100',
  '53200',
  'ENOSPC',
  'EDQUOT',
  ...TOO_LONG,
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Of a socket at which as many wait as may: a database that hangs lets nobody in.
  'EAGAIN',
  'ENOENT',
  'EPIPE',
]);
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|the database system is/;

type Coded = { code?: string; constraint?: string; message?: string; statusCode?: number };

/** Whether running the same action again may succeed: a deadlock or a serialisation failure. */
export function isTransient(error: unknown): boolean {
  const { code } = error as Coded;
  return code === '40P01' || code === '40001';
}

/** Whether the database ended it because it took too long. */
export const tookTooLong = (error: unknown): boolean => TOO_LONG.includes((error as Coded).code ?? '');

function fromDatabase(error: Coded): AppError | null {
  const refused = error.constraint ? constraintError(error.constraint) : null;
  if (refused) return refused;
  if (error.code === '55P03') return new AppError('BUSY');
  if (error.code && UNAVAILABLE.has(error.code)) return new AppError('UNAVAILABLE');
  if (error.message && LOST.test(error.message)) return new AppError('UNAVAILABLE');
  if (isTransient(error)) return new AppError('BUSY');
  return null;
}

function fromServer(error: Coded): AppError | null {
  switch (error.statusCode) {
    case 413:
      return new AppError('TOO_LARGE');
    case 415:
      return new AppError('UNSUPPORTED_TYPE', { type: 'JSON' });
    case 404:
      return new AppError('NOT_FOUND');
    case 400:
      return new AppError('MALFORMED', { reason: 'it is not valid.' });
    default:
      return null;
  }
}

/** Any thrown thing as an error of the closed list. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Whoever waited has gone away: nobody reads this.
  if (error instanceof DOMException && error.name === 'AbortError') return new AppError('UNAVAILABLE');
  const coded = error as Coded;
  return fromDatabase(coded) ?? fromServer(coded) ?? new AppError('INTERNAL');
}

const MOST_ERRORS = 50;
const LONGEST_FIELD = 200;

/** One human sentence and the bad fields together, of many the first, as JSON. */
const problemOf = (error: AppError): string =>
  JSON.stringify({
    type: `urn:slipway:${error.code.toLowerCase()}`,
    status: ERRORS[error.code].status,
    code: error.code,
    title: error.message,
    errors: error.errors
      .slice(0, MOST_ERRORS)
      .map(({ field, message }) => ({ field: field.slice(0, LONGEST_FIELD), message })),
  });

const PROBLEM = 'application/problem+json';

/** What cannot be read as a request never reaches a route: it is answered on its connection, which ends. */
export function answerUnreadable(error: Coded, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return;
  const known =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new AppError('TOO_SLOW')
      : new AppError('MALFORMED', {
          reason:
            error.code === 'HPE_HEADER_OVERFLOW'
              ? 'its address or its headers are too long. Search for fewer words.'
              : 'it is not valid.',
        });
  const { status } = ERRORS[known.code];
  const body = problemOf(known);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `content-type: ${PROBLEM}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Answers with `application/problem+json`, one human sentence and the bad fields together, of many the first. §6 Errors. */
export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const entry: { status: number; retryAfter?: number } = ERRORS[error.code];
  const seconds = error.detail['minutes'] ? BigInt(error.detail['minutes']) * 60n : entry.retryAfter;
  if (seconds) void reply.header('retry-after', String(seconds));
  return reply.status(entry.status).type(PROBLEM).send(problemOf(error));
}
