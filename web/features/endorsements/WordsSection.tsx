import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { wordLabel } from '../../../domain/endorsements/words.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { FormArea, FormPicker, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { findInsured } from '../placements/form/party-search.ts';
import type { PolicyRecord } from '../placements/form/policy-values.ts';
import { inOrder } from '../registers/clauses/choice-order.ts';
import type { ClauseRow, EndorsementValues } from './endorsement-values.ts';

type Props = { policy: PolicyRecord; form: Form<EndorsementValues> };

const A_WHILE = 300_000;

/** The words as they are, to be written as they read from the effective date on. §2 NIL. */
export function WordsSection({ policy, form }: Props) {
  const { market } = policy;
  const label = (field: Parameters<typeof wordLabel>[0]) => wordLabel(field, market);
  return (
    <FormSection
      title="Terms from this date"
      hint="As they are now. Change what reads otherwise; the rest stays as it is."
      columns={1}
    >
      <FormPicker
        {...{ form }}
        name="insured"
        label={label('insured')}
        search={findInsured}
        noun="insured"
        placeholder="Search the insured…"
      />
      <FormArea {...{ form }} name="interest" label={label('interest')} rows={2} />
      <FormText {...{ form }} name="territory" label={label('territory')} />
      <FormText {...{ form }} name="excess" label={label('excess')} />
      <FormArea {...{ form }} name="conditions" label={label('conditions')} rows={2} />
      <ClausesField {...{ policy, form }} />
    </FormSection>
  );
}

/** A clause that stays keeps its wording; one that is added has the newest. */
function ClausesField({ policy, form }: Props) {
  const info = useEndpoint(underwritingInfo, {}, { staleTime: A_WHILE });
  const held = policy.clauses.map((one) => ({ ...one, wordingVersion: one.wording_version }));
  const offered = (info.data?.clauses ?? []).filter((one) => (one.market ?? policy.market) === policy.market);
  const known = [...held, ...offered.filter((one) => !held.some((own) => own.id === one.id))];
  const chosen = form.values.clauses.map((one) => one.id);
  const choose = (next: string[]) => {
    const rowOf = (id: string): ClauseRow[] =>
      known.filter((one) => String(one.id) === id).map((one) => ({ id, version: one.wordingVersion }));
    form.set({ clauses: inOrder(chosen, next).flatMap(rowOf) });
  };
  return (
    <MultiSelect
      id="clauses"
      name="clauses"
      label={wordLabel('clauses', policy.market)}
      error={form.errors['clauses']}
      options={known.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))}
      placeholder="None"
      value={chosen}
      onChange={choose}
    />
  );
}
