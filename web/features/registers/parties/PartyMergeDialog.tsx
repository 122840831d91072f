import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { partyHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { Picker } from '../../../ui/fields/Picker.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import type { Found } from '../../../ui/fields/use-search.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

/** What moves, in plain words; a table that is not named here is shown by its own name. */
const MOVES: Readonly<Record<string, string>> = {
  policies: 'Policies',
  policy_lines: 'Lines on policies',
  slips: 'Slips that it leads',
  endorsements: 'Endorsements',
  endorsement_lines: 'Lines of endorsements',
  renewal_notices: 'Renewal notices',
  claim_lines: 'Lines on claims',
  movement_parts: 'Shares of movements',
  movement_payers: 'Ex gratia payments that it pays',
  claim_agreements: 'Agreements to claims',
  claim_mails: 'Mails about claims',
  notes: 'Debit and credit notes',
  note_parts: 'Parts of debit notes',
  journal_lines: 'Journal lines',
  open_items: 'Open items',
  receipts: 'Receipts',
  vouchers: 'Vouchers',
  invoices: 'Invoices',
  invoice_lines: 'Lines of invoices',
  party_contacts: 'Contacts',
  party_intermediaries: 'Intermediaries',
  party_bank_accounts: 'Bank accounts',
};

const ORDER = Object.keys(MOVES);
const placeOf = (what: string) => (ORDER.includes(what) ? ORDER.indexOf(what) : ORDER.length);

const SHOWN = 50;

type Props = { register: PartyRegister; party: PartyRecord; onClose: () => void };

/** Makes one party of two: shows what moves before it does. Root alone. §8. */
export function PartyMergeDialog({ register, party, onClose }: Props) {
  const go = useGo();
  const [into, setInto] = useState<Found | null>(null);
  const { endpoints, noun } = register;
  const preview = useEndpoint(
    endpoints.mergePreview,
    { params: { id: String(party.id) }, query: { into: into?.id ?? '0' } },
    { enabled: into !== null },
  );
  const merge = useWrite(endpoints.merge, {
    onSuccess: ({ id }) => {
      toastSuccess(`${party.name} is now ${into?.label ?? ''}`);
      go(partyHref(id));
    },
  });
  const search = async (text: string, signal: AbortSignal): Promise<Found[]> => {
    const query = {
      status: 'ALL' as const,
      ...(text === '' ? {} : { searchValue: text }),
      ...(party.market !== null && { market: party.market }),
    };
    const { data } = await call(endpoints.findAll, { query }, { signal });
    return data
      .filter((one) => one.id !== party.id)
      .slice(0, SHOWN)
      .map((one) => ({ id: String(one.id), label: one.name, detail: one.address.split('\n').at(-1) ?? '' }));
  };
  // What moves into the one that was chosen before says nothing of this one.
  const seen = into === null || preview.isPlaceholderData ? undefined : preview.data;
  const waits = into === null ? `Choose the ${noun} that stays.` : 'See first what moves.';
  const reason = seen === undefined ? waits : (seen.why_not ?? undefined);
  return (
    <FormDialog
      danger
      title={`Merge ${party.name}`}
      description={`Everything that names it will name the other ${noun}, in every branch. This cannot be undone.`}
      action={`Merge ${noun}`}
      busy={merge.isPending}
      dirty={false}
      refusal={merge.error?.message}
      onClose={onClose}
      {...(reason === undefined ? {} : { disabledReason: reason })}
      onSubmit={() => {
        if (seen === undefined) return;
        const { loser, survivor } = seen;
        merge.mutate({
          body: {
            loser: { id: loser.id, version: loser.version },
            survivor: { id: survivor.id, version: survivor.version },
          },
        });
      }}
    >
      <Picker label="Into" name="into" required value={into} onChange={setInto} search={search} noun={noun} />
      <div aria-live="polite" className="min-h-24">
        {into !== null && seen === undefined && preview.error === null && <Skeleton className="w-52" />}
        {into !== null && preview.error !== null && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {seen?.why_not != null && <Notice tone="bad">{seen.why_not}</Notice>}
        {seen?.why_not === null && (
          <>
            <p>{seen.moves.length === 0 ? 'Nothing names it yet. ' : 'What moves: '}</p>
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {seen.moves
                .toSorted((a, b) => placeOf(a.what) - placeOf(b.what))
                .map((move) => (
                  <div key={move.what} className="contents">
                    <dt className="text-mute">{MOVES[move.what] ?? move.what.replaceAll('_', ' ')}</dt>
                    <dd className="tabular-nums">{move.count}</dd>
                  </div>
                ))}
            </dl>
            <p className="mt-2 text-mute">
              {seen.loser.name} stays in the trail and leads to {seen.survivor.name}. Its bank accounts wait for a
              second person again.
            </p>
          </>
        )}
      </div>
    </FormDialog>
  );
}
