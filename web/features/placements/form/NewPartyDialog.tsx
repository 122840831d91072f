import { INSUREDS, LONDON_SECURITIES, REINSUREDS, SECURITIES } from '../../registers/parties/party-registers.ts';
import { PartyDialog } from '../../registers/parties/PartyDialog.tsx';
import { describeSecurity } from './party-search.ts';
import type { SecurityChoice } from './policy-values.ts';
import type { Adding, PartyKind } from './use-new-party.ts';

const REGISTERS = {
  reinsured: REINSUREDS,
  insured: INSUREDS,
  security: SECURITIES,
  londonSecurity: LONDON_SECURITIES,
} as const satisfies Record<PartyKind, unknown>;

type Props = { adding: Adding; onSaved: (made: SecurityChoice) => void; onClose: () => void };

/** Adds a party to its register without leaving the form, and chooses it there. */
export function NewPartyDialog({ adding, onSaved, onClose }: Props) {
  const london = adding.kind === 'londonSecurity';
  return (
    <PartyDialog
      key={`${adding.kind} ${adding.name}`}
      register={REGISTERS[adding.kind]}
      name={adding.name}
      onClose={onClose}
      onSaved={({ id, values }) =>
        onSaved({
          id: String(id),
          label: values.name.trim(),
          resident: values.resident,
          bureau: london,
          lineLimit: values.line_limit === '' ? null : values.line_limit,
          ratedOn: values.rated_on === '' ? null : values.rated_on,
          detail: describeSecurity({
            market: london ? 'LONDON' : null,
            resident: values.resident,
            rating: values.rating,
          }),
        })
      }
    />
  );
}
