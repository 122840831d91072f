import { loadSampleFirm } from '../features/sample/load.ts';
import { databaseUrl } from '../testing/databases.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import type { ProofRun } from './proof.ts';

type Story = { policies: number; days: number; last: string };

/** The sample firm on a database of its own, in the morning of its last day. Close it when done. */
export async function openSampleFirm({ server }: ProofRun, story: Story): Promise<Rig> {
  const t = await openRig(server, { empty: true });
  try {
    const appUrl = databaseUrl(server.appUrl, new URL(t.ownerUrl).pathname.slice(1));
    await loadSampleFirm(t.services, { ownerUrl: t.ownerUrl, appUrl, ...story, log: () => undefined });
    t.clock.set(`${story.last}T08:00:00Z`);
    return t;
  } catch (error) {
    await t.close();
    throw error;
  }
}
