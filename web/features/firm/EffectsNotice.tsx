import type { WireReply } from '../../../domain/endpoint.ts';
import type { booksEffects } from '../../../domain/firm/settings.ts';
import { Notice } from '../../ui/notices/Notice.tsx';

export type EffectsReply = WireReply<typeof booksEffects>;

/** What saving would do, warnings first. */
export function EffectsNotice({ effects: shown, warnings }: EffectsReply) {
  return (
    <div className="grid gap-2" aria-live="polite">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {shown.length > 0 && (
        <Notice title="What this does">
          {shown.map((effect) => (
            <p key={effect}>{effect}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
