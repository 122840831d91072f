import { SENT_DOCUMENT_LABELS } from '../../../../domain/registers/party-shapes.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

type Props = { register: PartyRegister; party: PartyRecord };

const mail = (address: string) =>
  address === '' ? (
    '–'
  ) : (
    <a href={`mailto:${address}`} className="text-link hover:underline">
      {address}
    </a>
  );

type Contact = PartyRecord['contacts'][number];
type Intermediary = PartyRecord['intermediaries'][number];

const CONTACT_COLUMNS: readonly StatementColumn<Contact>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: (one) => (
      <span dir="auto">
        {one.name}
        {one.role !== '' && <span className="block text-xs text-mute">{one.role}</span>}
      </span>
    ),
  },
  { id: 'email', title: 'Email', cell: (one) => mail(one.email) },
  { id: 'phone', title: 'Phone', cell: (one) => one.phone || '–' },
  {
    id: 'documents',
    title: 'Gets',
    cell: (one) => one.documents.map((kind) => SENT_DOCUMENT_LABELS[kind]).join(', ') || '–',
  },
];
const INTERMEDIARY_COLUMNS: readonly StatementColumn<Intermediary>[] = [
  { id: 'name', title: 'Name', cell: (one) => <span dir="auto">{one.name}</span> },
  { id: 'reference', title: 'Reference', cell: (one) => one.reference || '–' },
  { id: 'email', title: 'Email', cell: (one) => mail(one.email) },
];

/** People of a party, and through whom a security is reached. */
export function PartyContacts({ register, party }: Props) {
  if (party.contacts.length === 0 && party.intermediaries.length === 0)
    return (
      <EmptyState title="No contacts yet.">
        {party.email === ''
          ? `Edit the ${register.noun} to add whom you write to.`
          : `Documents go to ${party.email}. Edit the ${register.noun} to add people.`}
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {party.contacts.length > 0 && (
        <Card flush title="Contacts">
          <StatementTable
            caption="Contacts"
            columns={CONTACT_COLUMNS}
            groups={[{ id: 'contacts', rows: party.contacts }]}
            rowKey={(one) => `${one.name} ${one.email} ${one.phone}`}
          />
        </Card>
      )}
      {party.intermediaries.length > 0 && (
        <Card flush title="Intermediaries">
          <StatementTable
            caption="Intermediaries"
            columns={INTERMEDIARY_COLUMNS}
            groups={[{ id: 'intermediaries', rows: party.intermediaries }]}
            rowKey={(one) => `${one.name} ${one.reference}`}
          />
        </Card>
      )}
    </div>
  );
}
