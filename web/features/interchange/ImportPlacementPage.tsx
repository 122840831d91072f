import { FileJson } from 'lucide-react';
import { can, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { PlacementPreview } from './PlacementPreview.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { usePlacementFile } from './use-placement-file.ts';

/** A placement that came as a file: chosen, looked at, and made a draft of. */
export function ImportPlacementPage() {
  const session = useSession();
  const acts = usePlacementFile();
  if (session === null || !can(session, 'policies.create'))
    return <NoPage title="Import placement" may={false} lacking="You do not have the right to enter policies." />;
  if (acts.looked !== null) return <PlacementPreview looked={acts.looked} acts={acts} session={session} />;
  return (
    <RecordPage parent={{ label: 'Underwriting', href: paths.underwriting }} number="Import placement">
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {acts.refusal !== null && <RefusalNotice refusal={acts.refusal} />}
          <FileDrop
            icon={<FileJson size={20} aria-hidden="true" className="text-mute" />}
            title="Drop a placement file here"
            detail="JSON, up to 1 MB. You see what it would become before anything is made."
            label="Placement file"
            accept=".json,application/json"
            busy={acts.busy}
            onFile={acts.choose}
          />
          <section aria-labelledby="what" className="grid gap-1.5">
            <h2 id="what" className="text-sm font-semibold">
              What is read
            </h2>
            <p className="text-mute">
              A local policy or a London slip in the terms of the market’s core data record, as “Download as JSON” on a
              policy’s page writes it. It becomes a draft of yours, which is submitted and approved like any other.
            </p>
          </section>
        </div>
      </Card>
    </RecordPage>
  );
}
