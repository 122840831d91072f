import { useEndpoint } from '../../api/use-endpoint.ts';
import { can, type Session } from '../../api/session.ts';
import { FIGURES } from '../../../domain/placements/fields.ts';
import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { POLICY_STATES, type PolicyStatus } from '../../../domain/placements/states.ts';
import { paths, placementHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { DayText } from '../../ui/marks/Figures.tsx';
import { NewPartyDialog, useNewParty } from '../placements/form/use-new-party.ts';
import { FactGrid } from '../registers/FactGrid.tsx';
import { ClauseRows } from './ClauseRows.tsx';
import { PlaceList, RefusalNotice } from './RefusalNotice.tsx';
import { PartyRows } from './PartyRows.tsx';
import { TermsRows } from './TermsRows.tsx';
import type { Looked, PlacementActs, Preview } from './use-placement-file.ts';

const A_WHILE = 300_000;

/** Why no draft can be made yet. */
function reasonAgainst(preview: Preview): string | undefined {
  if (preview.ready) return undefined;
  if (preview.errors.length > 0) return 'Correct the file and choose it again.';
  return 'Choose what the registers do not have first.';
}

type Props = { looked: Looked; acts: PlacementActs; session: Session };

/** What a file would become: the parties it names, what it fills, what is wrong with it and what is here already. */
export function PlacementPreview({ looked: { file, preview, choices }, acts, session }: Props) {
  const info = useEndpoint(underwritingInfo, {}, { staleTime: A_WHILE });
  const party = useNewParty();
  const against = reasonAgainst(preview);
  const again = preview.existing.length > 0;
  return (
    <>
      <RecordPage
        parent={{ label: 'Underwriting', href: paths.underwriting }}
        number="Import placement"
        subtitle={<span className="wrap-anywhere">{`${file.name} · ${preview.number} of ${preview.sender}`}</span>}
        statuses={[{ label: preview.market === 'LONDON' ? 'London slip' : 'Local policy', tone: 'info' }]}
        glance={glanceOf(preview)}
        primary={
          <div className="flex flex-wrap gap-2">
            <Button onClick={acts.leave}>Choose another file</Button>
            <Button
              variant="primary"
              busy={acts.making || acts.busy}
              {...(against === undefined ? {} : { disabled: true, disabledReason: against })}
              onClick={acts.make}
            >
              {again ? 'Make another draft' : 'Make draft'}
            </Button>
          </div>
        }
        notices={<Notices preview={preview} acts={acts} />}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card title="Parties and lines" flush>
            <PartyRows
              preview={preview}
              onPick={acts.pick}
              onCreate={can(session, 'registers.create') ? party.ask : undefined}
            />
          </Card>
          <Card title="Class and payment terms" flush>
            <TermsRows preview={preview} info={info.data} chosen={choices} onPick={acts.pick} />
          </Card>
          {preview.clauses.length > 0 && (
            <Card title="Clauses" flush>
              <ClauseRows clauses={preview.clauses} />
            </Card>
          )}
          <Card title="What the form is filled with">
            <FactGrid facts={preview.fields} />
          </Card>
        </div>
      </RecordPage>
      {party.adding !== null && <NewPartyDialog {...party} adding={party.adding} />}
    </>
  );
}

function glanceOf({ figures, currency }: Preview) {
  if (figures === null) return [];
  return [
    { label: FIGURES.fac_premium.label, value: figures.fac_premium, currency },
    { label: FIGURES.commission.label, value: figures.ceding_commission, currency },
    { label: FIGURES.brokerage.label, value: figures.brokerage, currency },
    { label: 'Tax', value: figures.tax, currency },
    { label: FIGURES.debit_note.label, value: figures.debit_note, currency },
  ];
}

function Notices({ preview, acts }: { preview: Preview; acts: PlacementActs }) {
  return (
    <>
      {acts.refusal !== null && <RefusalNotice refusal={acts.refusal} />}
      {preview.errors.length > 0 && (
        <Notice tone="bad" title="No draft can be made of this file as it is.">
          <PlaceList errors={preview.errors} />
        </Notice>
      )}
      {preview.existing.length > 0 && (
        <Notice tone="warn" title="This placement is here already.">
          <ul className="mt-1 grid gap-1">
            {preview.existing.map((one) => (
              <li key={one.id}>
                <AppLink href={placementHref(one)} className="text-link hover:underline">
                  {one.reference}
                </AppLink>
                , {POLICY_STATES[one.status as PolicyStatus].label.toLowerCase()}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview.warnings.length > 0 && (
        <Notice tone="warn">
          <ul className="grid gap-1">
            {preview.warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="text-xs text-mute">
        As at <DayText value={preview.as_at} />
        {preview.umr !== null && ` · UMR ${preview.umr}`} · SHA-256{' '}
        <span className="font-mono wrap-anywhere">{preview.sha256.slice(0, 16)}…</span>
      </p>
    </>
  );
}
