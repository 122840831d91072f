import { describe, expect, test } from 'vitest';
import { mailLimitReached, strangersAmong, type Mailed } from './mail-limits.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const mailed = (minutes: number, changes: Partial<Mailed> = {}): Mailed => ({
  at: ago(minutes),
  addresses: 10,
  strangers: 10,
  own: true,
  ...changes,
});

test.each([
  [['a@b.test'], ['a@b.test'], []],
  [[' A@B.test'], ['a@b.test'], []],
  [['a@b.test', 'x@y.test'], ['a@b.test'], ['x@y.test']],
  [['a@b.test.evil'], ['a@b.test'], ['a@b.test.evil']],
  [['x@y.test'], [], ['x@y.test']],
])('of %j, where %j is known, strangers are %j', (to, known, strangers) => {
  expect(strangersAmong(to, known)).toEqual(strangers);
});

describe('mails an hour', () => {
  const of = (addresses: number, strangers = addresses) => ({ addresses, strangers });
  const MINE = 'You can mail 20 unknown addresses an hour.';
  test.each([
    { what: 'nothing was sent', sent: [], adding: of(1), refused: null },
    { what: 'the last that fits', sent: [mailed(5), mailed(4, { strangers: 9 })], adding: of(1), refused: null },
    { what: 'one stranger too many', sent: [mailed(5), mailed(4)], adding: of(1), refused: `${MINE} 55` },
    { what: 'to a party, strangers used up', sent: [mailed(5), mailed(4)], adding: of(1, 0), refused: null },
    { what: 'an hour has gone by', sent: [mailed(60), mailed(4)], adding: of(1), refused: null },
    { what: 'room comes with the older', sent: [mailed(50), mailed(4)], adding: of(5), refused: `${MINE} 10` },
    { what: 'room comes with the later', sent: [mailed(50), mailed(4)], adding: of(11), refused: `${MINE} 56` },
    { what: 'too large by itself', sent: [], adding: of(21), refused: `${MINE} 60` },
    {
      what: 'colleagues used the firm’s up',
      sent: [mailed(30, { strangers: 100, own: false })],
      adding: of(1),
      refused: 'The firm can mail 100 unknown addresses an hour. 30',
    },
    {
      what: 'own batches',
      sent: [mailed(1, of(1_000, 0))],
      adding: of(1, 0),
      refused: 'You can mail 1,000 addresses an hour. 59',
    },
    {
      what: 'batches of the firm',
      sent: [mailed(1, { ...of(3_000, 0), own: false })],
      adding: of(1, 0),
      refused: 'The firm can mail 3,000 addresses an hour. 59',
    },
  ])('$what', ({ sent, adding, refused }) => {
    const limit = mailLimitReached(sent.toReversed(), adding, NOW);
    expect(limit && `${limit.sentence} ${limit.minutes}`).toBe(refused);
  });
});
