import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import {
  DRILL_HINTS,
  DRILL_LABELS,
  DRILL_PARTS,
  type DrillPart,
  drillTable,
  drillTotals,
  insolvencyDrill,
} from '../../../domain/reports/insolvency.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { go } from '../../api/go.ts';
import { can, useSession } from '../../api/session.ts';
import { claimHref, paths, policyHref, replacementHref } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { StatementTable } from '../../ui/tables/StatementTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../ui/tables/table-columns.tsx';
import { drill } from '../../../domain/explained/cover.ts';
import type { Day } from '../../../domain/values/day.ts';
import { BesideField, besideColumns, useBeside } from '../reports/BesideField.tsx';
import { useFigures } from '../reports/explained/figures.ts';
import { AsAtField, useReportDay } from '../reports/AsAtField.tsx';
import { MoreNotes } from '../reports/MoreNotes.tsx';
import { InsuredCell, RecordLink } from '../reports/RecordLinks.tsx';
import { ReportHead } from '../reports/ReportHead.tsx';
import { Sheet } from '../reports/Sheet.tsx';
import { onPaper, useWideSheet } from '../../ui/tables/use-wide-sheet.ts';
import { ChooseParty, PartyField, PartyWait, replyOf, useReportParty } from '../reports/parties/PartyField.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Reply = WireReply<typeof insolvencyDrill>;

/** Parts whose rows are policies say the policy once; only lines have a share, only claims one day. */
const WITHOUT: Record<DrillPart, readonly ('part' | 'document' | 'start' | 'end' | 'share' | 'currency')[]> = {
  CLAIM: ['part', 'start', 'end', 'share', 'currency'],
  RESERVE: ['part', 'end', 'currency'],
  LINE: ['part', 'document', 'currency'],
  UNEARNED: ['part', 'document', 'share', 'currency'],
  UNRELEASED: ['part', 'start', 'end', 'share', 'currency'],
  RETURN: ['part', 'start', 'end', 'share', 'currency'],
};

type Shown = { beside: Day | undefined; behind: FigureHref<Reply['data'][number]> };
const columnsOf = (part: DrillPart, { beside, behind }: Shown) => {
  const other = besideColumns(beside);
  return screenColumns(drillTable, {
    behind,
    without: [...WITHOUT[part], ...other.without],
    titles: {
      document: part === 'RESERVE' ? 'Claim' : 'Note',
      ...(part === 'RESERVE' && { start: 'Loss' }),
      ...other.titles,
    },
    cells: {
      document: (row) =>
        row.claim_id === null ? (
          <span className="whitespace-nowrap">{row.document}</span>
        ) : (
          <RecordLink href={claimHref(row.claim_id)} name={row.document} />
        ),
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      insured: (row) => <InsuredCell linked name={row.insured} />,
      reinsured: (row) => <InsuredCell linked name={row.reinsured} />,
      amount: (row) => <MoneyText value={row.amount} currency={row.currency} strong />,
    },
  });
};

function PartCard({ reply, part, ...shown }: Shown & { reply: Reply; part: DrillPart }) {
  const rows = reply.data.filter((row) => row.part === part);
  const totals = reply.totals.filter((row) => row.part === part).toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  if (totals.length === 0) return null;
  const columns = columnsOf(part, shown);
  const first = columns[0]?.id ?? 'policy';
  return (
    <Card flush title={DRILL_LABELS[part]}>
      <p className="px-4 py-2 text-mute">{DRILL_HINTS[part]}</p>
      <div className={onPaper}>
        <StatementTable
          caption={DRILL_LABELS[part]}
          {...{ columns }}
          rowKey={(row) => `${row.part}/${row.document}/${row.policy?.id ?? ''}/${row.currency}`}
          groups={totals.map((total) => ({
            id: total.currency,
            title: total.currency,
            rows: rows.filter((row) => row.currency === total.currency),
            totals: { ...totalCells(drillTotals, total, { currency: total.currency }), [first]: 'Total' },
          }))}
        />
      </div>
    </Card>
  );
}

const whyNot = ({ read, carries }: { read: boolean; carries: boolean }): string | undefined => {
  if (!read) return 'Its lines are being read.';
  return carries ? undefined : 'It has no lines in force.';
};

/** What would be at stake if one security could not pay. */
export function InsolvencyPage() {
  useWideSheet();
  const asAt = useReportDay();
  const param = useReportParty();
  const beside = useBeside();
  const query = { param, asat: asAt, beside };
  const behind = useFigures(drill, query);
  const report = useEndpoint(insolvencyDrill, { query }, { enabled: param !== '' });
  const { data, waiting } = replyOf(report, param);
  const mayReplace = can(useSession(), 'policies.create');
  const [replacing, setReplacing] = useState(false);
  const carries = data?.totals.some((row) => row.part === 'LINE') === true;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={insolvencyDrill}
        title={data?.party.name ?? 'Insolvency drill'}
        party={data?.party ?? null}
        detail={`What is at stake if ${param === '' ? 'a security' : 'it'} cannot pay, as at ${showDay(asAt)}`}
        {...(param === ''
          ? {}
          : {
              onExport: (format) => exportFile(insolvencyDrill, { query, name: `insolvency-drill-${param}` }, format),
            })}
      >
        <PartyField register="security" party={data?.party ?? null} />
        <BesideField />
        <AsAtField />
        {mayReplace && <LinkButton href={paths.replacements}>Past replacements</LinkButton>}
        {mayReplace && param !== '' && (
          <Button
            onClick={() => setReplacing(true)}
            disabledReason={whyNot({ read: data !== undefined && !waiting, carries })}
          >
            Replace its lines…
          </Button>
        )}
      </ReportHead>
      {replacing && data !== undefined && (
        <ReplaceDialog
          security={data.party}
          day={asAt}
          onClose={() => setReplacing(false)}
          onStarted={(id) => void go(replacementHref(id))}
        />
      )}
      <Sheet {...{ waiting }}>
        {param === '' && (
          <ChooseParty call={insolvencyDrill} register="security">
            Its unpaid claims, lines in force, unearned and unreleased premium and returns due are listed here.
          </ChooseParty>
        )}
        {param !== '' && data === undefined && (
          <PartyWait register="security" error={report.error} refetch={report.refetch} />
        )}
        {data !== undefined && data.totals.length === 0 && (
          <EmptyState title="Nothing is at stake.">
            It has no line in force, owes no claim and no return, and is owed no premium as at this day.
          </EmptyState>
        )}
        {data?.more === true && <MoreNotes />}
        {data !== undefined &&
          DRILL_PARTS.map((part) => <PartCard key={part} reply={data} {...{ part, beside, behind }} />)}
      </Sheet>
    </div>
  );
}
