import type { WireReply } from '../../../../domain/endpoint.ts';
import type { listClaims } from '../../../../domain/claims/contract.ts';
import { claimTable } from '../../../../domain/claims/table.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { claimBadge } from '../../ledger/status.ts';
import { DISPUTED_BADGE } from '../claim-words.ts';

export type ClaimRow = WireReply<typeof listClaims>['data'][number];

/** What it is over which loss, who is insured over who is reinsured; a stage says more than that it is approved. */
export function claimColumns({ withBranch }: { withBranch: boolean }): Column<ClaimRow>[] {
  return screenColumns(claimTable, {
    without: ['reinsured', 'status', 'policy', ...(withBranch ? [] : (['branch'] as const))],
    hide: ['collected'],
    wide: ['branch'],
    titles: {
      number: 'Claim, policy',
      insured: 'Insured, reinsured',
      stage: 'Status',
      called: 'Called, collected',
    },
    widths: { stage: 112 },
    second: {
      // Two links over each other are too near to be touched apart: the policy is a step away, on the claim's page.
      number: (row) => row.policy.name,
      insured: 'reinsured',
      called: 'collected',
      stage: (row) => row.disputed && <span className="text-bad">{DISPUTED_BADGE.label}</span>,
    },
    cells: {
      number: (row) => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
      insured: (row) => <LongName>{row.insured}</LongName>,
      reinsured: (row) => <LongName>{row.reinsured}</LongName>,
      cover_type: (row) => <LongName narrow>{row.cover_type}</LongName>,
      event: (row) => row.event !== null && <LongName narrow>{row.event}</LongName>,
      stage: (row) => <StatusBadge {...claimBadge(row)} />,
    },
  });
}
