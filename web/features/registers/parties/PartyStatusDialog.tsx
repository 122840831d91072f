import type { WireReply } from '../../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../../domain/registers/parties.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { StatusDialog } from '../StatusDialog.tsx';

type Effects = WireReply<PartyEndpoints['effects']>;

const counted = (count: number | null, [one, many]: readonly [string, string]) =>
  count === null || count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** What cannot go on while it is inactive; empty when that is nothing that one may see. */
function stoppedBy(effects: Effects): string[] {
  return [
    ...counted(effects.drafts, ['draft', 'drafts']),
    ...counted(effects.pending, ['policy that waits for approval', 'policies that wait for approval']),
  ];
}

/** What runs on with it. */
function runningWith(effects: Effects): string[] {
  return [
    ...counted(effects.in_force, ['policy in force', 'policies in force']),
    ...counted(effects.vouchers, ['open voucher', 'open vouchers']),
  ];
}

type Props = { register: PartyRegister; party: PartyRecord; onClose: () => void };

/** Active or inactive, with what that affects. §4 registers, §8. */
export function PartyStatusDialog({ register, party, onClose }: Props) {
  const { data } = useEndpoint(register.endpoints.effects, { params: { id: String(party.id) } });
  const stopped = data === undefined ? [] : stoppedBy(data);
  return (
    <StatusDialog
      call={register.endpoints.update}
      row={party}
      noun={register.noun}
      effect={stopped.length === 0 ? '' : `${stopped.join(' and ')} cannot go on while it is inactive. `}
      onClose={onClose}
    >
      {data !== undefined && <Running effects={data} />}
    </StatusDialog>
  );
}

function Running({ effects }: { effects: Effects }) {
  const running = runningWith(effects);
  const balances = effects.balances ?? [];
  if (running.length === 0 && balances.length === 0) return null;
  return (
    <div className="mt-1 rounded-lg border border-line px-3 py-2">
      <p className="text-xs text-mute">Goes on as it is</p>
      <ul className="mt-1 grid gap-0.5">
        {running.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {balances.map((row) => (
          <li key={`${row.account} ${row.currency}`} className="flex justify-between gap-4">
            <span>
              {row.account} {row.account_name}
            </span>
            <MoneyText withCurrency value={row.balance} currency={row.currency} />
          </li>
        ))}
      </ul>
    </div>
  );
}
