import { type JobHandlers, runOneJob } from '../../platform/jobs/jobs.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { documentMailJob } from '../documents/mail-job.ts';
import { statementJobs } from './work.ts';

/** What makes statements and letters, and mails them into `sent`. */
export const statementHandlers = (t: TestApp, sent: OutgoingMail[]): JobHandlers => ({
  ...statementJobs({
    pool: t.pool,
    clock: t.clock.now,
    renderer: t.services.renderer,
    publicUrl: t.services.publicUrl,
  }),
  document_mail: documentMailJob({
    database: t.database,
    clock: t.clock.now,
    send: async (mail) => void sent.push(mail),
  }),
});

/** Makes and mails those that wait. */
export async function workStatements(t: TestApp, sent: OutgoingMail[]): Promise<void> {
  const handlers = statementHandlers(t, sent);
  while (await runOneJob(t.pool, handlers, () => undefined));
}
