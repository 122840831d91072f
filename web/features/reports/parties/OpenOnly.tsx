import { Switch } from '../../../ui/fields/Choice.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';

/** Whether a statement is of open notes alone, as the address says. */
export function useOpenOnly(): boolean {
  const [address] = useAddress();
  return address['open'] === 'only';
}

/** Chooses that. */
export function OpenOnlySwitch() {
  const [, change] = useAddress();
  return (
    <div className="no-print">
      <Switch
        label="Only what is open"
        checked={useOpenOnly()}
        onChange={(on) => change({ open: on ? 'only' : undefined })}
      />
    </div>
  );
}
