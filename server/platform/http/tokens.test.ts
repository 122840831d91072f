import { describe, expect, test } from 'vitest';
import { signToken, verifyToken, type SigningKeys } from './tokens.ts';

const secretOf = (text: string) => new TextEncoder().encode(text.repeat(40));
const AT = new Date('2026-03-02T09:00:00Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const ID = '0f3c2a1e-5b7d-4c8e-9a6f-1d2e3f4a5b6c';
const KEYS: SigningKeys = { current: 'a', secrets: new Map([['a', secretOf('a')]]), retired: new Set() };

/** A token that was verified before, and is remembered. */
async function known(): Promise<string> {
  const token = await signToken(KEYS, { id: ID, kid: 'a', userId: 7, issuedAt: AT, expiresAt: later(60) });
  expect(await verifyToken(KEYS, token, AT)).toEqual({ sessionId: ID, userId: '7' });
  return token;
}

describe('a token that was verified is remembered', () => {
  test('with the claims that it has', async () => {
    expect(await verifyToken(KEYS, await known(), later(59))).toEqual({ sessionId: ID, userId: '7' });
  });

  test('until it expires', async () => {
    expect(await verifyToken(KEYS, await known(), later(60))).toBeNull();
  });

  test('while its key counts', async () => {
    expect(await verifyToken({ ...KEYS, retired: new Set('a') }, await known(), AT)).toBeNull();
  });

  test('for the key that signed it', async () => {
    expect(await verifyToken({ ...KEYS, secrets: new Map([['a', secretOf('b')]]) }, await known(), AT)).toBeNull();
    expect(await verifyToken({ ...KEYS, secrets: new Map([['b', secretOf('a')]]) }, await known(), AT)).toBeNull();
  });

  test('and no other token is', async () => {
    const token = await known();
    for (const other of [`${token.slice(0, -2)}AA`, `${token}A`, token.slice(1)])
      expect(await verifyToken(KEYS, other, AT), other).toBeNull();
  });
});
