import { notFound } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { deleteUser } from '../accounts/user-acts.ts';
import type { Subject } from './subjects.ts';

async function readUser(ctx: Ctx, id: number, lock: boolean) {
  const query = ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'version'])
    .where('id', '=', id)
    .where('anonymised_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow(notFound);
}

/** A user: erasing is deleting, by the same act as in the register of users. */
export const USER: Subject = {
  read: (ctx, id) => readUser(ctx, id, false),
  lock: (ctx, id) => readUser(ctx, id, true),
  obstacles: async (ctx, id) => (id === ctx.user.id ? ['This is your own account: another root must do it.'] : []),
  erase: async (ctx, id) => {
    await deleteUser(ctx, id);
  },
  erased: [
    'Name and email; they can no longer sign in.',
    'Password, second factor, roles, where their sessions came from.',
    'Names and addresses that the audit trail keeps beside its facts.',
  ],
  kept: [
    'What they did, under “Former user” and a number: who decided what is part of the books.',
    'Documents that were issued with their name: they never change.',
  ],
};
