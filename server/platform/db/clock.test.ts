import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { startClock } from './clock.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});

test('the time is the database’s, whatever the clock of the machine says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T00:00:00Z') });
  const clock = await startClock(t.pool);
  const before = clock.now();
  const { rows } = await t.pool.query<{ now: Date }>('select clock_timestamp() as now');
  const after = clock.now();
  vi.setSystemTime(new Date('2099-01-01T00:00:00Z'));
  const later = clock.now();
  clock.stop();
  const day = 86_400_000;
  const now = rows[0]?.now.getTime() ?? 0;
  for (const instant of [before, after, later]) expect(Math.abs(instant.getTime() - now)).toBeLessThan(day);
  expect(after.getTime()).toBeGreaterThanOrEqual(before.getTime());
});
