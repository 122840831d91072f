import { useEffect, useState } from 'react';
import { partyHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { PartyRegister } from './party-registers.ts';

const PAUSE_MS = 250;

/** The text as it was a moment ago, when typing paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

type Props = { register: PartyRegister; name: string; except?: number | undefined };

/** Says, while a name is typed, who may be the same; it never stops anyone. §8. */
export function SimilarNotice({ register, name, except }: Props) {
  const search = usePaused(name.trim());
  const { data } = useEndpoint(
    register.endpoints.similar,
    { query: { name: search, ...(except === undefined ? {} : { except: String(except) }) } },
    { enabled: search.length >= 2, staleTime: 60_000 },
  );
  const near = search.length >= 2 && search === name.trim() ? (data ?? []) : [];
  const [first] = near;
  return (
    <div aria-live="polite" className="not-empty:mt-2">
      {first !== undefined && (
        <Notice tone="warn">
          {first.exact ? 'This name is taken: ' : 'Looks like '}
          {near.map((party, index) => (
            <span key={party.id}>
              {index > 0 && '; '}
              <AppLink href={partyHref(party.id)} target="_blank" className="font-medium underline" dir="auto">
                {party.name}
              </AppLink>
              {party.place !== '' && `, ${party.place}`}
              {party.status === 'INACTIVE' && ' (inactive)'}
            </span>
          ))}
          {first.exact ? '.' : except === undefined ? '. Open it, or add this one anyway.' : '.'}
        </Notice>
      )}
    </div>
  );
}
