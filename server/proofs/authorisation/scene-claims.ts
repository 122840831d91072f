import type { Rig } from '../../testing/rig.ts';
import type { BranchCode } from './canaries.ts';
import { canaryOf } from './canaries.ts';
import type { Ref } from './scene.ts';

const CLAIM = '/api/sca/v1/claim';
type State = 'DRAFT' | 'PENDING' | 'APPROVED';

/** Claims of one branch and what moves them. */
export type Claiming = {
  /** A claim on the standing policy in a state, made by the named user or by the branch's claims handler. */
  claim: (state: State, by?: string) => Promise<Ref>;
  /** An approved claim that serves the whole proof, with one approved call. */
  standingClaim: () => Promise<Ref>;
  claimBody: () => Promise<Record<string, unknown>>;
  /** A movement of the standing claim. */
  movement: (state: State, by?: string) => Promise<Ref>;
  standingMovement: () => Promise<Ref>;
  movementBody: () => Promise<Record<string, unknown>>;
  /** An event of the firm, a fresh one for each act. */
  event: () => Promise<number>;
  /** An entry in the diary of the standing claim. */
  diary: () => Promise<number>;
};

type Setting = {
  rig: Rig;
  branch: { id: number; code: BranchCode };
  approved: () => Promise<Ref>;
  person: (role: string) => string;
  idOf: (who: string) => Promise<number>;
};

export function claimsOf({ rig, branch, approved, person, idOf }: Setting): Claiming {
  const word = canaryOf(branch.code);
  const must = async (who: string, address: `${string} ${string}`, body?: unknown): Promise<Ref> => {
    const reply = await rig.call(who, address, { body });
    if (reply.status !== 200) throw new Error(`${who} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as Ref;
  };
  const claimBody = async () => ({
    policy: (await approved()).id,
    claimreserve: '39000000.00',
    data_loss_date: '2026-03-02',
    claim_desc: 'Fire',
  });
  const claim: Claiming['claim'] = async (state, by = person('claims')) => {
    const body = {
      ...(await claimBody()),
      claim_desc: `Fire ${word}`,
      experts: [{ role: 'ADJUSTER', name: `Adjuster ${word}` }],
    };
    const saved = await must(by, `POST ${CLAIM}/save`, body);
    if (state === 'DRAFT') return saved;
    const pending = await must(by, `PUT ${CLAIM}/submit/${saved.id}`);
    if (state === 'PENDING') return pending;
    const manager = person('manager');
    const { version } = pending;
    return must(manager, `PUT ${CLAIM}/approve/${saved.id}/APPROVED/${await idOf(manager)}`, { version });
  };
  let keptClaim: Promise<Ref> | undefined;
  const bare = () => (keptClaim ??= claim('APPROVED'));
  const movementBody = async () => ({
    claim: (await bare()).id,
    type: 'CALL',
    movement_date: '2026-03-02',
    reason: 'Interim payment',
    amount: '1000.00',
  });
  const movement: Claiming['movement'] = async (state, by = person('claims')) => {
    const saved = await must(by, `POST ${CLAIM}/movement/save`, {
      ...(await movementBody()),
      reason: `Interim ${word}`,
    });
    if (state === 'DRAFT') return saved;
    const pending = await must(by, `PUT ${CLAIM}/movement/submit/${saved.id}`);
    if (state === 'PENDING') return pending;
    const { version } = pending;
    return must(person('manager'), `PUT ${CLAIM}/movement/approve/${saved.id}/APPROVED`, { version });
  };
  let keptMovement: Promise<Ref> | undefined;
  const standingMovement = () => (keptMovement ??= movement('APPROVED'));
  const diary = async () => {
    const body = {
      claim: (await bare()).id,
      due_on: '2190-01-01',
      text: `Ask the adjuster ${word}`,
      colleague: await idOf(person('manager')),
    };
    return (await must(person('claims'), `POST ${CLAIM}/diary`, body)).id;
  };
  let named = 0;
  const event = async () => {
    const body = { name: `Event ${branch.id} ${(named += 1)}`, first_day: '2026-02-01' };
    return (await must(person('claims'), `POST ${CLAIM}/event/save`, body)).id;
  };
  const standingClaim = async () => {
    await standingMovement();
    return bare();
  };
  return { claim, standingClaim, claimBody, movement, standingMovement, movementBody, event, diary };
}

/** The same where nothing exists. */
export const nothingClaimed = (id: number, like: Claiming): Claiming => {
  const at = (state: State) => ({ id, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] });
  return {
    claim: async (state) => at(state),
    standingClaim: async () => at('APPROVED'),
    claimBody: async () => ({ ...(await like.claimBody()), policy: id }),
    movement: async (state) => at(state),
    standingMovement: async () => at('APPROVED'),
    movementBody: async () => ({ ...(await like.movementBody()), claim: id }),
    event: async () => id,
    diary: async () => id,
  };
};
