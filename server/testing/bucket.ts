import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The key of Amazon's published examples. */
export const CREDENTIALS = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

type Kept = { bytes: Buffer; at: Date };
type Bucket = {
  kept: Map<string, Kept>;
  settings: typeof CREDENTIALS & { endpoint: string; bucket: string };
  /** From now on what is asked for comes byte by byte, the next when it is told to go on. */
  stopAtEachByte: () => void;
  goOn: () => void;
  close: () => void;
};

/** A bucket `papers` that believes nobody: it works out each signature by itself and refuses what differs. */
export async function openBucket(): Promise<Bucket> {
  const kept = new Map<string, Kept>();
  let gate: PromiseWithResolvers<void> | null = null;
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const trusted = (request: http.IncomingMessage, body: Buffer): boolean => {
    const signature =
      /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
        request.headers.authorization ?? '',
      );
    if (!signature || signature[1] !== CREDENTIALS.key || request.headers['x-amz-content-sha256'] !== sha(body))
      return false;
    const [place = '', query = ''] = (request.url ?? '').split('?');
    const names = (signature[4] ?? '').split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
    const lines = names.map((name) => `${name}:${String(request.headers[name])}`);
    const signedLines = [
      request.method,
      place,
      query.split('&').toSorted().join('&'),
      ...lines,
      '',
      names.join(';'),
      sha(body),
    ];
    const stamp = String(request.headers['x-amz-date']);
    const day = signature[2] ?? '';
    const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${day}/us-east-1/s3/aws4_request\n${sha(signedLines.join('\n'))}`;
    const key = hmac(hmac(hmac(hmac(`AWS4${CREDENTIALS.secret}`, day), 'us-east-1'), 's3'), 'aws4_request');
    return hmac(key, toSign).toString('hex') === signature[5];
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
    if (!found) return response.writeHead(404).end();
    if (request.method !== 'GET') return response.end('');
    if (gate === null) return response.end(found.bytes);
    for (const byte of found.bytes) {
      response.write(Buffer.of(byte));
      await gate.promise;
    }
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    kept,
    settings: { ...CREDENTIALS, endpoint, bucket: 'papers' },
    stopAtEachByte: () => void (gate = Promise.withResolvers()),
    goOn: () => {
      const opened = gate;
      gate = Promise.withResolvers();
      opened?.resolve();
    },
    close: () => server.close(),
  };
}
