import { useEffect } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { exportPerson, type findPersons } from '../../../domain/privacy/contract.ts';
import { saveFile } from '../../api/download.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { Drawer } from '../../ui/dialogs/Dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import type { Column } from '../../ui/tables/table-types.ts';

export type Person = WireReply<typeof findPersons>[number];

type Held = WireReply<typeof exportPerson>;

function download(held: Held): void {
  const blob = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' });
  saveFile({ blob, name: `personal-data-${held.subject.kind}-${held.subject.id}.json` });
}

/** All that is held on a person, by purpose. Looking is giving out: the trail keeps that it was done. */
export function HeldDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const held = useWrite(exportPerson, { invalidates: [] });
  const { mutate } = held;
  const { kind, id } = person;
  useEffect(() => mutate({ body: { kind, id } }), [mutate, kind, id]);
  const { data, error } = held;
  return (
    <Drawer
      open
      {...{ onClose }}
      size="lg"
      title={`What is held on ${person.name}`}
      description="The audit trail records that it was looked at."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={data === undefined}
            disabledReason="It is being put together."
            onClick={() => data !== undefined && download(data)}
          >
            Download
          </Button>
        </>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => mutate({ body: { kind, id } })} />}
      {data === undefined && error === null && (
        <div className="grid gap-3">
          <Skeleton className="w-48" />
          <Skeleton className="w-80" />
          <Skeleton className="w-64" />
        </div>
      )}
      <div className="grid gap-6">
        {data?.sections.map((section) => (
          <SectionTable key={section.title} {...{ section }} />
        ))}
      </div>
    </Drawer>
  );
}

type Line = { key: string; cells: readonly string[] };

function SectionTable({ section }: { section: Held['sections'][number] }) {
  const columns = section.columns.map((title, place): Column<Line> => {
    const cell = (line: Line) => line.cells[place] || <span className="text-mute">–</span>;
    return { id: title, title, cell };
  });
  return (
    <section aria-label={section.title}>
      <h3 className="font-medium">{section.title}</h3>
      <p className="mb-2 text-mute">{section.purpose}</p>
      {section.rows.length === 0 ? (
        <p className="text-mute">Nothing.</p>
      ) : (
        <div className="rounded-md border border-line">
          <DataTable
            label={section.title}
            columns={columns}
            rows={section.rows.map((cells, index) => ({ key: String(index), cells }))}
            rowKey={(line) => line.key}
            maxHeight="max-h-96"
          />
        </div>
      )}
      {section.more && <p className="mt-1 text-mute">The first 5,000 are shown.</p>}
    </section>
  );
}
