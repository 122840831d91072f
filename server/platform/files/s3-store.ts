import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream, ReadableStreamDefaultReader } from 'node:stream/web';
import { XMLParser } from 'fast-xml-parser';
import { AppError } from '../../../domain/errors.ts';
import { signS3, type S3Credentials } from './sign-s3.ts';
import { assertKey, isKey, type FileStore } from './store.ts';

type S3Options = S3Credentials & {
  endpoint: string;
  bucket: string;
  /** Milliseconds in which an answer begins, and in which each further piece of a file comes. */
  patience?: number;
};

const PATIENCE_MS = 60_000;
const NOTHING = createHash('sha256').update('').digest('hex');
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

type Listed = {
  ListBucketResult?: {
    Contents?: { Key: string; LastModified: string }[];
    NextContinuationToken?: string;
  };
};

type Asked = { body?: { bytes: Uint8Array; hash: string }; signal?: AbortSignal };

async function refused(response: Response): Promise<never> {
  await response.body?.cancel();
  throw Object.assign(new AppError('UNAVAILABLE'), { cause: `The store of files answered ${response.status}.` });
}

/** Waits so long for a piece of work and no longer. */
async function within<T>(patience: number, quiet: AbortController, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => quiet.abort(), patience);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

type ReadPiece = ReadableStreamDefaultReader<Uint8Array>['read'];

/** What a store sends, piece by piece. It has its time for each of them: whoever reads slowly may take hours over a file. */
async function* piecesOf(body: ReadableStream<Uint8Array>, piece: (read: ReadPiece) => ReturnType<ReadPiece>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await piece(() => reader.read());
    if (done) return;
    yield value;
  }
}

/** Files in a bucket of S3 or of what speaks its language, addressed by path: ab/cd/abcd…. */
export function s3Store(options: S3Options): FileStore {
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const addressOf = (key: string) => {
    assertKey(key);
    return new URL(`${base}/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`);
  };
  const { patience = PATIENCE_MS } = options;
  const ask = async (method: string, url: URL, { body, signal }: Asked = {}): Promise<Response> => {
    const headers = signS3(options, { method, url, bodyHash: body?.hash ?? NOTHING, now: new Date() });
    try {
      return await fetch(url, {
        method,
        headers,
        ...(body && { body: body.bytes as Uint8Array<ArrayBuffer> }),
        redirect: 'error',
        signal: signal ?? AbortSignal.timeout(patience),
      });
    } catch (error) {
      throw Object.assign(new AppError('UNAVAILABLE'), { cause: error });
    }
  };
  return {
    put: async (key, bytes) => {
      const response = await ask('PUT', addressOf(key), { body: { bytes, hash: key } });
      if (!response.ok) await refused(response);
      await response.body?.cancel();
    },
    get: async (key) => {
      const quiet = new AbortController();
      const { signal } = quiet;
      const response = await within(patience, quiet, () => ask('GET', addressOf(key), { signal }));
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok || response.body === null) return refused(response);
      const pieces = piecesOf(response.body as ReadableStream, (read) => within(patience, quiet, read));
      return Readable.from(pieces, { objectMode: false }).once('close', () => quiet.abort());
    },
    has: async (key) => {
      const response = await ask('HEAD', addressOf(key));
      await response.body?.cancel();
      if (response.ok) return true;
      return response.status === 404 ? false : refused(response);
    },
    delete: async (key) => {
      const response = await ask('DELETE', addressOf(key));
      if (!response.ok && response.status !== 404) await refused(response);
      await response.body?.cancel();
    },
    list: async function* list() {
      let token: string | undefined;
      do {
        const url = new URL(base);
        url.searchParams.set('list-type', '2');
        if (token !== undefined) url.searchParams.set('continuation-token', token);
        const response = await ask('GET', url);
        if (!response.ok) await refused(response);
        const { ListBucketResult: listing } = parser.parse(await response.text()) as Listed;
        for (const { Key: place, LastModified: at } of listing?.Contents ?? []) {
          const key = place.split('/').at(-1) ?? '';
          // Whatever else lies in the bucket is not ours.
          if (isKey(key)) yield { key, putAt: new Date(at) };
        }
        token = listing?.NextContinuationToken;
      } while (token !== undefined && token !== '');
    },
  };
}
