import { useParams } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState, NoRights } from '../../ui/notices/States.tsx';
import { paths } from '../../paths.ts';
import { NoteOverview } from './NoteOverview.tsx';
import { isShown, NOTE_OVERVIEWS, OVERVIEWS, POLICY_OVERVIEWS, type OverviewName } from './overviews.ts';
import { PolicyOverview } from './PolicyOverview.tsx';
import { sectionsFor } from './sections.ts';

function isName(name: string | undefined): name is OverviewName {
  return name !== undefined && Object.hasOwn(OVERVIEWS, name);
}

/** The list behind a figure of the dashboard. */
export function OverviewPage() {
  const { overview } = useParams({ strict: false }) as { overview?: string };
  const session = useSession();
  if (session === null) return null;
  if (!isName(overview)) {
    return (
      <EmptyState
        title="There is no such list."
        action={<LinkButton href={paths.dashboard}>Open the dashboard</LinkButton>}
      />
    );
  }
  if (!isShown(overview, sectionsFor(session, false))) return <NoRights />;
  if (overview === 'premium' || overview === 'brokerage') {
    return <PolicyOverview key={overview} {...POLICY_OVERVIEWS[overview]} name={overview} />;
  }
  return <NoteOverview key={overview} {...NOTE_OVERVIEWS[overview]} name={overview} />;
}
