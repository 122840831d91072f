import { useAddress } from '../../ui/hooks/use-address.ts';
import { Button } from '../../ui/buttons/Button.tsx';

/** From a page of an account's lines to the next one, and back to the first: the address says after which line. */
export function LinePages({ next }: { next: string | null }) {
  const [{ after }, change] = useAddress();
  const later = after !== undefined;
  if (!later && next === null) return null;
  const go = (place: string | undefined) => change({ after: place }, 'push');
  return (
    <div className="no-print flex justify-end gap-2">
      {later && <Button onClick={() => go(undefined)}>First lines</Button>}
      {next !== null && <Button onClick={() => go(next)}>Next lines</Button>}
    </div>
  );
}
