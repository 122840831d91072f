import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import type { PageModel } from '../../server/platform/documents/page-model.ts';
import { createRenderer } from '../../server/platform/documents/renderer.ts';
import { firstOf } from '../../domain/errors.ts';
import type { Got, Sent } from '../../server/proofs/http-client.ts';
import { measured, type Measured } from './clients.ts';

type Office = { owner: pg.Pool; call: (sent: Sent) => Promise<Got>; tokenOf: (email: string) => Promise<string> };
type Paper = { id: number; branch_id: number; maker: string };

/** More than sixteen clients print in the time that they have. */
const SUPPLY = 150;
const KINDS = {
  'debit note': 'debitnote',
  'credit notes': 'creditnote',
  'reinsurance slip': 'reinsuranceslip',
  'cover note': 'covernote',
};

/** A row of a document like one that is there, with that many bytes. */
const AGAIN = `insert into documents (branch_id, kind, number, record_kind, record_id, note_id, issue, party_name, code, sha256, pdf, made_by, security_id, dated, model, currency, total)
  select branch_id, kind, number, record_kind, record_id, note_id, -$2::int, party_name, 'BENCH' || $2, sha256, pdf, made_by, security_id, dated, model, currency, total
  from documents where id = $1`;

/** Documents are kept for ever by a trigger; whom each went to is kept beside it. */
const TAKE_BACK = `begin; alter table documents disable trigger user; delete from party_papers where document_id in (select id from documents where issue < 0);
  delete from documents where issue < 0; alter table documents enable trigger user; commit`;

/**
 * Papers of policies that have none: worked out, printed and kept over HTTP; beside as many that are printed from what one shows, and rows of the same bytes.
 * What the bound wrote is taken back.
 */
export async function benchPapers(
  { owner, call, tokenOf }: Office,
  amount: { runs: number; seconds: number },
): Promise<{ name: string; http: Measured; bound: Measured }[]> {
  const renderer = createRenderer({ log: { warn: () => undefined } });
  await using ending = new AsyncDisposableStack();
  ending.defer(() => renderer.close());
  const takeBack = () => owner.query(TAKE_BACK);
  await takeBack();
  ending.defer(async () => void (await takeBack()));
  const found: { name: string; http: Measured; bound: Measured }[] = [];
  for (const [name, path] of Object.entries(KINDS)) {
    const { rows: policies } = await owner.query<Paper>(
      `select p.id, p.branch_id, (select min(u.email) from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_UNDERWRITER' and r.branch_id = p.branch_id) as maker
      from policies p where p.status = 'APPROVED' and p.market = 'LOCAL' and not exists (select from documents d where d.record_kind = 'policy' and d.record_id = p.id)
      order by p.id desc limit $1`,
      [amount.runs + 3 + amount.seconds * SUPPLY],
    );
    let last = 0;
    let papers = 1;
    const http = await measured(async () => {
      const next = policies.pop();
      if (!next) return false;
      const sent = {
        method: 'PUT',
        path: `/api/sca/v1/underwriting/${path}?id=${next.id}`,
        token: await tokenOf(next.maker),
      };
      const { status, body } = await call(sent);
      if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      const made = [body].flat();
      [last, papers] = [made[0].id, made.length];
      return true;
    }, amount);
    const { rows: kept } = await owner.query<{ model: Buffer }>('select model from documents where id = $1', [last]);
    const page: PageModel = JSON.parse(gunzipSync(firstOf(kept).model).toString());
    let count = 0;
    const bound = await measured(async () => {
      // As many as a call makes; sixteen clients count at once.
      const some = Array.from({ length: papers }, () => (count += 1));
      await Promise.all(
        some.map(async (own) => {
          await renderer.render({ ...page, number: `${name} ${own}` });
          await owner.query(AGAIN, [last, own + found.length * 1_000_000]);
        }),
      );
      return true;
    }, amount);
    found.push({ name: `a paper: ${name}`, http, bound });
  }
  return found;
}
