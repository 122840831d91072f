/** What can be wrong with the embedded database; the message is the one sentence that its reader needs. */
type EmbeddedPostgresCode =
  | 'DATA_DIRECTORY_IN_USE'
  | 'DATA_DIRECTORY_NOT_WRITABLE'
  | 'DATA_DIRECTORY_UNREACHABLE'
  | 'DATA_DIRECTORY_COPIED'
  | 'DATABASE_MISSING'
  | 'DATABASE_SECRET_MISSING'
  | 'DATABASE_VERSION_MISMATCH'
  | 'DATABASE_DID_NOT_START'
  | 'DATABASE_GONE'
  | 'DATABASE_SETTING_REFUSED'
  | 'ARCHIVE_REFUSED'
  | 'BASE_REFUSED'
  | 'POSTGRES_BINARIES_MISSING';

type EmbeddedPostgresFailure = Error & { code: EmbeddedPostgresCode };

export function failure(code: EmbeddedPostgresCode, sentence: string, cause?: unknown): EmbeddedPostgresFailure {
  return Object.assign(new Error(sentence, cause === undefined ? undefined : { cause }), { code });
}

/** The `code` of a Node, PostgreSQL or own error; '' when it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
