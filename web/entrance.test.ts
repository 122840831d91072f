import { describe, expect, test } from 'vitest';
import { leadFrom, linkOf, returnTo } from './entrance.ts';

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://slipway.test');
  return { pathname, search, hash };
};

describe('where an address leads', () => {
  test.each([
    ['/', '/signin', '/dashboard', '/signup'],
    ['/login', '/signin', '/dashboard', '/signup'],
    ['/signin', null, '/dashboard', '/signup'],
    ['/signup', null, '/dashboard', null],
    ['/dashboard', null, null, '/signup'],
    ['/underwriting/12?tab=money', '/signin', null, '/signup'],
    ['/signin#reset=abc', null, null, '/signup'],
    ['/signin#token=abc', null, null, '/signup'],
    ['/signin#verify=', null, null, '/signup'],
    ['/signin#reset=', null, '/dashboard', '/signup'],
    ['/signup#reset=abc', null, '/dashboard', null],
  ])('%s: a visitor to %s, who is signed in to %s, the first of all to %s', (address, ...leads) => {
    const here = at(address);
    expect([leadFrom(here, 'VISITOR'), leadFrom(here, 'SIGNED_IN'), leadFrom(here, 'FIRST')]).toEqual(leads);
  });
});

describe('where one returns after the sign-in', () => {
  test.each([
    ['/underwriting/12?tab=money#notes', '/underwriting/12?tab=money#notes'],
    ['/no-such-screen', '/no-such-screen'],
    ['/', null],
    ['/login', null],
    ['/signin#reset=abc', null],
    ['/signup', null],
  ])('%s: %s', (address, back) => {
    expect(returnTo(at(address))).toBe(back);
  });
  test.each(['//elsewhere.test/12', '/\\elsewhere.test', ''])('%s is no address of ours', (pathname) => {
    expect(returnTo({ pathname, search: '', hash: '' })).toBeNull();
  });
});

test('a link brings the token of a password or the code of a document', () => {
  expect(linkOf('#reset=a-b')).toEqual({ token: 'a-b', code: undefined });
  expect(linkOf('#x=1&token=c')).toEqual({ token: 'c', code: undefined });
  expect(linkOf('#verify=')).toEqual({ token: undefined, code: '' });
  expect(linkOf('')).toEqual({ token: undefined, code: undefined });
});
