import { useParams } from '@tanstack/react-router';
import { importTarget } from '../../../domain/imports/targets.ts';
import { can, useSession } from '../../api/session.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportView } from './ImportView.tsx';
import { registerHref, titleOf } from './import-words.ts';
import { PastImports } from './PastImports.tsx';
import { Steps } from './Steps.tsx';

/**
 * A file for a register: chosen, matched, checked, confirmed, reported. The address names the import, so that it
 * survives a reload.
 */
export function ImportPage() {
  const { target: key } = useParams({ strict: false }) as { target?: string };
  const session = useSession();
  const [{ id }] = useAddress();
  const target = importTarget(key ?? '');
  if (target === undefined || target.placements !== undefined) {
    return (
      <>
        <PageTitle title="Import" />
        <EmptyState title="There is nothing to import here.">
          Open a register in the settings and choose Import.
        </EmptyState>
      </>
    );
  }
  if (!can(session, target.create)) return <NoPage title={titleOf(target)} may={false} />;
  if (id !== undefined && /^\d{1,10}$/.test(id)) return <ImportView key={id} id={id} target={target} />;
  return (
    <RecordPage parent={{ label: target.title, href: registerHref(target) }} number={titleOf(target)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Steps at="choose" />
        <ChooseFile target={target} />
        <PastImports target={target} />
      </div>
    </RecordPage>
  );
}
