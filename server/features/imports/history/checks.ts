import { sql, type RawBuilder } from 'kysely';
import type { AccountUses } from '../../../../domain/imports/history/accounts.ts';
import type { HistoryFile } from '../../../../domain/imports/history/files.ts';
import { NUMBERED, numberPattern, standardFormat } from '../../../../domain/numbers.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { MOST_FAULTS, weighHistory, type Faults } from './stage.ts';

/** A fault of each row that it finds: its line and a sentence. */
type Check = { file: HistoryFile; rows: RawBuilder<unknown> };

/**
 * The lines as they would be posted, each with its document and what its account is for: in which currency, whether it opens
 * an item or settles another's, and whether it is an exchange difference, which has a value in base alone. G3.
 */
async function prepareLines(ctx: Ctx, uses: AccountUses): Promise<void> {
  const base = ctx.firm.baseCurrency;
  const functions = Object.entries(uses).map(([code, use]) => ({ code, function: use.function }));
  await sql`
    insert into h_posted
    select l.line, d.id as document, d.number, d.kind, d.currency as document_currency, l.day, l.account, a.type, u.function,
      l.party, e.exchange, case when e.exchange then d.currency else l.currency end as currency,
      case when e.exchange then 0 else l.amount end as amount, l.base, l.due, l.item,
      l.item <> '' and l.item = d.number as opens, l.item <> '' and l.item <> d.number as settles
    from h_lines l join h_documents d on d.id = l.document join h_accounts a on a.code = l.account
    left join json_to_recordset(${JSON.stringify(functions)}) as u (code text, function text) on u.code = l.account
    cross join lateral (
      select coalesce(u.function in ('EXCHANGE_GAIN', 'EXCHANGE_LOSS'), false) and l.currency = ${base} and d.currency <> ${base} as exchange) e`.execute(
    ctx.db,
  );
  await weighHistory(ctx.db, 'lines');
}

const twice = (file: HistoryFile, { table, key, word }: { table: string; key: string; word: string }): Check => ({
  file,
  rows: sql`select line, ${word} || ' ' || ${sql.ref(key)}::text || ' is in line ' || first || ' already.' as message
    from (select line, ${sql.ref(key)}, min(line) over (partition by ${sql.ref(key)}) as first from ${sql.table(table)}) t where line <> first`,
});

/** What is wrong with accounts, parties and documents, whatever the accounts are for. */
const ofDocuments = (ctx: Ctx): Check[] => {
  const base = ctx.firm.baseCurrency;
  return [
    twice('accounts.csv', { table: 'h_accounts', key: 'code', word: 'Account' }),
    twice('parties.csv', { table: 'h_parties', key: 'code', word: 'Party' }),
    {
      file: 'parties.csv',
      rows: sql`select line, 'A ' || kind || ' with this name is in line ' || first || ' already.' as message
        from (select line, kind, min(line) over (partition by kind, name_key) as first from h_parties) t where line <> first`,
    },
    {
      file: 'parties.csv',
      rows: sql`select line, 'There is no country ' || country || '.' as message from h_parties
        where country <> '' and country not in (select code from countries)`,
    },
    twice('documents.csv', { table: 'h_documents', key: 'id', word: 'Document' }),
    twice('documents.csv', { table: 'h_documents', key: 'number', word: 'Number' }),
    {
      file: 'documents.csv',
      rows: sql`select d.line, d.number || ' is called as the credit notes of ' || o.number || ' will be.' as message
        from h_documents d join h_documents o on o.kind = 'DN' and o.number = regexp_replace(d.number, '/[0-9]+$', '') and o.number <> d.number`,
    },
    {
      file: 'documents.csv',
      rows: sql`select line, 'There is no currency ' || currency || '.' as message from h_documents
        where currency not in (select code from currencies)`,
    },
    {
      file: 'documents.csv',
      rows: sql`select line, 'The day cannot be in the future.' as message from h_documents where day > ${ctx.today}::date`,
    },
    {
      file: 'documents.csv',
      rows: sql`select line, 'There is no party ' || party || '.' as message from h_documents
        where party <> '' and party not in (select code from h_parties)`,
    },
    {
      file: 'documents.csv',
      rows: sql`select line, ${`A document in ${base}, the base currency of the books, has the rate 1000000.`} as message
        from h_documents where currency = ${base} and rate <> 1000000`,
    },
    {
      file: 'documents.csv',
      rows: sql`select d.line, d.number || ' has fewer than two lines.' as message from h_documents d
        left join (select document, count(*) as lines from h_lines group by 1) l on l.document = d.id where coalesce(l.lines, 0) < 2`,
    },
  ];
};

/** What is wrong with lines by the documents, accounts and parties that they name. */
const ofLines = (ctx: Ctx): Check[] => {
  const base = ctx.firm.baseCurrency;
  return [
    {
      file: 'lines.csv',
      rows: sql`select line, 'There is no document ' || document || '.' as message from h_lines
        where not exists (select 1 from h_documents d where d.id = h_lines.document)`,
    },
    {
      file: 'lines.csv',
      rows: sql`select line, 'There is no account ' || account || '.' as message from h_lines
        where account not in (select code from h_accounts)`,
    },
    {
      file: 'lines.csv',
      rows: sql`select line, 'There is no party ' || party || '.' as message from h_lines
        where party <> '' and party not in (select code from h_parties)`,
    },
    {
      file: 'lines.csv',
      rows: sql`select l.line, 'Its day is not that of ' || d.number || '.' as message from h_lines l join h_documents d on d.id = l.document
        where l.day <> d.day`,
    },
    {
      file: 'lines.csv',
      rows: sql`select l.line, 'Its currency is neither that of ' || d.number || ${` nor ${base}, the base currency of the books.`} as message
        from h_lines l join h_documents d on d.id = l.document where l.currency <> d.currency and l.currency <> ${base}`,
    },
    {
      file: 'lines.csv',
      rows: sql`select line, ${`In ${base}, the base currency of the books, amount and base amount are the same.`} as message from h_lines
        where currency = ${base} and amount <> base`,
    },
  ];
};

/** What holds for each document and each open item, by what the accounts are for. */
const ofItems: readonly Check[] = [
  {
    file: 'documents.csv',
    rows: sql`select d.line, d.number || ' is out by ' || p.base || ' in base (minor units).' as message from h_documents d
      join (select document, sum(base) as base from h_posted group by 1) p on p.document = d.id where p.base <> 0`,
  },
  {
    file: 'documents.csv',
    rows: sql`select d.line, d.number || ' is out by ' || p.amount || ' ' || p.currency || ' (minor units).' as message from h_documents d
      join (select document, currency, sum(amount) as amount from h_posted group by 1, 2) p on p.document = d.id where p.amount <> 0`,
  },
  {
    file: 'lines.csv',
    rows: sql`select line, 'Comes to nothing.' as message from h_posted where (amount = 0 and not exchange) or (exchange and base = 0)`,
  },
  {
    file: 'lines.csv',
    rows: sql`select line, 'An account that is ' || type || ' has a party and an open item on each line.' as message from h_posted
      where type in ('receivable', 'payable') and (party = '' or item = '')`,
  },
  {
    file: 'lines.csv',
    rows: sql`select line, 'Only receivable and payable accounts have open items.' as message from h_posted
      where type not in ('receivable', 'payable') and item <> ''`,
  },
  {
    file: 'lines.csv',
    rows: sql`select p.line, case p.type when 'receivable' then 'A receivable is of a cedant.' else 'A payable is of a security.' end as message
      from h_posted p join h_parties x on x.code = p.party
      where (p.type = 'receivable' and x.kind <> 'cedant') or (p.type = 'payable' and x.kind <> 'security')`,
  },
  {
    file: 'lines.csv',
    rows: sql`select line, case when kind <> 'DN' then 'Only a debit note opens items.' when due is null then 'An item that opens has a day on which it is due.'
        when type = 'receivable' then 'A receivable opens with a debit.' else 'A payable opens with a credit.' end as message
      from h_posted where opens and (kind <> 'DN' or due is null or (type = 'receivable') <> (amount > 0))`,
  },
  {
    file: 'lines.csv',
    rows: sql`select line, number || ' opens this item in line ' || first || ' already.' as message
      from (select line, number, min(line) over (partition by number, account, party, currency) as first from h_posted where opens) t where line <> first`,
  },
  {
    file: 'documents.csv',
    rows: sql`select d.line, d.number || ' is no debit note: one receivable of its party as debit, all else as credit in its currency, payables as new items.' as message
      from h_documents d left join (
        select document, count(*) filter (where type = 'receivable' and opens and amount > 0) as owed,
          count(*) filter (where type = 'receivable' and opens and amount > 0 and party <> (select party from h_documents o where o.id = h_posted.document)) as others,
          count(*) filter (where not (opens and type = 'receivable') and (amount >= 0 or exchange or currency <> document_currency or settles or type = 'receivable'
            or coalesce(function in ('OFFICE_BANK', 'CLIENT_BANK'), false))) as strange
        from h_posted where kind = 'DN' group by 1) p on p.document = d.id
      where d.kind = 'DN' and (coalesce(p.owed, 0) <> 1 or p.others > 0 or p.strange > 0)`,
  },
  {
    file: 'lines.csv',
    rows: sql`select s.line, case when o.line is null then 'No line of this account, party and currency opens ' || s.item || '.'
        when o.day > s.day then 'Settles ' || s.item || ' before it is opened.' else 'Makes ' || s.item || ' larger, not smaller.' end as message
      from h_posted s left join h_posted o on o.opens and (o.item, o.account, o.party, o.currency) = (s.item, s.account, s.party, s.currency)
      where s.settles and (o.line is null or o.day > s.day or sign(o.amount) = sign(s.amount))`,
  },
  {
    file: 'lines.csv',
    rows: sql`select o.line, case when abs(s.amount) > abs(o.amount) then o.item || ' is settled by more than it is.'
        else o.item || ' is settled in full and keeps ' || o.base + s.base || ' in base (minor units).' end as message
      from h_posted o join (select item, account, party, currency, sum(amount) as amount, sum(base) as base from h_posted where settles group by 1, 2, 3, 4) s
        using (item, account, party, currency)
      where o.opens and (abs(s.amount) > abs(o.amount) or (s.amount = -o.amount and s.base <> -o.base))`,
  },
];

/** Numbers that we could give ourselves one day. §4 Numbers. */
async function ownNumbers(ctx: Ctx): Promise<Check[]> {
  const chosen = await ctx.db.selectFrom('number_formats').selectAll().execute();
  return NUMBERED.map((kind) => {
    const format = chosen.find((row) => row.kind === kind)?.format ?? standardFormat(kind);
    const message = ` could be a number that is given here. Change the format ${format} in Settings, Numbering first.`;
    return {
      file: 'documents.csv',
      rows: sql`select line, number || ${message} as message from h_documents where number ~ ${numberPattern(kind, format)}`,
    };
  });
}

async function run(ctx: Ctx, checks: readonly Check[], faults: Faults): Promise<void> {
  for (const { file, rows } of checks) {
    const found = await sql<{ line: number; message: string; count: number }>`
      select line, message, count(*) over ()::int as count from (${rows}) f order by line limit ${MOST_FAULTS}`.execute(
      ctx.db,
    );
    faults.count += found.rows[0]?.count ?? 0;
    const room = MOST_FAULTS - faults.list.length;
    faults.list.push(...found.rows.slice(0, room).map(({ line, message }) => ({ file, line, message })));
  }
}

/** Adds what is wrong to the faults: what the files say of each other, and where that is sound, documents and items. */
export async function checkHistory(ctx: Ctx, uses: AccountUses, faults: Faults): Promise<void> {
  await run(ctx, [...ofDocuments(ctx), ...(await ownNumbers(ctx)), ...ofLines(ctx)], faults);
  if (faults.count > 0) return;
  await prepareLines(ctx, uses);
  await run(ctx, ofItems, faults);
}
