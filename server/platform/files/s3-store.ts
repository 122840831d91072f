import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { XMLParser } from 'fast-xml-parser';
import { AppError } from '../../../domain/errors.ts';
import { signS3, type S3Credentials } from './sign-s3.ts';
import { assertKey, isKey, type FileStore } from './store.ts';

type S3Options = S3Credentials & { endpoint: string; bucket: string };

const TIMEOUT_MS = 60_000;
const NOTHING = createHash('sha256').update('').digest('hex');
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

type Listed = {
  ListBucketResult?: {
    Contents?: { Key: string; LastModified: string }[];
    NextContinuationToken?: string;
  };
};

async function refused(response: Response): Promise<never> {
  await response.body?.cancel();
  throw Object.assign(new AppError('UNAVAILABLE'), { cause: `The store of files answered ${response.status}.` });
}

/** Files in a bucket of S3 or of what speaks its language, addressed by path: ab/cd/abcd…. */
export function s3Store(options: S3Options): FileStore {
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const addressOf = (key: string) => {
    assertKey(key);
    return new URL(`${base}/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`);
  };
  const ask = async (method: string, url: URL, body?: { bytes: Uint8Array; hash: string }): Promise<Response> => {
    const headers = signS3(options, { method, url, bodyHash: body?.hash ?? NOTHING, now: new Date() });
    try {
      return await fetch(url, {
        method,
        headers,
        ...(body && { body: body.bytes as Uint8Array<ArrayBuffer> }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw Object.assign(new AppError('UNAVAILABLE'), { cause: error });
    }
  };
  return {
    put: async (key, bytes) => {
      const response = await ask('PUT', addressOf(key), { bytes, hash: key });
      if (!response.ok) await refused(response);
      await response.body?.cancel();
    },
    get: async (key) => {
      const response = await ask('GET', addressOf(key));
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok || response.body === null) return refused(response);
      return Readable.fromWeb(response.body as ReadableStream);
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
