import { expect, test } from 'vitest';
import { releasesOf, type ReleasePart } from '../../../domain/ledger/releases.ts';
import { chance, type Chance } from '../../../domain/testing/chance.ts';
import { LONG_FORM, SEED } from '../../../domain/testing/runs.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';

const NOTES = LONG_FORM ? 20_000 : 1_000;
const FIRST = 1_000_000;

type Note = {
  id: number;
  cash: bigint;
  setOff: bigint;
  parts: (ReleasePart & { id: number; dueBack: bigint; uncollectable: bigint })[];
};

/** What certificates and losses took off the parts: settled, and no cash. */
const loweredOf = ({ parts }: Note) => parts.reduce((total, part) => total + part.certified + part.uncollectable, 0n);

function noteOf(c: Chance, id: number): Note {
  const size = c.pick([9n, 1000n, 10n ** 12n]);
  const parts = Array.from({ length: c.int(1, 6) }, (_, index) => {
    const effective = c.below(size);
    const dueBack = c.happens(0.3) ? c.below(size) : 0n;
    const committed = c.happens(0.6) ? c.below(effective + dueBack + 1n) : 0n;
    const paid = c.happens(0.7) ? committed : c.below(committed + 1n);
    return {
      id: id * 10 + index,
      effective,
      // A tax may fall below its certificate.
      certified: c.happens(0.3) ? c.below(effective + effective / 4n + 1n) : 0n,
      uncollectable: c.happens(0.3) ? c.below(size) : 0n,
      advanced: c.happens(0.3) ? c.below(committed + 1n) : 0n,
      committed,
      paid,
      dueBack,
      cameBack: c.happens(0.5) ? c.below(dueBack + 1n) : 0n,
      raised: c.happens(0.3),
    };
  });
  const refunds = Array.from({ length: c.happens(0.3) ? c.int(1, 2) : 0 }, (_, index) => {
    const effective = c.below(size);
    const committed = c.happens(0.4) ? c.below(effective + 1n) : 0n;
    const none = { certified: 0n, uncollectable: 0n, advanced: 0n, dueBack: 0n, cameBack: 0n, raised: false };
    return { ...none, id: id * 10 + 6 + index, effective, committed, paid: c.below(committed + 1n), refund: true };
  });
  const left = parts.reduce((total, part) => total + part.effective - part.certified, 0n);
  const whole = left > 0n ? left : 0n;
  const cash = c.pick([0n, whole, c.below(whole + 1n), whole + 5n, whole + c.below(2n * size)]);
  return { id, cash, setOff: c.below(100n), parts: [...parts, ...refunds] };
}

// What the tables of this proof would otherwise hang on.
const LOOSE = `do $$ declare c record; begin
  for c in select conname, conrelid::regclass as on_table from pg_constraint
    where contype = 'f' and conrelid in ('notes'::regclass, 'note_parts'::regclass, 'part_returns'::regclass) or conname = 'note_of_placement'
  loop execute format('alter table %s drop constraint %I', c.on_table, c.conname); end loop;
  drop trigger notes_of_what_is_there on notes; end $$`;

/** Columns of rows, to be inserted by one statement. */
const columns = <R>(rows: readonly R[], ...picks: ((row: R) => unknown)[]) => picks.map((pick) => rows.map(pick));

test('M0 in SQL is M0 in the domain, on notes of chance', async () => {
  const t = await testApp();
  try {
    const book = await makeBook(t);
    const policy = await approvedPolicy(t, book);
    const securities = [
      { security: book.a, share: '25' },
      { security: book.b, share: '35' },
    ];
    const sec = await approvedEndorsement(t, policy, { endorsementtype: 'SEC', sum_insured: null, securities });
    const c = chance(SEED);
    const notes = Array.from({ length: NOTES }, (_, index) => noteOf(c, FIRST + index));
    const parts = notes.flatMap((note) => note.parts.map((part) => ({ ...part, note: note.id })));
    const owing = parts.filter((part) => part.dueBack > 0n);
    const client = await t.ownerPool.connect();
    try {
      await client.query(LOOSE);
      await client.query(
        `insert into notes (id, branch_id, kind, number, party_id, currency, amount, base_amount, settled, set_off, posted_on, due_on, purpose)
         overriding system value select id, 1, 'DN', 'X/' || id, ${book.reinsured}, 'KES', settled + 1, 0, settled, set_off, '2026-03-02', '2026-03-02', 'PREMIUM'
         from unnest($1::int[], $2::bigint[], $3::bigint[]) as x (id, settled, set_off)`,
        columns(
          notes,
          (one) => one.id,
          (one) => one.cash + one.setOff + loweredOf(one),
          (one) => one.setOff,
        ),
      );
      await client.query(
        `insert into note_parts (id, branch_id, debit_note_id, kind, party_id, currency, amount, committed, paid, due_back, certified, uncollectable, advanced, endorsement_id)
         overriding system value select id, 1, note, case when refund then 'REFUND' else 'SECURITY' end, ${book.a}, 'KES', amount, committed, paid, due_back, certified, uncollectable, advanced, case when raised then ${sec} end
         from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bool[], $11::bool[]) as x (id, note, amount, committed, paid, due_back, certified, uncollectable, advanced, raised, refund)`,
        columns(
          parts,
          (one) => one.id,
          (one) => one.note,
          (one) => one.effective + one.dueBack + one.uncollectable,
          (one) => one.committed,
          (one) => one.paid,
          (one) => one.dueBack,
          (one) => one.certified,
          (one) => one.uncollectable,
          (one) => one.advanced,
          (one) => one.raised,
          (one) => one.refund === true,
        ),
      );
      // An endorsement of its own asks each of them for what is due back; some of it came.
      await client.query(
        `insert into part_returns (branch_id, endorsement_id, part_id, amount, due_back)
         select 1, id, id, due_back, due_back from unnest($1::int[], $2::bigint[]) as x (id, due_back)`,
        columns(
          owing,
          (one) => one.id,
          (one) => one.dueBack,
        ),
      );
      await client.query(
        `insert into notes (branch_id, kind, number, endorsement_id, debit_note_id, party_id, currency, amount, base_amount, settled, posted_on, due_on, purpose)
         select 1, 'DN', 'Y/' || id, id, id, ${book.a}, 'KES', due_back, 0, settled, '2026-03-02', '2026-03-02', 'RETURN'
         from unnest($1::int[], $2::bigint[], $3::bigint[]) as x (id, due_back, settled)`,
        columns(
          owing,
          (one) => one.id,
          (one) => one.dueBack,
          (one) => one.cameBack,
        ),
      );
      // What is written in bulk is not known to the planner until the database looks at it, which its tests do not let it do.
      await client.query('analyze notes, note_parts, part_returns');
      const { rows } = await client.query(
        `select note_id, part_id, released, held_back as "heldBack", available, due_back as "dueBack"
         from part_releases($1) order by part_id`,
        [notes.map((note) => note.id)],
      );
      const byNote = Map.groupBy(rows, (row) => row.note_id);
      for (const note of notes) {
        const inSql = (byNote.get(note.id) ?? []).map(({ note_id: _note, part_id: _part, ...release }) => release);
        expect(inSql, `seed ${SEED}, note ${note.id - FIRST}`).toEqual(releasesOf(note.parts, note.cash));
      }
      const kept = await client.query<{ id: number; released: bigint }>(
        `select id, released from note_parts where debit_note_id = any ($1) order by id`,
        [notes.map((note) => note.id)],
      );
      expect(kept.rows).toEqual(rows.map((row) => ({ id: row.part_id, released: row.released })));
      expect(rows.filter((row) => row.heldBack > 0n).length).toBeGreaterThan(NOTES / 10);
    } finally {
      client.release(true);
    }
  } finally {
    await t.close();
  }
});
