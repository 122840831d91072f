import http from 'node:http';

export type Sent = {
  method: string;
  path: string;
  token?: string;
  body?: unknown;
  /** Instead of a body: exactly these, of the type that the headers say. */
  bytes?: Buffer | undefined;
  headers?: Record<string, string>;
};
// oxlint-disable-next-line typescript/no-explicit-any -- a proof reads whatever came back
export type Got = { status: number; body: any; retryAfter: string | undefined };

/** Calls over real sockets that are kept alive, as browsers make them; rejects when no answer came. */
export function httpClient(url: () => string, sockets: number) {
  // A socket that nobody used for long is given up before the server, which keeps it for 72 seconds, closes it under a call.
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets, timeout: 60_000 });
  const call = ({ method, path, token, body, bytes, headers = {} }: Sent, timeout = 60_000): Promise<Got> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const request = http.request(`${url()}${path}`, {
        method,
        agent,
        timeout,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(bytes && { 'content-length': bytes.length }),
          ...headers,
        },
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (!response.complete) return reject(new Error('cut off'));
          const json = String(response.headers['content-type']).includes('json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            body: json ? JSON.parse(text) : text,
            retryAfter: response.headers['retry-after'],
          });
        });
      });
      request.end(bytes ?? payload);
    });
  return { call, close: () => agent.destroy() };
}
