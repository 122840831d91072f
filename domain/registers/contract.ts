/** What every form chooses from besides its own register: countries, branches, taxes, ledger accounts. Specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { branchChoice, choices, ledgerAccountChoice, taxChoice } from './shapes.ts';

function lookup<const P extends string, T extends z.ZodMiniType>(path: P, summary: string, choice: T) {
  return endpoint({
    method: 'GET',
    path: `${SCA}/${path}`,
    access: 'signed_in',
    effect: 'read',
    summary,
    reply: choices(choice),
  });
}

export const countries = lookup(
  'countryjurisdiction/findAll',
  'Countries and jurisdictions.',
  z.object({ code: z.string(), name: z.string() }),
);
export const branches = lookup('branch/findAll', 'Branches of the firm.', branchChoice);
export const taxes = lookup('tax/findAll', 'Taxes and levies with their dated rates.', taxChoice);
export const ledgerAccounts = lookup('ledgeraccount/findAll', 'Ledger accounts.', ledgerAccountChoice);
