import type { KindName } from '../../../domain/records/kinds.ts';
import { recordHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { focusRing } from '../../ui/styles.ts';

type Props = { kind: KindName; rows: readonly { id: number; called: string; title: string; why: string }[] };

/** The records that a batch leaves out, each with why. */
export function LeftOut({ kind, rows }: Props) {
  if (rows.length === 0) return null;
  return (
    <Notice tone="warn" title={rows.length === 1 ? 'One is left out' : `${rows.length} are left out`}>
      <ul className="grid max-h-56 gap-1 overflow-y-auto">
        {rows.map(({ id, called, title, why }) => (
          <li key={id}>
            <AppLink
              href={recordHref(kind, id)}
              className={`rounded font-medium tabular-nums underline underline-offset-2 ${focusRing}`}
            >
              {called}
            </AppLink>{' '}
            <span dir="auto">{title}</span>: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
