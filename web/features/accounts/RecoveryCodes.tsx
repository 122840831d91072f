import { Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '../../api/download.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';

/** Recovery codes on the one occasion on which they are shown; going on asks whether they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false);
  const title = useId();
  const text = `Slipway recovery codes. Each is good once.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toastSuccess('Recovery codes copied');
  };
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title="Keep these codes now: they are not shown again.">
        <p>Each opens your account once when your app or passkey is lost. Keep them apart from this device.</p>
      </Notice>
      <p id={title} className="sr-only">
        Recovery codes
      </p>
      <ul
        aria-labelledby={title}
        className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-hover px-3.5 py-3 font-mono text-xs sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() =>
            saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: 'slipway-recovery-codes.txt' })
          }
        >
          Download
        </Button>
      </div>
      <Checkbox label="I have kept the codes in a safe place" checked={kept} onChange={setKept} />
      <div className="flex justify-end pb-1">
        <Button
          variant="primary"
          onClick={onDone}
          {...(kept ? {} : { disabled: true, disabledReason: 'Confirm first that you have kept the codes.' })}
        >
          Go on
        </Button>
      </div>
    </div>
  );
}
