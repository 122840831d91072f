import { LOCAL_FILE } from '../../../domain/interchange/placement-example.ts';
import { placementText } from '../../../domain/interchange/placement.ts';
import type { Sample } from './samples.ts';

/** A placement that nobody has brought in yet, between the parties of every branch. */
const fileOf = (unique: string) => {
  const { record } = LOCAL_FILE;
  return Buffer.from(placementText({ ...LOCAL_FILE, record: { ...record, number: `KLA/${unique}`.slice(0, 60) } }));
};

export const INTERCHANGE_SAMPLES: Record<string, Sample> = {
  'GET /underwriting/interchange': { of: async ({ world }) => ({ query: { id: (await world.approved()).id } }) },
  'GET /londonslip/interchange': { of: async ({ world }) => ({ query: { id: (await world.standingSlip()).id } }) },
  'POST /underwriting/interchange/preview': { of: ({ unique }) => ({ body: fileOf(unique) }) },
  'POST /underwriting/interchange/draft': {
    of: ({ unique, world }) => ({
      query: {
        name: 'placement.json',
        again: 'true',
        choices: [
          `reinsured:${world.book.reinsured}`,
          `insured:${world.book.insured}`,
          `class_of_business:${world.book.coverType}`,
          `participations[0]:${world.book.a}`,
          `participations[1]:${world.book.b}`,
          `participations[2]:${world.book.c}`,
        ].join(','),
      },
      body: fileOf(unique),
    }),
  },
};
