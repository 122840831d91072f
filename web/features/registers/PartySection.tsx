import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../../api/client.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { can, useSession } from '../../api/session.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { INSUREDS, LONDON_SECURITIES, REINSUREDS, SECURITIES, type PartyRegister } from './party-registers.ts';
import { PartyDialog } from './PartyDialog.tsx';
import { STATUS_FILTER, statusBadge } from './register-words.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { useOpenRow } from './use-open-row.ts';

export type Party = WireReply<PartyEndpoints['items']>['data'][number];

const oneLine = (text: string) => text.replaceAll('\n', ', ');

const COLUMNS: readonly Column<Party>[] = [
  { id: 'name', title: 'Name', sortable: true, width: 220, cell: (row) => row.name },
  { id: 'address', title: 'Address', sortable: true, width: 200, cell: (row) => oneLine(row.address) },
  { id: 'country', title: 'Country', sortable: true, cell: (row) => row.countryName ?? '' },
  { id: 'resident', title: 'Resident', cell: (row) => (row.resident ? 'Yes' : 'No') },
  { id: 'email', title: 'Email', cell: (row) => row.email },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

/** One register of parties: found, added, edited, made inactive. */
function PartySection({ register }: { register: PartyRegister }) {
  const session = useSession();
  const list = useListState({ filters: ['status'] });
  const query = useEndpoint(register.endpoints.items, {
    query: list.query as CallInput<PartyEndpoints['items']>['query'],
  });
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<Party | null>(null);
  const mayCreate = can(session, 'registers.create');
  const mayEdit = can(session, 'registers.edit');
  const mayTurn = can(session, 'registers.status');
  const opened = query.data?.data.find((row) => String(row.id) === open);
  const create = mayCreate && (
    <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
      New {register.noun}
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title={register.title}
        name={register.name}
        nouns={register.nouns}
        {...{ list, query }}
        onExport={(format) => exportFile(register.endpoints.items, { query: list.query, name: register.name }, format)}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        {...(mayEdit ? { rowHref: (row: Party) => hrefOf(row.id) } : {})}
        {...(mayEdit || mayTurn
          ? {
              rowActions: (row: Party) => [
                ...(mayEdit ? [{ label: 'Edit', href: hrefOf(row.id) }] : []),
                ...(mayTurn
                  ? [
                      {
                        label: row.status === 'ACTIVE' ? 'Make inactive…' : 'Make active…',
                        onSelect: () => setTurning(row),
                      },
                    ]
                  : []),
              ],
            }
          : {})}
        filters={[STATUS_FILTER]}
        primary={create}
        empty={
          <EmptyState title={`No ${register.nouns[1]} yet`} action={create}>
            {register.about}
          </EmptyState>
        }
      />
      {open === 'new' && mayCreate && <PartyDialog key="new" register={register} onClose={close} />}
      {opened !== undefined && mayEdit && (
        <PartyDialog key={`${opened.id} ${opened.version}`} register={register} party={opened} onClose={close} />
      )}
      {turning !== null && (
        <StatusDialog
          endpoint={register.endpoints.update}
          row={turning}
          noun={register.noun}
          onClose={() => setTurning(null)}
        />
      )}
    </>
  );
}

export const Reinsureds = () => <PartySection register={REINSUREDS} />;
export const Insureds = () => <PartySection register={INSUREDS} />;
export const Securities = () => <PartySection register={SECURITIES} />;
export const LondonSecurities = () => <PartySection register={LONDON_SECURITIES} />;
