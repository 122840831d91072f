import { Badge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RateText } from '../../ui/marks/Figures.tsx';
import { Picker } from '../../ui/fields/Picker.tsx';
import type { Found, Search } from '../../ui/fields/use-search.ts';
import type { PartyKind, useNewParty } from '../placements/form/use-new-party.ts';
import { findInsured, findLondonSecurity, findReinsured, findSecurity } from '../placements/form/party-search.ts';
import type { Preview } from './use-placement-file.ts';

type Party = Preview['parties'][number];
type Pick = (place: string, value: string | null) => void;
type Create = ReturnType<typeof useNewParty>['ask'];

const LABELS: Record<Party['register'], string> = {
  REINSURED: 'Reinsured',
  INSURED: 'Insured',
  SECURITY: 'Security',
};
const SEARCHES: Record<PartyKind, Search> = {
  reinsured: findReinsured,
  insured: findInsured,
  security: findSecurity,
  londonSecurity: findLondonSecurity,
};

/** In which register a party of the file is looked for, and added. */
function kindOf(register: Party['register'], market: Preview['market']): PartyKind {
  if (register === 'SECURITY') return market === 'LONDON' ? 'londonSecurity' : 'security';
  return register === 'REINSURED' ? 'reinsured' : 'insured';
}
const BY = { NAME: 'By name', NUMBER: 'By number', CHOICE: 'Chosen' } as const;

/** The parties that a file names and who they are here; an unknown one is chosen, or added by users who may. */
export function PartyRows({
  preview,
  onPick,
  onCreate,
}: {
  preview: Preview;
  onPick: Pick;
  onCreate: Create | undefined;
}) {
  return (
    <ul className="divide-y divide-line">
      {preview.parties.map((party) => {
        const kind = kindOf(party.register, preview.market);
        const search = SEARCHES[kind];
        return (
          <li key={party.place} className="grid gap-x-6 gap-y-2 px-4 py-2.5 sm:grid-cols-2">
            <InFile party={party} />
            {party.match === null ? (
              <Choose
                {...{ party, search, onPick }}
                {...(onCreate === undefined ? {} : { onCreate: onCreate(kind) })}
              />
            ) : (
              <Matched party={party} onPick={onPick} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function InFile({ party }: { party: Party }) {
  const { line } = party;
  return (
    <div className="min-w-0">
      <p className="text-xs text-mute">{LABELS[party.register]} in the file</p>
      <p dir="auto" className="wrap-anywhere">
        {party.name}
      </p>
      {party.detail !== '' && <p className="text-xs wrap-anywhere text-mute">{party.detail}</p>}
      {line !== null && (
        <p className="text-xs text-mute">
          {line.written === null ? 'Quoted' : <RateText value={line.written} />} written ·{' '}
          <RateText value={line.sent} /> signed
          {line.signed !== null && line.signed !== line.sent && (
            <span className="text-warn">
              {' '}
              · here <RateText value={line.signed} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function Matched({ party, onPick }: { party: Party; onPick: Pick }) {
  return (
    <div className="flex min-w-0 items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="text-xs text-mute">Here</p>
        <p dir="auto" className="wrap-anywhere">
          {party.match?.name}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-2">
        {party.by !== null && <Badge tone={party.by === 'NAME' ? 'good' : 'info'}>{BY[party.by]}</Badge>}
        {party.by === 'CHOICE' && (
          <Button size="sm" onClick={() => onPick(party.place, null)} aria-label={`Choose another for ${party.name}`}>
            Change
          </Button>
        )}
      </span>
    </div>
  );
}

type ChooseProps = {
  party: Party;
  search: Search;
  onPick: Pick;
  onCreate?: (name: string) => Promise<Found | null>;
};

function Choose({ party, search, onPick, onCreate }: ChooseProps) {
  const noun = LABELS[party.register].toLowerCase();
  return (
    <div className="grid min-w-0 gap-2">
      <Picker
        id={`choose-${party.place}`}
        label={`Not in the register: choose the ${noun}`}
        placeholder="Search the register…"
        value={null}
        search={search}
        noun={noun}
        onChange={(choice) => choice !== null && onPick(party.place, choice.id)}
        {...(onCreate === undefined ? {} : { onCreate })}
      />
      {(party.near.length > 0 || onCreate !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {party.near.map((one) => (
            <Button
              key={one.id}
              size="sm"
              onClick={() => onPick(party.place, String(one.id))}
              {...(one.active ? {} : { disabled: true, disabledReason: `${one.name} is inactive.` })}
            >
              <span dir="auto" title={one.name} className="max-w-56 truncate">
                {one.name}
              </span>
            </Button>
          ))}
          {onCreate !== undefined && (
            <Button
              size="sm"
              onClick={() => void onCreate(party.name).then((made) => made !== null && onPick(party.place, made.id))}
            >
              {`Add the ${noun}…`}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
