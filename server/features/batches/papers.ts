import { sql } from 'kysely';
import type { planPapers, sendPapers } from '../../../domain/batches/contract.ts';
import type { SentPaper } from '../../../domain/batches/tables.ts';
import { MOST_ADDRESSES } from '../../../domain/documents/sending.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { SENT_DOCUMENTS, type SentDocument } from '../../../domain/registers/party-shapes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { whyNot } from '../decisions.ts';
import { addressesOf } from '../documents/addresses.ts';
import { isMailed } from '../documents/sending.ts';
import { keepBatch } from './batches.ts';
import { batchRows } from './plan.ts';

type Wanted = Pick<Decoded<typeof planPapers>['body'], 'papers' | 'again'>;
type Row = Awaited<ReturnType<typeof batchRows>>[number];

/** A paper that a policy has, or would have once it is made. */
type Paper = { policy: number; paper: SentPaper; party: number; name: string; mailed: boolean };

export const MAILED_BEFORE = 'What was chosen of it was mailed before.';
const NOTHING = 'It has none of these papers.';
const noAddress = (names: readonly string[]) => `No address is known of ${[...new Set(names)].join(', ')}.`;

/** The papers of policies and whether each was mailed as it counts now: notes of the premium, the cover note in its issue. */
async function papersOf(ctx: Ctx, ids: readonly number[], papers: readonly SentPaper[]): Promise<Paper[]> {
  const scope = sql`any(${[...ctx.scope]}::int[])`;
  const { rows } = await sql<Paper>`
    select w.policy, w.paper, w.party, r.name, exists (
      select 1 from documents d join document_sendings s on s.document_id = d.id and ${isMailed('s')}
      where d.record_kind = w.of and d.record_id = w.record and d.kind = w.paper and (w.of = 'note' or d.issue = w.issue)) as mailed
    from (
      select n.policy_id as policy, case when n.debit_note_id is null then 'debit-note' else 'credit-note' end as paper,
        n.party_id as party, 'note' as of, n.id as record, 1 as issue
      from notes n where n.policy_id = any(${[...ids]}::int[]) and n.branch_id = ${scope}
        and n.endorsement_id is null and n.claim_id is null and n.status = 'ISSUED' and n.purpose = 'PREMIUM'
      union all
      select p.id, 'cover-note', p.reinsured_id, 'policy', p.id, p.version + (
        select count(*) from endorsements e where e.policy_id = p.id and e.status = 'APPROVED')
      from policies p where p.id = any(${[...ids]}::int[]) and p.branch_id = ${scope}
    ) w join parties r on r.id = w.party
    where w.paper = any(${[...papers]}::text[]) order by w.policy, w.paper desc, r.name_key, r.id`.execute(ctx.db);
  return rows;
}

/** How many addresses of each of some parties one mail of a paper goes to, by the party's id. */
async function addressCounts(ctx: Ctx, kind: SentDocument, papers: readonly Paper[]): Promise<Map<number, number>> {
  const parties = [...new Set(papers.filter((one) => one.paper === kind).map((one) => one.party))];
  if (parties.length === 0) return new Map();
  const known = await addressesOf(ctx, kind, sql`select unnest(${parties}::int[])`);
  return new Map(
    [...Map.groupBy(known, ({ id }) => id)].map(([id, own]) => [id, Math.min(own.length, MOST_ADDRESSES)]),
  );
}

/** Where each paper goes: how many addresses take it. */
async function reachedBy(ctx: Ctx, papers: readonly Paper[]): Promise<(paper: Paper) => number> {
  const byKind = new Map<SentPaper, Map<number, number>>();
  for (const kind of SENT_DOCUMENTS) {
    const paper = papers.find((one) => one.paper === kind)?.paper;
    // One after the other: a transaction has one connection.
    if (paper !== undefined) byKind.set(paper, await addressCounts(ctx, kind, papers));
  }
  return ({ paper, party }) => byKind.get(paper)?.get(party) ?? 0;
}

function barredFrom(ctx: Ctx, row: Row): Promise<string | null> {
  return whyNot(() => {
    if (!ctx.can('policy_documents.generate', row.branch_id)) throw new AppError('FORBIDDEN');
    if (row.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
  });
}

/** Why a policy is left out; null where something of it leaves. */
function whyLeftOut(own: readonly Paper[], going: readonly Paper[], addressesFor: (paper: Paper) => number) {
  if (own.length === 0) return NOTHING;
  if (going.length === 0) return MAILED_BEFORE;
  return going.some((paper) => addressesFor(paper) > 0) ? null : noAddress(going.map((paper) => paper.name));
}

/** What mailing the papers of policies would do: how many to how many addresses, what is left out, and who has no address. */
export async function plannedPapers(
  ctx: Ctx,
  { body: { ids, papers, again } }: Decoded<typeof planPapers>,
): Promise<Reply<typeof planPapers>> {
  const rows = await batchRows(ctx, 'policy', ids);
  const all = await papersOf(ctx, ids, papers);
  const addressesFor = await reachedBy(ctx, all);
  const ofPolicy = Map.groupBy(all, ({ policy }) => policy);
  const leaves = ({ mailed }: Paper, choice: Pick<Wanted, 'again'>) => choice.again || !mailed;
  const planned: Reply<typeof planPapers> = {
    records: [],
    left_out: [],
    papers: 0,
    addresses: 0,
    mailed_before: 0,
    unaddressed: [],
  };
  const unaddressed = new Map<number, string>();
  for (const row of rows) {
    const { id, called, title, version } = row;
    const own = ofPolicy.get(id) ?? [];
    const going = own.filter((paper) => leaves(paper, { again }));
    const why = (await barredFrom(ctx, row)) ?? whyLeftOut(own, going, addressesFor);
    if (why === null || why === MAILED_BEFORE) planned.mailed_before += own.filter(({ mailed }) => mailed).length;
    if (why !== null) {
      planned.left_out.push({ id, called, title, why });
      continue;
    }
    planned.records.push({ id, called, title, seen: { id, version } });
    for (const paper of going) {
      const addresses = addressesFor(paper);
      if (addresses === 0) unaddressed.set(paper.party, paper.name);
      else planned.papers += 1;
      planned.addresses += addresses;
    }
  }
  return { ...planned, unaddressed: [...unaddressed.values()].toSorted() };
}

/** Keeps which papers of which policies are mailed and has it done in the background. Throws FORBIDDEN, NOT_FOUND. */
export async function startedPapers(
  ctx: Ctx,
  { body: { records, papers, again } }: Decoded<typeof sendPapers>,
): Promise<Reply<typeof sendPapers>> {
  const seen = new Map(records.map((record) => [record.id, record]));
  const rows = await batchRows(ctx, 'policy', [...seen.keys()]);
  if (rows.some((row) => !ctx.can('policy_documents.generate', row.branch_id))) throw new AppError('FORBIDDEN');
  const chosen = [...new Set(papers)];
  return keepBatch(ctx, { kind: 'policy', act: 'send', rows, seen, job: 'record_papers', papers: chosen, again });
}
