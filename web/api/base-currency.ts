import { useSession } from './session.ts';

/** The firm's base currency: what a new form starts in. */
export function useBaseCurrency(): string {
  return useSession()?.user.firm.baseCurrency ?? '';
}
