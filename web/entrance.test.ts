import { describe, expect, test } from 'vitest';
import { leadFrom, linkOf, returnTo } from './entrance.ts';

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://slipway.test');
  return { pathname, search, hash };
};

describe('where an address leads', () => {
  test.each([
    ['/', '/signin', '/dashboard'],
    ['/login', '/signin', '/dashboard'],
    ['/signin', null, '/dashboard'],
    ['/signup', null, '/dashboard'],
    ['/dashboard', null, null],
    ['/underwriting/12?tab=money', '/signin', null],
    ['/signin#reset=abc', null, null],
    ['/signin#token=abc', null, null],
    ['/signin#verify=', null, null],
    ['/signin#reset=', null, '/dashboard'],
    ['/signup#reset=abc', null, '/dashboard'],
  ])('%s: a visitor to %s, who is signed in to %s', (address, visitor, signedIn) => {
    expect([leadFrom(at(address), false), leadFrom(at(address), true)]).toEqual([visitor, signedIn]);
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
