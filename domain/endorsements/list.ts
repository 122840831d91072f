import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import { idText } from '../wire.ts';
import { endorsementTable } from './table.ts';

const base = KINDS.endorsement.path;
export const listEndorsements = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'policies.view',
  effect: 'read',
  summary: 'Endorsements of one policy, in their order.',
  query: z.object({ policy: idText }),
  reply: z.array(endorsementTable.row),
});
