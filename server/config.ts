import { isIP } from 'node:net';
import path from 'node:path';
import { SHORTEST_KEY } from './platform/backup/frames.ts';
import type { TrustedProxies } from './platform/http/proxies.ts';

/** Everything that the environment may set, typed; a wrong one is an error that names it. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  appDatabaseUrl: string | null;
  secret: string | null;
  publicUrl: string;
  trustProxy: TrustedProxies;
  smtpUrl: string | null;
  mailFrom: string;
  demoPublic: boolean;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  documentWorkers: number;
  files: FilesConfig;
  /** The malware scanner and its arguments; null where there is none. */
  scanCommand: string[] | null;
  /** What backups are encrypted with; null where it is not set. */
  backupKey: string | null;
  /** The folder in which the embedded database archives its WAL; null where it does not. */
  walArchive: string | null;
  /** Days for which the bytes of a removed file are kept. */
  fileRetentionDays: number;
};

/** Where attached files lie: a folder of this machine, or a bucket of what speaks the language of S3. */
export type FilesConfig =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; endpoint: string; bucket: string; key: string; secret: string; region: string };

type Environment = Readonly<Record<string, string | undefined>>;

function configError(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONFIG' });
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

function wholeNumber(env: Environment, name: string, range: { fallback: number; min: number; max: number }): number {
  const text = env[name];
  if (text === undefined || text === '') return range.fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.min && value <= range.max)) {
    throw configError(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`);
  }
  return value;
}

function flag(env: Environment, name: string): boolean {
  const text = env[name] ?? '';
  if (text === '' || text === '0') return false;
  if (text === '1') return true;
  throw configError(`${name} must be 1 or 0, not "${text}".`);
}

function url(env: Environment, name: string, schemes: readonly string[]): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
    throw configError(`${name} must be an address that starts with ${schemes.join(' or ')}.`);
  }
  return text;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

function trustedProxies(text: string): TrustedProxies {
  if (text === '' || text === '0') return false;
  if (/^\d$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw configError(
    `SLIPWAY_TRUST_PROXY must be the number of proxies (1 to 9) or their addresses, such as 10.0.0.0/8,::1, not "${text}".`,
  );
}

const S3_NAMES = ['ENDPOINT', 'BUCKET', 'KEY', 'SECRET'].map((part) => `SLIPWAY_S3_${part}`);

function filesConfig(env: Environment, dataDir: string): FilesConfig {
  const missing = S3_NAMES.filter((name) => !env[name]);
  if (missing.length === S3_NAMES.length)
    return { kind: 'folder', folder: path.resolve(env['SLIPWAY_FILES'] || path.join(dataDir, 'files')) };
  if (missing.length > 0) throw configError(`To keep files in S3, ${missing.join(' and ')} must be set as well.`);
  if (env['SLIPWAY_FILES']) throw configError('Set either SLIPWAY_FILES or SLIPWAY_S3_BUCKET, not both.');
  return {
    kind: 's3',
    endpoint: url(env, 'SLIPWAY_S3_ENDPOINT', ['http:', 'https:']) ?? '',
    bucket: env['SLIPWAY_S3_BUCKET'] ?? '',
    key: env['SLIPWAY_S3_KEY'] ?? '',
    secret: env['SLIPWAY_S3_SECRET'] ?? '',
    region: env['SLIPWAY_S3_REGION'] || 'us-east-1',
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Whether others than this machine reach it: directly, through a proxy, or by an address that links are written with. */
export function isReachable({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean {
  return !isLoopback(host) || trustProxy !== false || !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
}

export function readConfig(env: Environment): Config {
  const port = wholeNumber(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 });
  const host = env['HOST'] || '127.0.0.1';
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const appDatabaseUrl = url(env, 'SLIPWAY_APP_DATABASE_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl && !appDatabaseUrl) {
    throw configError(
      'With DATABASE_URL, SLIPWAY_APP_DATABASE_URL must name the role that the application works with.',
    );
  }
  const level = env['SLIPWAY_LOG'] || 'info';
  const logLevel = LEVELS.find((known) => known === level);
  if (!logLevel) throw configError(`SLIPWAY_LOG must be one of ${LEVELS.join(', ')}, not "${level}".`);
  const secret = env['SLIPWAY_SECRET'] || null;
  if (secret !== null && secret.length < 32) throw configError('SLIPWAY_SECRET must have at least 32 characters.');
  const backupKey = env['SLIPWAY_BACKUP_KEY'] || null;
  if (backupKey !== null && backupKey.length < SHORTEST_KEY)
    throw configError(`SLIPWAY_BACKUP_KEY must have at least ${SHORTEST_KEY} characters.`);
  const walArchive = env['SLIPWAY_WAL_ARCHIVE'] || null;
  if (walArchive !== null && databaseUrl !== null)
    throw configError(
      'SLIPWAY_WAL_ARCHIVE is of the embedded database: with DATABASE_URL, that server archives its own.',
    );
  const named = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const dataDir = path.resolve(env['SLIPWAY_DATA'] || './data');
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    appDatabaseUrl,
    secret,
    publicUrl: (url(env, 'SLIPWAY_PUBLIC_URL', ['http:', 'https:']) ?? `http://${named}:${port}`).replace(/\/$/, ''),
    trustProxy: trustedProxies(env['SLIPWAY_TRUST_PROXY'] ?? ''),
    smtpUrl: url(env, 'SLIPWAY_SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env['SLIPWAY_MAIL_FROM'] || 'Slipway <no-reply@localhost>',
    demoPublic: flag(env, 'SLIPWAY_DEMO_PUBLIC'),
    logLevel,
    documentWorkers: wholeNumber(env, 'SLIPWAY_DOCUMENT_WORKERS', { fallback: 1, min: 1, max: 16 }),
    files: filesConfig(env, dataDir),
    scanCommand: env['SLIPWAY_SCAN_COMMAND']?.match(/\S+/g) ?? null,
    backupKey,
    walArchive: walArchive && path.resolve(walArchive),
    fileRetentionDays: wholeNumber(env, 'SLIPWAY_FILES_RETENTION_DAYS', { fallback: 30, min: 1, max: 36_500 }),
  };
}
