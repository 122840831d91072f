import type { FilesConfig } from '../../config.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** The store of files that the configuration names. */
export function openStore(config: FilesConfig): FileStore {
  return config.kind === 'folder' ? folderStore(config.folder) : s3Store(config);
}
