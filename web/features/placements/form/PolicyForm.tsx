import type { WireReply } from '../../../../domain/endpoint.ts';
import type { taxes as taxesCall } from '../../../../domain/registers/contract.ts';
import { can, type Session } from '../../../api/session.ts';
import { paths, policyHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormPage } from '../../../ui/forms/FormPage.tsx';
import type { UnderwritingInfo } from './form-parts.ts';
import { FormNotices } from '../../records/FormNotices.tsx';
import { debitNoteOf, FormRail } from './FormRail.tsx';
import { AdjustmentSection } from './AdjustmentSection.tsx';
import { ClausesSection } from './ClausesSection.tsx';
import { NewPartyDialog, useNewParty } from './use-new-party.ts';
import { formTitle, type PolicyRecord } from './policy-values.ts';
import { PremiumSection } from './PremiumSection.tsx';
import { PartiesSection, RiskSection } from './RiskSections.tsx';
import { SecuritiesSection } from './SecuritiesSection.tsx';
import { FieldNotes } from '../../../ui/fields/field-notes.ts';
import { ChangesBeside, LossRecordBeside, useTypedChanges } from './LastYear.tsx';
import { notesOf } from '../page/renewal-changes.ts';
import { ClaimTermsSection } from './ClaimTermsSection.tsx';
import { TemplateStart } from './TemplateStart.tsx';
import { withTemplate } from './template-values.ts';
import { TermsSection } from './TermsSections.tsx';
import { useFirstField } from '../../../ui/forms/use-first-field.ts';
import { usePolicyForm } from './use-policy-form.ts';

type Props = {
  record?: PolicyRecord;
  info: UnderwritingInfo;
  taxes: WireReply<typeof taxesCall>['data'];
  session: Session;
};

/** A policy in the order of the slip, with its figures beside it. */
export function PolicyForm({ record, info, taxes, session }: Props) {
  const state = usePolicyForm({ record, info, taxes, session });
  const go = useGo();
  const party = useNewParty();
  const { form, reading, today } = state;
  const { values } = form;
  const changes = useTypedChanges(record, values, info);
  const isNew = record === undefined;
  useFirstField(isNew, 'reinsured');
  const section = {
    form,
    info,
    reading,
    newParty: can(session, 'registers.create') ? party.ask : undefined,
  };
  const cover = record?.cover_type;
  return (
    <FieldNotes value={notesOf(changes ?? [])}>
      <FormPage
        title={formTitle(record, 'New policy')}
        detail={(record ?? session.user).branch.name}
        problems={state.problems}
        notice={
          <>
            <FormNotices state={state} record={record} href={policyHref} />
            {isNew && (
              <TemplateStart
                market="LOCAL"
                coverType={values.cover_type}
                onStart={(template) => state.refill((now) => withTemplate(now, template))}
              />
            )}
          </>
        }
        draft={{ onSave: () => state.send('save') }}
        submit={{ label: 'Submit policy', onSubmit: () => state.send('submit') }}
        onCancel={() => go(record === undefined ? paths.underwriting : policyHref(record.id))}
        busy={state.busy}
        figure={debitNoteOf(reading, values.currency)}
        rail={
          <>
            <ChangesBeside changes={changes} />
            <LossRecordBeside record={record} />
            <FormRail reading={reading} values={values} />
          </>
        }
      >
        <PartiesSection {...section} own={record?.id} />
        <RiskSection
          {...section}
          {...(cover === undefined
            ? {}
            : {
                knownCover: { value: String(cover.id), label: [cover.class, cover.name].filter(Boolean).join(' · ') },
              })}
        />
        <PremiumSection {...section} today={today} />
        <AdjustmentSection {...section} />
        <SecuritiesSection {...section} />
        <TermsSection {...section} today={today} />
        <ClaimTermsSection {...section} />
        <ClausesSection {...section} held={record?.clauses ?? []} />
      </FormPage>
      {party.adding !== null && <NewPartyDialog {...party} adding={party.adding} />}
    </FieldNotes>
  );
}
