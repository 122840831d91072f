import { readXlsx } from 'hucre/xlsx';
import { allRoutes } from '../../app.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { viewedLists } from '../views/viewed.ts';
import { mailViews, viewMailJob } from './mail-work.ts';

const VIEW = '/api/sca/v1/view';

/** Views that people have mailed, and the mails that leave of them. */
export function mailedViewCalls(t: () => TestApp) {
  const mails: OutgoingMail[] = [];
  /** Keeps a view, shared with the branch; gives its id. */
  const viewOf = async (changes: Record<string, unknown> = {}, who = 'manager.nbo'): Promise<number> =>
    (
      await t().call(who, `POST ${VIEW}/save`, {
        body: { list: 'underwriting/items', name: 'Waiting', query: 'status=PENDING', shared: true, ...changes },
      })
    ).body.id;
  /** Has it mailed every week to those who are named. */
  const mailed = (view: number, changes: Record<string, unknown>, who = 'manager.nbo'): Promise<TestReply> =>
    t().call(who, `POST ${VIEW}/schedule/save`, {
      body: { view, every: 'WEEK', first_on: '2026-03-02', format: 'xlsx', not_empty: false, ...changes },
    });
  const record = async (id: number, who = 'manager.nbo') => (await t().call(who, `GET ${VIEW}/schedule/${id}`)).body;
  /** Runs the upkeep at an hour in Nairobi, and the jobs that it left. */
  const on = async (day: string, hour = '09', meanwhile?: () => Promise<unknown>): Promise<void> => {
    t().clock.set(`${day}T${hour}:00:00+03:00`);
    const now = t().clock.now();
    const lists = () => viewedLists(allRoutes(t().services));
    await mailViews({ database: t().database, now, lists, publicUrl: 'https://slipway.example' });
    await meanwhile?.();
    const job = viewMailJob({
      database: t().database,
      clock: () => now,
      lists,
      send: async (mail) => {
        mails.push(mail);
      },
    });
    const { rows } = await t().ownerPool.query(
      `select id, branch_id from view_sendings where status = 'QUEUED' order by id`,
    );
    for (const { id, branch_id: branch } of rows) await job({ sending: id, branch }, { last: true });
  };
  /** The cells of the file of the last mail of a view, or the last to somebody, its headings first. */
  const sheetOf = async (name: string, who = '') => {
    const mail = mails.findLast(({ subject, to }) => subject.startsWith(`${name}, `) && String(to).startsWith(who));
    const { sheets } = await readXlsx(mail?.attachments?.[0]?.bytes ?? new Uint8Array());
    return sheets[0]?.rows ?? [];
  };
  return { mails, viewOf, mailed, record, on, sheetOf };
}
