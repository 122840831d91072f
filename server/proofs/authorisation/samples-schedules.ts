import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

type Setting = { world: World; unique: string };
const CALENDAR = { every: 'MONTH', first_on: '2099-01-31', terms: 'LUMP_30' };

/** A schedule of an approved invoice of this world; where nothing exists, the id of an invoice that is nowhere either. */
async function made({ world }: Setting): Promise<number> {
  const invoice = (await world.invoice('APPROVED')).id;
  const { id } = await fixtures.first(
    `insert into invoice_schedules (branch_id, invoice_id, every, first_on, payment_terms, hands, made_by, made_at, edited_by)
     select branch_id, id, 'MONTH', '2099-01-31', 'LUMP_30', array[made_by], made_by, now(), made_by from invoices where id = ${invoice}
     returning id`,
  );
  return id ?? invoice;
}

// Calls that are compared with each other read one made once.
const standing = new Map<string, Promise<number>>();
function scheduleOf(setting: Setting): Promise<number> {
  if (setting.unique !== 'same') return made(setting);
  const { code } = setting.world.branch;
  const kept = standing.get(code) ?? made(setting);
  standing.set(code, kept);
  return kept;
}

/** Invoices that are drafted again by the calendar. */
export const SCHEDULE_SAMPLES: Record<string, Sample> = {
  'GET /invoice/schedule/{id}': { of: async (setting) => ({ params: { id: await scheduleOf(setting) } }) },
  'POST /invoice/schedule/save': {
    of: async ({ world }) => ({ body: { invoice: (await world.invoice('APPROVED')).id, ...CALENDAR } }),
  },
  'PUT /invoice/schedule/edit': {
    of: async (setting) => ({ body: { id: await scheduleOf(setting), version: 1, ...CALENDAR } }),
  },
  'PUT /invoice/schedule/stop/{id}': {
    of: async (setting) => ({
      params: { id: await scheduleOf(setting) },
      body: { version: 1, reason: 'They left' },
    }),
  },
};
