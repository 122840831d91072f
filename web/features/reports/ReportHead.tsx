import { useIsFetching } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { letsIn } from '../../../domain/permissions.ts';
import { can, useSession } from '../../api/session.ts';
import { partyHref } from '../../paths.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ExportButton, type ExportFormat } from '../../ui/tables/ListPage.tsx';
import { FirmOnPaper } from '../ledger/FirmOnPaper.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import type { Address } from '../../ui/hooks/use-address.ts';
import { FieldRow } from '../../ui/layout/FieldRow.tsx';
import { useShownBranch } from './BranchField.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Held, READING } from './Sheet.tsx';

type Props = {
  title: string;
  /** What is shown below is not yet what the address asks for. */
  waiting?: boolean;
  /** Whose report it is, where it is of one party: its title leads there. */
  party?: { id: number } | null;
  detail?: ReactNode;
  /** Next to the title: a badge. */
  badge?: ReactNode;
  /** The call that it shows, whose views people keep; who lacks its right has nothing to choose or to take away. */
  call?: Pick<Endpoint, 'path' | 'access'>;
  /** What it shows though its address does not say it. */
  shown?: Address;
  onExport?: (format: ExportFormat) => Promise<void>;
  /** Further files beside the report’s own, by what each is called. */
  more?: Readonly<Record<string, () => Promise<void>>>;
  children?: ReactNode;
};

/** The head of a report: what it is, as at when, and the ways to take it away. On paper the firm is above it. */
export function ReportHead(props: Props) {
  const { title, waiting = false, party, detail, badge, call, shown, onExport, more = {}, children } = props;
  const session = useSession();
  const chosen = useShownBranch();
  const disabledReason = waiting ? READING : undefined;
  // Wherever on the page it stands, what is read for the first time is not printed without.
  const isRead = useIsFetching({ predicate: ({ state }) => state.data === undefined }) === 0;
  const may = call === undefined || letsIn(call.access, (one) => can(session, one));
  return (
    <header
      className={clsx(
        'flex flex-wrap justify-between gap-x-4 gap-y-2',
        children === undefined ? 'items-end' : 'items-start',
      )}
    >
      {/* Whether the fields stand beside it hangs on no words in it: when they come, nothing moves. */}
      <div className="min-w-0 flex-[999] max-sm:basis-full sm:min-w-72">
        <Held {...{ waiting }}>
          <FirmOnPaper {...{ call, chosen }} />
          <div className="flex flex-wrap items-center gap-x-2.5">
            <PageTitle
              title={title}
              href={party ? partyHref(party.id) : undefined}
              {...(detail === undefined ? {} : { detail })}
            />
            {badge}
          </div>
        </Held>
      </div>
      {may && (
        <FieldRow grow>
          {children}
          {/* At the right edge, where the fields have a line of their own as well. */}
          <div className="ml-auto flex gap-2">
            {call !== undefined && <ViewsMenu {...{ call }} {...(shown && { shown })} report />}
            <Button
              icon={<Printer size={14} aria-hidden="true" />}
              aria-label="Print"
              onClick={() => print()}
              disabledReason={isRead ? undefined : READING}
            >
              <span className="max-lg:hidden">Print</span>
            </Button>
            {onExport !== undefined && <ExportButton {...{ onExport, more, disabledReason }} />}
          </div>
        </FieldRow>
      )}
    </header>
  );
}
