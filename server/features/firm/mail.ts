import type { Reply } from '../../../domain/endpoint.ts';
import type { sendTestMail } from '../../../domain/firm/settings.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../services.ts';

/** Queues a mail to oneself and says which way it leaves. */
export async function testMail(ctx: Ctx, services: Services): Promise<Reply<typeof sendTestMail>> {
  await queueMail(ctx.db, {
    to: ctx.user.email,
    subject: `Test mail from ${ctx.firm.name}`,
    text: `This mail shows in whose name the mails of ${ctx.firm.name} leave, where replies go, and how they are signed.\n`,
  });
  await ctx.audit({ entity: 'firm', entityId: 1, action: 'test_mail_sent' });
  return { to: ctx.user.email, by: services.mailBy ?? 'OUTBOX' };
}
