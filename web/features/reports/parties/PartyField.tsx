import type { ReactNode } from 'react';
import type { Endpoint } from '../../../../domain/endpoint.ts';
import { letsIn } from '../../../../domain/permissions.ts';
import { ApiProblem } from '../../../api/client.ts';
import { can, useSession } from '../../../api/session.ts';
import { Picker } from '../../../ui/fields/Picker.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { EmptyState, NoRights } from '../../../ui/notices/States.tsx';
import { searchReinsureds, searchSecurities } from '../../ledger/use-lookups.ts';
import { RatedWait } from '../RatesField.tsx';

const REGISTERS = {
  reinsured: { label: 'Reinsured', placeholder: 'Choose a reinsured…', search: searchReinsureds },
  security: { label: 'Security', placeholder: 'Choose a security…', search: searchSecurities },
} as const;

/** Of whom a report is: the id in the address, empty while nobody is chosen. */
export function useReportParty(): string {
  const [address] = useAddress();
  const param = address['param'] ?? '';
  return /^\d{1,10}$/.test(param) ? param : '';
}

type Named = { id: number; name: string };
type Answer<R> = { isPlaceholderData: boolean; data: R | undefined };

/** Its reply, and whether that is of another question; that of another party is not shown under this one's name while this one's loads. */
export function replyOf<R extends { party: Named | null }>(report: Answer<R>, param: string) {
  const { isPlaceholderData, data } = report;
  const waiting = isPlaceholderData && String(data?.party?.id) === param;
  return { data: isPlaceholderData && !waiting ? undefined : data, waiting };
}

/** Chooses whom a report is of. */
export function PartyField({ register, party }: { register: keyof typeof REGISTERS; party: Named | null }) {
  const [, change] = useAddress();
  return (
    <Picker
      {...REGISTERS[register]}
      name="report-of"
      className="w-64"
      noun={register}
      value={party === null ? null : { id: String(party.id), label: party.name }}
      onChange={(choice) => change({ param: choice?.id }, 'push')}
    />
  );
}

type Choose = {
  call: Pick<Endpoint, 'access'>;
  register: keyof typeof REGISTERS;
  /** What is shown of whom is chosen. */
  children: ReactNode;
};

/** A report before anybody is chosen: that somebody is to be, or that it is not for this person. */
export function ChooseParty({ call, register, children }: Choose) {
  const session = useSession();
  if (!letsIn(call.access, (one) => can(session, one))) return <NoRights />;
  return <EmptyState title={`Choose a ${register}.`}>{children}</EmptyState>;
}

type Wait = { register: keyof typeof REGISTERS; error: unknown; refetch: () => unknown };

/** The report of a party that waits, or of which there is none. */
export function PartyWait({ register, error, refetch }: Wait) {
  if (!(error instanceof ApiProblem) || error.status !== 404) return <RatedWait {...{ error, refetch }} />;
  return (
    <div role="alert">
      <EmptyState title={`No such ${register}.`}>Choose one above.</EmptyState>
    </div>
  );
}
