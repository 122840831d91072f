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
type Asked = { kind: PartyKind; name: string; answer: (made: SecurityChoice | null) => void };

/** A way to ask for a new party from within a picker: resolves to it, or to null when it was given up. */
export function useNewParty() {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    asked,
    ask: (kind: PartyKind) => (name: string) =>
      new Promise<SecurityChoice | null>((answer) => setAsked({ kind, name, answer })),
    finish: (made: SecurityChoice | null) => {
      asked?.answer(made);
      setAsked(null);
    },
  };
}

/** Adds a party to its register without leaving the form, and chooses it there. */
export function NewPartyDialog({ asked, finish }: Pick<ReturnType<typeof useNewParty>, 'asked' | 'finish'>) {
  if (asked === null) return null;
  const london = asked.kind === 'londonSecurity';
  return (
    <PartyDialog
      key={`${asked.kind} ${asked.name}`}
      register={REGISTERS[asked.kind]}
      name={asked.name}
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
