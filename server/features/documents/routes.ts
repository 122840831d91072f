import { AppError, firstOf } from '../../../domain/errors.ts';
import { getDocument, listDocuments, verifyDocument } from '../../../domain/documents/contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { PaperedKind } from '../../../domain/records/kinds.ts';
import type { Ctx, PublicCtx } from '../../platform/http/context.ts';
import { serve, servePublic, type FileReply, type Route } from '../../platform/http/mount.ts';
import { sql } from 'kysely';
import * as sending from '../../../domain/documents/sending.ts';
import { addressLimit, countAttempt, forgiveAttempt } from '../accounts/limits.ts';
import { changeMailText, mailTexts } from './mail-texts.ts';
import { mailFor, sendByMail, sendingsOf } from './sending.ts';
import { documentFile } from './store.ts';
import { isPapered, paperRights } from '../records.ts';

/** Who may see a record may see its papers. */
function maySee(ctx: Ctx, { record_kind: of, branch_id: branch }: { record_kind: string; branch_id: number }): boolean {
  return isPapered(of) && ctx.can(paperRights(of).view, branch);
}

async function openDocument(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('documents')
    .select(['record_kind', 'branch_id'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row || !maySee(ctx, row)) throw new AppError('NOT_FOUND');
  return documentFile(ctx, id);
}

/** The one party that a document `d` is of, with its note `n`; one that was merged is the one that stayed. */
const PARTY = sql<number | null>`(select coalesce(p.merged_into, p.id) from parties p where p.id = case
  when d.security_id <> 0 then d.security_id
  when d.note_id is not null then n.party_id
  when d.record_kind = 'policy' then (select reinsured_id from policies where id = d.record_id)
  when d.record_kind = 'endorsement' then (select o.reinsured_id from endorsements e join policies o on o.id = e.policy_id where e.id = d.record_id)
  when d.record_kind = 'claim' then (select o.reinsured_id from claims c join policies o on o.id = c.policy_id where c.id = d.record_id)
  when d.record_kind = 'receipt' then (select payer_id from receipts where id = d.record_id)
  when d.record_kind = 'voucher' then (select payee_id from vouchers where id = d.record_id)
  when d.record_kind = 'invoice' then (select party_id from invoices where id = d.record_id) end)`;

async function documentsOf(ctx: Ctx, recordKind: PaperedKind, recordId: number) {
  const rows = await ctx.db
    .selectFrom('documents as d')
    .innerJoin('users as u', 'u.id', 'd.made_by')
    .leftJoin('notes as n', 'n.id', 'd.note_id')
    .select([
      'd.id',
      'd.kind',
      'd.number',
      'd.issue',
      'd.copy',
      'd.reason',
      sql<string | null>`replaced_by(d)`.as('replaced_by'),
      'd.party_name as party',
      PARTY.as('party_id'),
      'd.note_id',
      'd.sha256',
      'd.code',
      'd.made_by',
      'u.name as maker',
      'd.made_at',
      'd.branch_id',
      'd.record_kind',
    ])
    .where('d.branch_id', 'in', ctx.scope)
    .where((e) =>
      e.or([
        e.and([e('d.record_kind', '=', recordKind), e('d.record_id', '=', recordId)]),
        // An endorsement's papers are with the endorsement.
        ...(recordKind === 'policy'
          ? [e.and([e('n.policy_id', '=', recordId), e('n.endorsement_id', 'is', null)])]
          : []),
        ...(recordKind === 'endorsement' ? [e('n.endorsement_id', '=', recordId)] : []),
        // A claim has those of its movements too.
        ...(recordKind === 'claim' ? [e('n.claim_id', '=', recordId)] : []),
      ]),
    )
    .orderBy('d.id')
    .execute();
  const seen = rows.filter((row) => maySee(ctx, row));
  const sent = await sendingsOf(
    ctx,
    seen.map((row) => row.id),
  );
  return seen.map(({ made_by: id, maker: name, ...row }) => ({
    ...row,
    made_by: { id, name },
    ...(sent.get(row.id) ?? { sendings: [], mailed_to: [] }),
  }));
}

type Issued = {
  kind: string;
  number: string;
  dated: string;
  party_name: string;
  currency: string | null;
  total: bigint | null;
  sha256: string;
  is_void: boolean;
  replaced_by: string | null;
};

/** What anyone who holds a document may know of it. Guesses are counted, and a right one is taken off the count. */
async function verified(
  ctx: PublicCtx,
  { params }: Decoded<typeof verifyDocument>,
): Promise<Reply<typeof verifyDocument>> {
  const attempt = await countAttempt(ctx.db, [addressLimit('verify', ctx.address)], ctx);
  const { rows } = await sql<Issued>`select * from verify_document(${params.code})`.execute(ctx.db);
  const row = firstOf(rows);
  await forgiveAttempt(ctx.db, attempt);
  const { is_void: isVoid, replaced_by: replacedBy, currency, total } = row;
  return {
    kind: row.kind,
    number: row.number,
    date: row.dated,
    party: row.party_name,
    total: currency === null || total === null ? '' : `${currency} ${formatAmount(total, currency)}`,
    sha256: row.sha256,
    status: isVoid ? 'VOID' : replacedBy === null ? 'ISSUED' : 'SUPERSEDED',
    replaced_by: replacedBy,
  };
}

/** Documents: their files, their list by record, and their verification by anyone who holds one. */
export function documentRoutes(): Route[] {
  return [
    serve(listDocuments, (ctx, { query }) => documentsOf(ctx, query.record_kind, query.record_id)),
    serve(sending.prepareMail, (ctx, { params }) => mailFor(ctx, params.id)),
    serve(sending.sendDocument, sendByMail),
    serve(sending.listMailTexts, (ctx) => mailTexts(ctx)),
    serve(sending.editMailText, changeMailText),
    serve(getDocument, (ctx, { params }) => openDocument(ctx, params.id)),
    servePublic(verifyDocument, verified),
  ];
}
