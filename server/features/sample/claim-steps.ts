import { addDays } from '../../../domain/values/day.ts';
import { type Claims, type Loss, openClaims, partOf, SCA, type Step } from './claim-desk.ts';
import { moneySteps } from './claim-money.ts';
import { confirmAccount } from './steps.ts';
import type { Chance } from './random.ts';
import type { Story } from './story.ts';

/** A claim's first form on its way. */
function formSteps(claims: Claims) {
  const { story, desk, handler, manager, read } = claims;
  const decide = async (loss: Loss, decision: string, reason?: string) => {
    const checker = manager(loss);
    const { version } = await read(loss);
    await desk.call(checker, `PUT ${SCA}/claim/approve/${loss.id}/${decision}/${story.users.get(checker) ?? 0}`, {
      body: { version, ...(reason !== undefined && { reason }) },
    });
  };
  const submit: Step = async (loss) => {
    await desk.call(handler(loss), `PUT ${SCA}/claim/submit/${loss.id}`);
  };
  const approve: Step = async (loss) => {
    await decide(loss, 'APPROVED');
    await confirmAccount(claims.desk, loss);
  };
  const reject: Step = (loss) => decide(loss, 'REJECTED', 'The survey report names another location: ask the cedant.');
  return { submit, approve, reject };
}

/** What moves it; percentages are of the reserve that it began with, of salvage of what was called. */
function movementSteps({ moved, read, units }: Claims) {
  const called = async (loss: Loss) => units((await read(loss)).figures.called.whole, loss);
  const ofReserve =
    (type: string, reason: string) =>
    (percent: number): Step =>
    (loss) =>
      moved(loss, { type, reason, amount: partOf(loss.reserve, percent) });
  return {
    reserve: ofReserve('RESERVE', 'Adjuster’s second report'),
    call: ofReserve('CALL', 'Payment on account, as the adjuster advised'),
    fee: ofReserve('FEE', 'Adjuster’s interim fee note'),
    reopen: ofReserve('REOPEN', 'Further damage came to light when the line was started again'),
    exGratia:
      (percent: number): Step =>
      async (loss) => {
        const agreed = (await read(loss)).securities.slice(0, 2).map((one) => one.security.id);
        const reason = 'Late notice: two securities pay without admitting liability';
        await moved(loss, { type: 'CALL', amount: partOf(loss.reserve, percent), ex_gratia: true, agreed, reason });
      },
    final:
      (percent: number): Step =>
      async (loss) => {
        const [agreed, before] = [partOf(loss.reserve, percent), await called(loss)];
        const reason = 'Adjuster’s final report, agreed with the insured';
        await moved(loss, { type: 'FINAL', amount: agreed > before ? agreed : before, reason });
      },
    salvage:
      (percent: number): Step =>
      async (loss) =>
        moved(loss, { type: 'SALVAGE', amount: partOf(await called(loss), percent), reason: 'Salvage sold by tender' }),
    close: ((loss) => moved(loss, { type: 'CLOSE', reason: 'Settled in full' })) satisfies Step,
  };
}

/** What the securities say, and what is to be looked at again. */
function answerSteps({ story, desk, luck, handler, read }: Claims) {
  const answer = async (loss: Loss, of: (last: boolean) => Record<string, unknown>) => {
    const isCall = ({ type, status }: { type: string; status: string }) =>
      status === 'APPROVED' && (type === 'CALL' || type === 'FINAL');
    const call = (await read(loss)).movements.findLast(isCall);
    if (!call) return;
    const { agreements } = await desk.call<{ agreements: { security: { id: number } }[] }>(
      handler(loss),
      `GET ${SCA}/claim/movement/${call.id}`,
    );
    for (const [nth, { security }] of agreements.entries())
      await desk.call(handler(loss), `PUT ${SCA}/claim/agreement`, {
        body: {
          movement: call.id,
          security: security.id,
          answered_on: desk.today(),
          ...of(nth === agreements.length - 1),
        },
      });
  };
  const agreed = () => ({ answer: 'AGREED', reference: `AG${luck.between(10_000, 99_999)}` });
  const disputed = { answer: 'DISPUTED', remark: 'Asks whether the sprinkler warranty was kept.' };
  const agree: Step = (loss) => answer(loss, agreed);
  const dispute: Step = (loss) => answer(loss, (last) => (last ? disputed : agreed()));
  const remind: Step = async (loss) => {
    await desk.call(handler(loss), `POST ${SCA}/claim/diary`, {
      body: {
        claim: loss.id,
        due_on: addDays(desk.today(), 14),
        colleague: story.users.get(handler(loss)) ?? 0,
        text: 'Ask the securities when they pay.',
      },
    });
  };
  return { agree, dispute, remind };
}

/** What the people of the sample firm do with a claim, through the product's own calls. */
export function claimSteps(story: Story, luck: Chance) {
  const claims = openClaims(story, luck);
  return { ...formSteps(claims), ...movementSteps(claims), ...answerSteps(claims), ...moneySteps(claims) };
}
