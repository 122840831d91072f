import { readPdfText } from '../server/testing/pdf.ts';
import { PASSWORD, MAIL_DOMAIN } from '../server/testing/test-firm.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a journey reads whatever came back
type Reply = any;
export type Caller = {
  userId: number;
  /** What the sign-in answered. */
  session: object;
  call: (request: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`, body?: unknown) => Promise<Reply>;
  /** What the paper that a PUT makes says, or the first of several; white space folded. */
  paper: (path: string) => Promise<string>;
};

const isFile = (body: unknown): body is Uint8Array => body instanceof Uint8Array;

/** A user at the product's calls, without a browser: for what a journey finds there already. Whatever is refused throws. */
export async function caller(url: string, who: string): Promise<Caller> {
  const send = async (request: string, body: unknown, token?: string): Promise<Reply> => {
    const [method = '', path = ''] = request.split(' ');
    const reply = await fetch(`${url}/api/sca/v1/${path}`, {
      method,
      headers: {
        ...(body === undefined
          ? {}
          : { 'content-type': isFile(body) ? 'application/octet-stream' : 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: isFile(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${request} as ${who}: ${reply.status} ${text}`);
    return JSON.parse(text);
  };
  const session = await send('POST auth/authenticate', { email: `${who}@${MAIL_DOMAIN}`, password: PASSWORD });
  const token: string = session.access_token;
  const paper = async (path: string): Promise<string> => {
    const [made] = [await send(`PUT ${path}`, undefined, token)].flat();
    const file = await fetch(`${url}${made.url}`, { headers: { authorization: `Bearer ${token}` } });
    if (!file.ok) throw new Error(`${made.url} as ${who}: ${file.status}`);
    return readPdfText(Buffer.from(await file.arrayBuffer())).replace(/\s+/g, ' ');
  };
  return { userId: session.user.id, session, call: (request, body) => send(request, body, token), paper };
}
