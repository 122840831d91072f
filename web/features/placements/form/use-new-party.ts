import { useState } from 'react';
import { later } from '../../../ui/later/later.tsx';
import type { SecurityChoice } from './policy-values.ts';

export type PartyKind = 'reinsured' | 'insured' | 'security' | 'londonSecurity';
export type Adding = { kind: PartyKind; name: string; answer: (made: SecurityChoice | null) => void };

export const NewPartyDialog = later(async () => (await import('./NewPartyDialog.tsx')).NewPartyDialog);

/** A way to ask for a new party from within a picker: resolves to it, or to null when it is cancelled. */
export function useNewParty() {
  const [adding, setAdding] = useState<Adding | null>(null);
  const finish = (made: SecurityChoice | null) => {
    adding?.answer(made);
    setAdding(null);
  };
  return {
    adding,
    ask: (kind: PartyKind) => (name: string) =>
      new Promise<SecurityChoice | null>((answer) => setAdding({ kind, name, answer })),
    onSaved: finish,
    onClose: () => finish(null),
  };
}
