import { clsx } from 'clsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { taxes as taxesCall } from '../../../domain/registers/contract.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { can, type Session } from '../../api/session.ts';
import { paths, slipHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage } from '../../ui/forms/FormPage.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { focusRing } from '../../ui/styles.ts';
import { CheckPanel, leadTo, type Place } from './CheckPanel.tsx';
import { figuredOf } from './figured.ts';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';
import { debitNoteOf, FormRail } from '../placements/form/FormRail.tsx';
import { FormNotices } from '../records/FormNotices.tsx';
import { NewPartyDialog, useNewParty } from '../placements/form/use-new-party.ts';
import { formTitle, type PolicyValues } from '../placements/form/policy-values.ts';
import { AdjustmentSection } from '../placements/form/AdjustmentSection.tsx';
import { PremiumSection } from '../placements/form/PremiumSection.tsx';
import { checkTyped, signingOf, slipSubmitFaults } from './read-slip.ts';
import { PartiesSection, RiskSection } from '../placements/form/RiskSections.tsx';
import { FORM_SECTIONS, gapsByPart, headingOf } from './slip-fields.ts';
import { isBlankLine, type SlipRecord, type SlipValues } from '../placements/form/slip-values.ts';
import {
  FiscalPart,
  InformationPart,
  RemunerationPart,
  SecurityDetailsPart,
  SubscriptionPart,
} from './SlipAgreementParts.tsx';
import { ClausesSection } from '../placements/form/ClausesSection.tsx';
import { type LinesView, SlipLines, viewOf } from './SlipLines.tsx';
import { RiskDetailsPart, SectionsPart } from './SlipRiskParts.tsx';
import { FieldNotes } from '../../ui/fields/field-notes.ts';
import { ChangesBeside, LossRecordBeside, useTypedChanges } from '../placements/form/LastYear.tsx';
import { notesOf } from '../placements/page/renewal-changes.ts';
import { TemplateStart } from '../placements/form/TemplateStart.tsx';
import { withSlipTemplate } from '../placements/form/template-values.ts';
import { ClaimTermsSection } from '../placements/form/ClaimTermsSection.tsx';
import { TermsSection } from '../placements/form/TermsSections.tsx';
import { useFirstField } from '../../ui/forms/use-first-field.ts';
import { useSlipForm } from './use-slip-form.ts';

type Props = {
  record?: SlipRecord;
  info: UnderwritingInfo;
  taxes: WireReply<typeof taxesCall>['data'];
  session: Session;
};

function Part({ id, children }: { id: (typeof FORM_SECTIONS)[number]['id']; children: ReactNode }) {
  return (
    <div id={id} className="scroll-mt-28 divide-y divide-line not-first:*:first:pt-5">
      {children}
    </div>
  );
}

type ContentsProps = { gaps: ReturnType<typeof gapsByPart>; tried: boolean };

/** The sections of the form, each a step away, with how many gaps a checker would find in it. */
function Contents({ gaps, tried }: ContentsProps) {
  return (
    <nav aria-label="Contents" className="rounded-lg border border-line bg-panel px-3.5 py-2.5 max-xl:hidden">
      <ul className="grid">
        {FORM_SECTIONS.map(({ id, label }) => {
          const count = gaps.get(id) ?? 0;
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(id)?.scrollIntoView({ block: 'start' });
                }}
                className={`flex items-baseline justify-between gap-3 rounded py-1 text-mute hover:text-fg ${focusRing}`}
              >
                {label}
                {count > 0 && (
                  <span className={clsx('text-xs tabular-nums', tried && 'text-bad')}>
                    {count}
                    <span className="sr-only">{count === 1 ? ' gap' : ' gaps'}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** With what each line signs for: the figures next to the form are of the placement that will be booked. */
function asPlaced(values: SlipValues): PolicyValues {
  const rows = values.securities.filter((row) => !isBlankLine(row));
  const { lines } = signingOf(values, rows);
  return {
    ...values,
    securities: rows.map((row, index) => ({ ...row, share: formatRate(lines[index]?.signed ?? 0n) })),
  };
}

/** A link of a finding on the slip's page leads to its field, once. */
function useLeadOnce(lead: (finding: Place) => void): void {
  const [{ field, heading }, change] = useAddress();
  useEffect(() => {
    if (field === undefined) return;
    lead({ field, heading: headingOf(heading) });
    change({ field: undefined, heading: undefined });
  });
}

/** A London slip in the sections of the Market Reform Contract, with its check and its figures next to it. */
export function SlipForm({ record, info, taxes, session }: Props) {
  const state = useSlipForm({ record, info, taxes, session });
  const go = useGo();
  const party = useNewParty();
  const [view, setView] = useState<LinesView>('lines');
  const { form, reading, today, tried } = state;
  const { values } = form;
  const countries = useMemo(() => new Set(info.countries.map((one) => one.code)), [info.countries]);
  const slip = { form };
  const figured = figuredOf(values, reading);
  const placement = {
    form,
    info,
    reading,
    market: 'LONDON' as const,
    newParty: can(session, 'registers.create') ? party.ask : undefined,
  };
  const findings = checkTyped(values, reading, {
    umr: record?.umr ?? '',
    countries,
    clauses: info.clauses,
  });
  const leading = useRef(() => {});
  useEffect(() => () => leading.current(), []);
  const lead = (finding: Place) => {
    const shown = viewOf(finding.field);
    if (shown !== null) setView(shown);
    leading.current();
    leading.current = leadTo(finding);
  };
  useLeadOnce(lead);
  useFirstField(record === undefined, 'reinsured');
  const changes = useTypedChanges(record, values, info);
  const cover = record?.cover_type;
  return (
    <FieldNotes value={notesOf(changes ?? [])}>
      <FormPage
        title={formTitle(record, 'New London slip')}
        detail={record === undefined || record.umr === '' ? (record ?? session.user).branch.name : `UMR ${record.umr}`}
        problems={state.problems}
        notice={
          <>
            <FormNotices state={state} record={record} href={slipHref} />
            {record === undefined && (
              <TemplateStart
                market="LONDON"
                coverType={values.cover_type}
                onStart={(template) => state.refill((now) => withSlipTemplate(now, template))}
              />
            )}
          </>
        }
        draft={{ onSave: () => state.send('save') }}
        submit={{ label: 'Submit slip', onSubmit: () => state.send('submit') }}
        onCancel={() => go(record === undefined ? `${paths.underwriting}?tab=london` : slipHref(record.id))}
        busy={state.busy}
        figure={debitNoteOf(reading, values.currency)}
        rail={
          <>
            <FormRail reading={reading} values={asPlaced(values)} />
            <Contents gaps={gapsByPart(findings, [...reading.faults, ...slipSubmitFaults(reading)])} {...{ tried }} />
            <CheckPanel {...{ findings, tried }} onLead={lead} />
            <ChangesBeside changes={changes} />
            <LossRecordBeside record={record} />
          </>
        }
      >
        <Part id="part-parties">
          <PartiesSection {...placement} own={record?.id} />
          <RiskSection
            {...placement}
            {...(cover === undefined
              ? {}
              : {
                  knownCover: {
                    value: String(cover.id),
                    label: [cover.class, cover.name].filter(Boolean).join(' · '),
                  },
                })}
          />
        </Part>
        <Part id="part-premium">
          <PremiumSection {...placement} today={today} />
        </Part>
        <Part id="part-lines">
          <SlipLines {...slip} newParty={placement.newParty} reading={reading} view={view} onView={setView} />
        </Part>
        <Part id="part-terms">
          <TermsSection {...placement} today={today} />
          <AdjustmentSection {...placement} />
          <ClaimTermsSection {...placement} />
        </Part>
        <Part id="part-risk">
          <RiskDetailsPart {...slip} figured={figured.terms} taxes={figured.taxes} />
        </Part>
        <Part id="part-clauses">
          <ClausesSection {...placement} held={record?.clauses ?? []} />
        </Part>
        <Part id="part-sections">
          <SectionsPart {...slip} total={figured.total} />
        </Part>
        <Part id="part-information">
          <InformationPart {...slip} />
        </Part>
        <Part id="part-security">
          <SecurityDetailsPart {...slip} />
        </Part>
        <Part id="part-subscription">
          <SubscriptionPart {...slip} />
        </Part>
        <Part id="part-fiscal">
          <FiscalPart {...slip} info={info} />
        </Part>
        <Part id="part-remuneration">
          <RemunerationPart {...slip} figured={figured.terms} />
        </Part>
      </FormPage>
      {party.adding !== null && <NewPartyDialog {...party} adding={party.adding} />}
    </FieldNotes>
  );
}
