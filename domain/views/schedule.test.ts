import { expect, test } from 'vitest';
import { lastDue, type MailedEvery, nextDue, queryOn } from './schedule.ts';

test.each<[MailedEvery, string, string, string | null, string]>([
  ['DAY', '2026-03-02', '2026-03-01', null, '2026-03-02'],
  ['DAY', '2026-03-02', '2026-03-05', '2026-03-05', '2026-03-06'],
  ['WEEK', '2026-03-02', '2026-03-08', '2026-03-02', '2026-03-09'],
  ['WEEK', '2026-03-02', '2026-03-16', '2026-03-16', '2026-03-23'],
  ['MONTH', '2026-01-31', '2026-02-27', '2026-01-31', '2026-02-28'],
  ['MONTH', '2026-01-31', '2026-03-30', '2026-02-28', '2026-03-31'],
  ['MONTH', '2026-01-31', '2026-03-31', '2026-03-31', '2026-04-30'],
])('every %s from %s, on %s the last was %s and the next is %s', (...[every, firstOn, today, last, next]) => {
  expect(lastDue({ every, firstOn }, today)).toBe(last);
  expect(nextDue({ every, firstOn }, today)).toBe(next);
});

const DAY = { today: '2026-05-15', yearStart: 1 };

test('an address becomes what its call takes; what the call does not have is left out, a named period moves', () => {
  const list = new Set(['searchValue', 'status', 'sort']);
  expect(queryOn('q=Kisumu&sort=id%2Cdesc&status=PENDING&tab=x', list, DAY)).toEqual({
    searchValue: 'Kisumu',
    sort: 'id,desc',
    status: 'PENDING',
  });
  const report = new Set(['from', 'to', 'by']);
  expect(queryOn('by=class&period=last-month', report, DAY)).toEqual({
    by: 'class',
    from: '2026-04-01',
    to: '2026-04-30',
  });
  expect(queryOn('period=start', report, DAY)).toEqual({ to: '2026-05-15' });
  expect(queryOn('from=2026-01-01&to=2026-02-01', report, DAY)).toEqual({
    from: '2026-01-01',
    to: '2026-02-01',
  });
});
