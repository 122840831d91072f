import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
