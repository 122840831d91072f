import { describe, expect, test } from 'vitest';
import { isReachable, readConfig } from './config.ts';

const S3 = {
  SLIPWAY_S3_ENDPOINT: 'https://s3.example.com',
  SLIPWAY_S3_BUCKET: 'papers',
  SLIPWAY_S3_KEY: 'key',
  SLIPWAY_S3_SECRET: 'secret',
};

describe('where files lie', () => {
  test('a folder within the data unless said', () => {
    expect(readConfig({ SLIPWAY_DATA: '/srv/slipway' }).files).toEqual({
      kind: 'folder',
      folder: '/srv/slipway/files',
    });
    expect(readConfig({ SLIPWAY_FILES: '/srv/files' }).files).toEqual({ kind: 'folder', folder: '/srv/files' });
    expect(readConfig({}).fileRetentionDays).toBe(30);
  });
  test('a bucket when all of it is said', () => {
    expect(readConfig(S3).files).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example.com',
      bucket: 'papers',
      key: 'key',
      secret: 'secret',
      region: 'us-east-1',
    });
  });
  test.each([
    [{ ...S3, SLIPWAY_S3_SECRET: '' }, 'To keep files in S3, SLIPWAY_S3_SECRET must be set as well.'],
    [
      { ...S3, SLIPWAY_S3_ENDPOINT: 'ftp://x' },
      'SLIPWAY_S3_ENDPOINT must be an address that starts with http: or https:.',
    ],
    [{ ...S3, SLIPWAY_FILES: '/srv/files' }, 'Set either SLIPWAY_FILES or SLIPWAY_S3_BUCKET, not both.'],
    [
      { SLIPWAY_FILES_RETENTION_DAYS: '0' },
      'SLIPWAY_FILES_RETENTION_DAYS must be a whole number from 1 to 36500, not "0".',
    ],
  ])('%j is refused by name', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

test('WAL is archived where it is said, of the embedded database alone', () => {
  expect(readConfig({}).walArchive).toBeNull();
  expect(readConfig({ SLIPWAY_WAL_ARCHIVE: '/srv/wal' }).walArchive).toBe('/srv/wal');
  const own = { DATABASE_URL: 'postgres://a@b/c', SLIPWAY_APP_DATABASE_URL: 'postgres://d@b/c' };
  expect(() => readConfig({ ...own, SLIPWAY_WAL_ARCHIVE: '/srv/wal' })).toThrow(
    'SLIPWAY_WAL_ARCHIVE is of the embedded',
  );
});

describe('proxies', () => {
  test.each([
    ['', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1, 2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
  ])('"%s" trusts %j', (text, trusted) => {
    expect(readConfig({ SLIPWAY_TRUST_PROXY: text }).trustProxy).toEqual(trusted);
  });
  test.each(['true', '10', '-1', 'proxy.example.com', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', '10.0.0.0/8/8'])(
    '"%s" is refused by name',
    (text) => expect(() => readConfig({ SLIPWAY_TRUST_PROXY: text })).toThrow('SLIPWAY_TRUST_PROXY must be the number'),
  );
});

test.each([
  [{}, false],
  [{ HOST: 'localhost', SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  [{ HOST: '::1', SLIPWAY_PUBLIC_URL: 'http://[::1]:3000' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ SLIPWAY_TRUST_PROXY: '1' }, true],
  [{ SLIPWAY_TRUST_PROXY: '127.0.0.1' }, true],
  [{ SLIPWAY_PUBLIC_URL: 'https://slipway.example.com' }, true],
])('with %j others reach it: %s', (environment, reachable) =>
  expect(isReachable(readConfig(environment))).toBe(reachable),
);
