import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { key: string; secret: string; region: string };

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent code as the signature wants it: everything but unreserved signs; a slash stays in a path. */
function s3Encode(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

type Signed = {
  method: string;
  url: URL;
  /** SHA-256 of the body in hex. */
  bodyHash: string;
  headers?: Readonly<Record<string, string>>;
  now: Date;
};

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${s3Encode(name)}=${s3Encode(value)}`)
    .toSorted()
    .join('&');
}

/** The headers that sign a request for S3 (AWS Signature Version 4), the caller's and `host` among the signed ones. */
export function signS3(credentials: S3Credentials, request: Signed): Record<string, string> {
  const stamp = request.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const sent: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': stamp,
  };
  const names = Object.keys(sent).toSorted();
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...names.map((name) => `${name}:${(sent[name] ?? '').trim()}`),
    '',
    names.join(';'),
    request.bodyHash,
  ].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${credentials.secret}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const { host: _host, ...headers } = sent;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}
