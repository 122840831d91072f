import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import {
  matchedState,
  matchTable,
  openLineTable,
  type listMatches,
  type listOpenLines,
} from '../../../domain/banks/match-contract.ts';
import {
  asRecords,
  MATCH_REASON_LABELS,
  proposalKey,
  proposalsFor,
  type Proposal,
} from '../../../domain/banks/matching.ts';
import type { Values } from '../../../domain/tables/table.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list, listing } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { pageOf, same, windowOf, type ListDefinition } from '../../platform/http/lists.ts';
import { contains, folded } from '../registers/page.ts';
import { idMatched, kindMatched } from '../line-matches.ts';
import { type OurAccount, ourAccount } from './accounts.ts';
import { candidatesFor, countOpenLines, openLines, type Candidates, type OpenLine } from './candidates.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type Shown = Reply<typeof listOpenLines>['data'][number];
type ShownProposal = Shown['proposals'][number];

/** What a line is proposed to be, and what else of its amount was entered on the account, which is matched by hand alone. */
export function proposalsOf(line: OpenLine, candidates: Candidates) {
  const proposals = proposalsFor(line, candidates.payersOf(line), candidates);
  const proposed = new Set(proposals.map(proposalKey));
  const byHand = candidates.entered
    .filter(({ amount }) => amount === line.amount)
    .map((one) => asRecords('BY_HAND', [one]))
    .filter((one) => !proposed.has(proposalKey(one)));
  return { proposals, byHand, all: [...proposals, ...byHand] };
}

type Showing = { candidates: Candidates; currency: string; taxes: ReadonlyMap<number, string> };

function shownProposal(proposal: Proposal, { candidates, currency, taxes }: Showing): ShownProposal {
  const amount = (minor: bigint) => formatAmount(minor < 0n ? -minor : minor, currency);
  const { reason, party } = proposal;
  const head = {
    key: proposalKey(proposal),
    reason,
    party: party === null ? null : { id: party, name: candidates.partyName(party) },
  };
  if ('records' in proposal) {
    const records = proposal.records.map((record) => {
      const entered = candidates.entryOf(record);
      return { ...record, number: entered?.number ?? `#${record.id}`, amount: amount(entered?.amount ?? 0n) };
    });
    const pays = proposal.records.some(
      ({ kind, id, returned }) => kind === 'voucher' && !returned && candidates.toPay(id) !== null,
    );
    return { ...head, records, less: null, pays };
  }
  const numberOf = (note: number) => candidates.notes.find(({ id }) => id === note)?.number ?? '';
  const { less } = proposal;
  const tax = less?.kind === 'CERTIFICATE' ? { id: less.tax, name: taxes.get(less.tax) ?? '' } : null;
  return {
    ...head,
    records: proposal.notes.map((part) => ({
      kind: 'note',
      id: part.note,
      returned: false,
      number: numberOf(part.note),
      amount: amount(part.amount),
    })),
    less: less && { kind: less.kind, note: numberOf(less.note), tax, amount: amount(less.amount) },
    pays: false,
  };
}

const MOST_LINES = 100;

type Line = Values<typeof openLineTable>;

/** Some lines of an account that nothing is matched with, each with what it may be. */
async function shownLines(ctx: Ctx, account: OurAccount, lines: readonly OpenLine[]): Promise<Line[]> {
  const candidates = await candidatesFor(ctx, account, { lines });
  const { rows } = await sql<{ id: number; name: string }>`select id, name from taxes`.execute(ctx.db);
  const { currency } = account;
  const showing = { candidates, currency, taxes: new Map(rows.map(({ id, name }) => [id, name])) };
  return lines.map((line): Line => {
    const { proposals, byHand } = proposalsOf(line, candidates);
    const { id, day, party, text, reference, amount } = line;
    const proposed = proposals.map((one) => shownProposal(one, showing));
    return {
      id,
      bank: account.name,
      day,
      party,
      text,
      reference,
      currency,
      amount,
      may_be: proposed.map(proposalText).join(' or '),
      proposals: proposed,
      by_hand: byHand.map((one) => shownProposal(one, showing)),
    };
  });
}

/** "Savannah Insurance: DN/NBO/2026/000012 + DN/NBO/2026/000014 (Number in its text)". */
const proposalText = ({ party, records, reason }: ShownProposal): string =>
  `${party === null ? '' : `${party.name}: `}${records.map(({ number }) => number).join(' + ')} (${MATCH_REASON_LABELS[reason]})`;

type Query = Decoded<typeof listOpenLines>['query'];

/** All of them, some at a time. */
async function* allLines(ctx: Ctx, { account: id }: Query): AsyncGenerator<Line> {
  const account = await ourAccount(ctx, id, { lock: false });
  let lines = await openLines(ctx, id, { start: 0, length: MOST_LINES });
  for (;;) {
    yield* await shownLines(ctx, account, lines);
    const after = lines.at(-1);
    if (after === undefined || lines.length < MOST_LINES) return;
    lines = await openLines(ctx, id, { after, length: MOST_LINES });
  }
}

/** The lines of an account that nothing is matched with. M10. */
const openList = listing({
  table: openLineTable,
  name: 'open-bank-lines',
  title: 'Open bank lines',
  facts: async (ctx, { account }: Query) => [fact('Account', (await ourAccount(ctx, account, { lock: false })).name)],
  page: async (ctx, query) => {
    const account = await ourAccount(ctx, query.account, { lock: false });
    const { start, length } = windowOf(query);
    const lines = await openLines(ctx, account.id, { start, length: Math.min(length, MOST_LINES) });
    return pageOf(await shownLines(ctx, account, lines), await countOpenLines(ctx, account.id));
  },
  all: allLines,
  rowOf: (line: Line) => line,
});
export const openLinesWithProposals = { ...openList, saidAbove: () => ['bank'] as const };

type StoredMatch = Omit<Values<typeof matchTable>, 'account' | 'record'> & {
  account_id: number;
  account: string;
  record_id: number;
  number: string | null;
};

const MATCHES: ListDefinition = {
  table: 'bank_matches',
  columns: sql`t.id, t.version, t.line_id as line, l.day, a.id as account_id, a.name as account, coalesce(p.name, l.party) as party, p.id as party_id, l.text,
    ${kindMatched('t')} as kind, ${idMatched('t')} as record_id, coalesce(r.number, v.number, j.number) as number,
    coalesce(r.version, v.version, j.version) as record_version, coalesce(r.status, v.status, j.status) as status,
    t.reason, u.name as made_by, t.made_by as made_by_id, a.currency, t.amount`,
  joins: sql`join bank_lines l on l.id = t.line_id join bank_accounts a on a.id = t.bank_account_id join users u on u.id = t.made_by
    left join receipts r on r.id = t.receipt_id left join vouchers v on v.id = t.voucher_id left join adjustments j on j.id = t.made_good_id
    left join parties p on p.id = ${eitherId('r.payer_id', 'v.payee_id')}`,
  sorts: { id: 'id' },
  defaultSort: 'id,desc',
  always: sql`t.live`,
  search: (text) =>
    sql`exists (select 1 from bank_lines x where x.id = t.line_id and ${contains(folded(sql`x.party || ' ' || x.text || ' ' || x.reference`), text)})`,
};

/** Lines that are matched, in the caller's branches. §6 Paged lists. */
export const matches = list({
  table: matchTable,
  name: 'bank-matches',
  title: 'Matched bank lines',
  facts: (_ctx, { waiting }: Decoded<typeof listMatches>['query']) => [
    fact('Approval', waiting === undefined ? undefined : 'Waits for approval'),
  ],
  definition: () => MATCHES,
  where: (_ctx, { bank, waiting }: Decoded<typeof listMatches>['query']) => [
    same({ bank_account_id: bank }),
    waiting === undefined
      ? undefined
      : sql`exists (select 1 from receipts w where w.id = t.receipt_id and w.status = 'PENDING')`,
  ],
  rowOf: ({ account_id: id, account: name, record_id: record, number, status, ...row }: StoredMatch) => ({
    ...row,
    account: { id, name },
    record: { id: record, number: number ?? `#${record}` },
    status: matchedState(row.kind, status)?.label ?? status,
  }),
});
