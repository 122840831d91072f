import { formatAmount } from '../../../domain/values/money.ts';
import type { Chance } from './random.ts';
import { type Branch, minorUnits, type Saved, type Story, who } from './story.ts';

export const SCA = '/api/sca/v1';

/** A claim of the sample firm; its reserve at 100 % in minor units. */
export type Loss = {
  id: number;
  branch: Branch['code'];
  currency: string;
  reserve: bigint;
  policy: number;
  reinsured: number;
};
export type Step = (loss: Loss) => Promise<void>;

type Note = { id: number; kind: string; number: string; party: { id: number; name: string }; outstanding: string };
type Claim = {
  version: number;
  figures: { payable: string; called: { whole: string } };
  securities: { security: { id: number } }[];
  notes: Note[];
  movements: { id: number; type: string; status: string }[];
};
type Moving = { type: string; amount?: bigint; reason: string } & Record<string, unknown>;

export const partOf = (amount: bigint, percent: number): bigint => (amount * BigInt(percent)) / 100n;

/** Where the sample firm's people work on claims: what their steps have in common. */
export function openClaims(story: Story, luck: Chance) {
  const { desk } = story;
  const handler = ({ branch }: Loss) => who('claims', branch);
  const manager = ({ branch }: Loss) => who('manager', branch);
  const read = (loss: Loss) => desk.call<Claim>(handler(loss), `GET ${SCA}/claim/${loss.id}`);
  const units = (amount: string, loss: Loss) => minorUnits(amount, loss.currency);

  /** A movement from its draft to its approval. */
  async function moved(loss: Loss, { amount, ...moving }: Moving): Promise<void> {
    const { id } = await desk.call<Saved>(handler(loss), `POST ${SCA}/claim/movement/save`, {
      body: {
        claim: loss.id,
        movement_date: desk.today(),
        amount: amount === undefined ? null : formatAmount(amount, loss.currency),
        ...moving,
      },
    });
    const { version } = await desk.call<Saved>(handler(loss), `PUT ${SCA}/claim/movement/submit/${id}`);
    await desk.call(manager(loss), `PUT ${SCA}/claim/movement/approve/${id}/APPROVED`, { body: { version } });
  }
  return { story, luck, desk, handler, manager, read, units, moved };
}
export type Claims = ReturnType<typeof openClaims>;
