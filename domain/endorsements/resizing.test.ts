import { expect, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { resized, type Resizing } from './resizing.ts';

const plenty = () => 1_000_000n;
const note = (key: string, weight = 0n, setOff = 0n) => ({ key, weight, setOff });
const onNotes = ({ added, taken }: Resizing<string>, name: string | null) =>
  sum(added.filter((one) => one.note === name).map((one) => one.amount)) -
  sum(taken.filter((one) => one.note === name).map((one) => one.amount));

test('an additional premium is released by its own note', () => {
  const { added, taken } = resized([175n, 140n, 30n], [note('original', 10n)], plenty);
  expect(added).toEqual([
    { component: 0, note: null, amount: 175n },
    { component: 1, note: null, amount: 140n },
    { component: 2, note: null, amount: 30n },
  ]);
  expect(taken).toEqual([]);
});

test('a return comes off the notes that it is set against, and what is refunded off the oldest', () => {
  const all = resized([-60n, -30n, -10n], [note('original', 5n, 0n), note('AP', 5n, 50n)], plenty);
  expect([onNotes(all, 'original'), onNotes(all, 'AP')]).toEqual([-50n, -50n]);
  expect(all.added).toEqual([]);
});

test('what changes hands does so on each note by its unearned share, the last takes the rest', () => {
  const all = resized([-100n, 90n, 10n], [note('original', 2n), note('AP', 1n)], plenty);
  expect(all.taken).toEqual([
    { component: 0, note: 'original', amount: 66n },
    { component: 0, note: 'AP', amount: 34n },
  ]);
  expect([onNotes(all, 'original'), onNotes(all, 'AP'), onNotes(all, null)]).toEqual([0n, 0n, 0n]);
});

test('nobody gives up more on a note than it has there', () => {
  const room = (_: number, name: string) => (name === 'original' ? 10n : 90n);
  const all = resized([-100n, 100n], [note('original', 2n), note('AP', 1n)], room);
  expect(all.taken.map((one) => [one.note, one.amount])).toEqual([
    ['original', 10n],
    ['AP', 34n],
    ['AP', 56n],
  ]);
  expect([onNotes(all, 'original'), onNotes(all, 'AP')]).toEqual([0n, 0n]);
});

test('a larger order goes to the note of its own, a smaller one to the notes that it is set against', () => {
  const larger = resized([-50n, 80n], [note('original', 1n)], plenty);
  expect([onNotes(larger, null), onNotes(larger, 'original')]).toEqual([30n, 0n]);
  const smaller = resized([-80n, 50n], [note('original', 1n, 30n)], plenty);
  expect([onNotes(smaller, null), onNotes(smaller, 'original')]).toEqual([0n, -30n]);
});

test('whatever comes, every component is placed and each note moves by what the reinsured owes on it', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const c = chance(SEED + run);
    const components = Array.from({ length: c.int(1, 6) }, () => c.big(-1000, 1000));
    const difference = sum(components);
    const names = ['original', 'AP', 'EXT'].slice(0, c.int(1, 3));
    let back = difference < 0n ? -difference : 0n;
    const notes = names.map((name) => {
      const setOff = c.below(back + 1n);
      back -= setOff;
      return note(name, c.big(0, 9), setOff);
    });
    const all = resized(components, notes, plenty);
    const moved = components.map((_, index) => {
      const of = (rows: Resizing<string>['added']) =>
        sum(rows.filter((one) => one.component === index).map((one) => one.amount));
      return of(all.added) - of(all.taken);
    });
    expect(moved).toEqual(components);
    expect(onNotes(all, null)).toBe(difference > 0n ? difference : 0n);
    for (const [index, { key, setOff }] of notes.entries())
      expect(onNotes(all, key)).toBe(-setOff - (index === 0 ? back : 0n));
  }
});
