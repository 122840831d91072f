import type { TestProject } from 'vitest/node';
import { startInstallation } from './installation.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slipwayUrl: string;
    slipwayOwnerUrl: string;
    /** Where the server keeps its files, the outbox of mails among them. */
    slipwayDataDir: string;
  }
}

/** One installation for the journeys that do not mind what others did in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, ownerUrl, dataDir, stop } = await startInstallation({ firm: true });
  project.provide('slipwayUrl', url);
  project.provide('slipwayOwnerUrl', ownerUrl);
  project.provide('slipwayDataDir', dataDir);
  return stop;
}
