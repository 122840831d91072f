import { useState } from 'react';
import { INSUREDS, LONDON_SECURITIES, REINSUREDS, SECURITIES } from '../../registers/parties/party-registers.ts';
import { PartyDialog } from '../../registers/parties/PartyDialog.tsx';
import { describeSecurity } from './party-search.ts';
import type { SecurityChoice } from './policy-values.ts';

const REGISTERS = {
  reinsured: REINSUREDS,
  insured: INSUREDS,
  security: SECURITIES,
  londonSecurity: LONDON_SECURITIES,
} as const;
export type PartyKind = keyof typeof REGISTERS;
type Adding = { kind: PartyKind; name: string; answer: (made: SecurityChoice | null) => void };

/** A way to ask for a new party from within a picker: resolves to it, or to null when it is cancelled. */
export function useNewParty() {
  const [adding, setAdding] = useState<Adding | null>(null);
  return {
    adding,
    ask: (kind: PartyKind) => (name: string) =>
      new Promise<SecurityChoice | null>((answer) => setAdding({ kind, name, answer })),
    finish: (made: SecurityChoice | null) => {
      adding?.answer(made);
      setAdding(null);
    },
  };
}

/** Adds a party to its register without leaving the form, and chooses it there. */
export function NewPartyDialog({ adding, finish }: Pick<ReturnType<typeof useNewParty>, 'adding' | 'finish'>) {
  if (adding === null) return null;
  const london = adding.kind === 'londonSecurity';
  return (
    <PartyDialog
      key={`${adding.kind} ${adding.name}`}
      register={REGISTERS[adding.kind]}
      name={adding.name}
      onClose={() => finish(null)}
      onSaved={({ id, values }) =>
        finish({
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
