import * as z from 'zod/mini';
import { erasePerson, previewErasure } from '../../../domain/privacy/contract.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import type { Person } from './HeldDrawer.tsx';

const SHAPE = z.pick(erasePerson.body, { reason: true });

/** Says what goes, what stays and what prevents it before anything is erased. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { kind, id } = person;
  const preview = useEndpoint(previewErasure, { query: { kind, id: String(id) } });
  const erase = useWrite(erasePerson);
  const { data } = preview;
  const blocked = data !== undefined && data.why_not.length > 0;
  return (
    <ReasonDialog
      title={`Erase ${person.name}?`}
      description="What is erased cannot be brought back."
      action="Erase personal data"
      danger
      shape={SHAPE}
      send={(reason) => erase.mutateAsync({ body: { kind, id, reason, version: preview.data?.version ?? 0 } })}
      done={() => `${person.name} was erased`}
      rows={2}
      hint="The audit trail keeps it: name nobody."
      {...{ onClose }}
      {...(data === undefined ? { disabledReason: 'See first what is erased.' } : {})}
      {...(blocked ? { disabledReason: 'Something prevents it: see above.' } : {})}
    >
      {preview.error !== null && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {data === undefined && preview.error === null && <Skeleton className="w-64" />}
      {blocked && (
        <Notice tone="warn" title="This cannot be erased yet">
          <ul className="list-disc pl-4">
            {data.why_not.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Notice>
      )}
      {data !== undefined && (
        <>
          <List title="Erased" items={data.erased} />
          <List title="Kept, and why" items={data.kept} />
        </>
      )}
    </ReasonDialog>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="list-disc space-y-0.5 pl-4 text-mute">
        {items.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
