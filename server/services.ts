import type { SigningKeys } from './platform/http/tokens.ts';
import type { Pool } from './platform/db/pool.ts';
import type { Renderer } from './platform/documents/renderer.ts';
import type { Space } from './platform/files/space.ts';
import type { FileStore } from './platform/files/store.ts';

/** What features need beyond their transaction: made once at the start and passed down. */
export type Services = {
  keys: SigningKeys;
  pool: Pool;
  publicUrl: string;
  /** Makes PDFs off the event loop; its workers start with the first document. */
  renderer: Renderer;
  /** Where the bytes of attached files lie. */
  files: FileStore;
  /** Whether there is room to write. */
  space: Space;
  /** A malware scanner looks at attached files before they are given out. */
  scanned?: boolean;
  /** The code that the first sign-up must bring; null where the server listens on loopback alone. */
  setupCode: string | null;
  /** Milliseconds for which a stream of changes lasts, where a test does not want to wait for its end. */
  watchesFor?: number;
  /** Where mails go: to a mail server, or as files into the outbox (when left out). */
  mailBy?: 'SMTP' | 'OUTBOX';
};
