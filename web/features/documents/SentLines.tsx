import type { WireReply } from '../../../domain/endpoint.ts';
import type { sendDocument } from '../../../domain/documents/sending.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';

type Sending = WireReply<typeof sendDocument>;

const VERBS: Record<Sending['status'], string> = { SENT: 'Sent to', QUEUED: 'Being sent to', FAILED: 'Not sent to' };

/** To whom a document was sent, the latest first, and what became of it. */
export function SentLines({ sendings, onAgain }: { sendings: readonly Sending[]; onAgain?: (() => void) | undefined }) {
  if (sendings.length === 0) return null;
  return (
    <ul aria-label="Sent by mail" className="basis-full text-xs text-mute">
      {sendings.map((one, index) => (
        <li key={one.id} className="wrap-anywhere">
          <span className={one.status === 'FAILED' ? 'text-bad' : undefined}>
            {VERBS[one.status]} {one.to.join(', ')} on <InstantText value={one.at} />
          </span>{' '}
          by {one.by}
          {one.message !== null && <span className="text-bad">. {one.message}</span>}
          {index === 0 && one.status === 'FAILED' && onAgain !== undefined && (
            <>
              {' '}
              <Button size="sm" onClick={onAgain}>
                Send again…
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
