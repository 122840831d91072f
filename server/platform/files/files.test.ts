import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import { signS3 } from './sign-s3.ts';
import type { FileStore } from './store.ts';

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const A = Buffer.from('first file');
const B = Buffer.from('second file');

/** What every store keeps, whatever it is made of. */
async function keepsItsWord(store: FileStore): Promise<void> {
  expect(await store.has(sha(A))).toBe(false);
  expect(await store.get(sha(A))).toBeNull();
  await store.put(sha(A), A);
  await store.put(sha(A), A);
  await store.put(sha(B), B);
  const stream = await store.get(sha(A));
  expect(stream && (await buffer(stream))).toEqual(A);
  const listed = await Array.fromAsync(store.list());
  expect(listed.map((one) => one.key).toSorted()).toEqual([sha(A), sha(B)].toSorted());
  expect(listed.every((one) => Math.abs(Date.now() - one.putAt.getTime()) < 60_000)).toBe(true);
  await store.delete(sha(A));
  await store.delete(sha(A));
  expect(await store.has(sha(A))).toBe(false);
  for (const key of ['../../etc/passwd', 'x', `${sha(A)}/..`, ''])
    await expect((async () => store.put(key, A))()).rejects.toThrow('SHA-256');
}

describe('a folder', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'slipway-store-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('keeps its word', () => keepsItsWord(folderStore(path.join(root, 'not-there-yet'))));
  test('two levels by digest, readable by nobody else, nothing half written', async () => {
    const store = folderStore(root);
    await Promise.all(Array.from({ length: 8 }, () => store.put(sha(A), A)));
    const folder = path.join(root, sha(A).slice(0, 2), sha(A).slice(2, 4));
    expect(await readdir(folder)).toEqual([sha(A)]);
    expect((await stat(path.join(folder, sha(A)))).mode & 0o777).toBe(0o600);
    await writeFile(path.join(folder, '.half'), 'x');
    expect((await Array.fromAsync(store.list())).map((one) => one.key)).toEqual([sha(A)]);
  });
});

const CREDENTIALS = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

// The examples that Amazon publishes for Signature Version 4 of S3.
test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signature of %s %s', (...example) => {
  const [method, address, headers, body, signature] = example;
  const signed = signS3(CREDENTIALS, {
    method,
    url: new URL(address, 'https://examplebucket.s3.amazonaws.com'),
    bodyHash: sha(body),
    headers,
    now: new Date('2013-05-24T00:00:00.000Z'),
  });
  expect(signed['authorization']).toContain(`Signature=${signature}`);
});

type Kept = { bytes: Buffer; at: Date };

/** A bucket that believes nobody: it works out each signature by itself and refuses what differs. */
function bucket(): http.Server & { kept: Map<string, Kept> } {
  const kept = new Map<string, Kept>();
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const trusted = (request: http.IncomingMessage, body: Buffer): boolean => {
    const given =
      /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
        request.headers.authorization ?? '',
      );
    if (!given || given[1] !== CREDENTIALS.key || request.headers['x-amz-content-sha256'] !== sha(body)) return false;
    const [place = '', query = ''] = (request.url ?? '').split('?');
    const names = (given[4] ?? '').split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
    const lines = names.map((name) => `${name}:${String(request.headers[name])}`);
    const asked = [
      request.method,
      place,
      query.split('&').toSorted().join('&'),
      ...lines,
      '',
      names.join(';'),
      sha(body),
    ];
    const stamp = String(request.headers['x-amz-date']);
    const day = given[2] ?? '';
    const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${day}/us-east-1/s3/aws4_request\n${sha(asked.join('\n'))}`;
    const key = hmac(hmac(hmac(hmac(`AWS4${CREDENTIALS.secret}`, day), 'us-east-1'), 's3'), 'aws4_request');
    return hmac(key, toSign).toString('hex') === given[5];
  };
  const listing = (after: string) => {
    const [first, ...more] = [...kept].filter(([place]) => place > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const row = first
      ? `<Contents><Key>${first[0]}</Key><LastModified>${first[1].at.toISOString()}</LastModified></Contents>`
      : '';
    const next = more.length > 0 ? `<NextContinuationToken>${first?.[0]}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${row}${next}</ListBucketResult>`;
  };
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request);
    if (!trusted(request, body)) return response.writeHead(403).end();
    const url = new URL(request.url ?? '', 'http://x');
    const place = url.pathname.replace(/^\/papers\//, '');
    if (url.searchParams.has('list-type'))
      return response.end(listing(url.searchParams.get('continuation-token') ?? ''));
    if (request.method === 'PUT') kept.set(place, { bytes: body, at: new Date() });
    if (request.method === 'DELETE') return response.writeHead(kept.delete(place) ? 204 : 404).end();
    const found = kept.get(place);
    return found ? response.end(request.method === 'GET' ? found.bytes : '') : response.writeHead(404).end();
  });
  return Object.assign(server, { kept });
}

describe('S3', () => {
  const server = bucket();
  let endpoint = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test('keeps its word, a list over several pages with it', async () => {
    await keepsItsWord(s3Store({ ...CREDENTIALS, endpoint, bucket: 'papers' }));
    expect([...server.kept.keys()]).toEqual([`${sha(B).slice(0, 2)}/${sha(B).slice(2, 4)}/${sha(B)}`]);
  });
  test('what is refused, or not there at all, is an outage and no fault of the caller', async () => {
    const wrong = s3Store({ ...CREDENTIALS, secret: 'another', endpoint, bucket: 'papers' });
    const nowhere = s3Store({ ...CREDENTIALS, endpoint: 'http://127.0.0.1:9', bucket: 'papers' });
    for (const store of [wrong, nowhere]) {
      await expect(store.put(sha(A), A)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.get(sha(A))).rejects.toBeInstanceOf(AppError);
    }
  });
});
