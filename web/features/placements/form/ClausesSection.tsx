import { X } from 'lucide-react';
import { PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import { paths } from '../../../paths.ts';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import type { Option } from '../../../ui/fields/Select.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { inOrder } from '../../registers/clauses/choice-order.ts';
import { classDefaults, isFromClass } from './class-defaults.ts';
import { classIdsOf, placementField, type SectionProps } from './form-parts.ts';
import type { PolicyRecord, PolicyValues } from './policy-values.ts';
import { fieldOf, FormArea } from '../../../ui/forms/FormFields.tsx';

type Held = PolicyRecord['clauses'][number];
type Props = SectionProps & {
  /** Clauses of the saved policy, with the wordings that it keeps. */ held: readonly Held[];
};
type Chosen = Option & { version: number | undefined; held: Held | undefined };

const labelOf = ({ code, title }: { code: string; title: string }) => `${code} ${title}`;

/** Clauses of the form's market that are for every class or for the chosen one; a chosen clause always stays. */
function clauseOptions({ info, form: { values }, held, market = 'LOCAL' }: Props): Option[] {
  const classes = classIdsOf(info, values.cover_type);
  const options = info.clauses.map((clause) => ({
    value: String(clause.id),
    label: labelOf(clause),
    offered: (clause.market ?? market) === market && (clause.class_id === null || classes.includes(clause.class_id)),
  }));
  const offered = options.filter((one) => one.offered);
  const kept = [...held.map((one) => ({ value: String(one.id), label: labelOf(one) })), ...options].filter(
    (option, index, all) =>
      values.clauses.includes(option.value) &&
      !offered.some((one) => one.value === option.value) &&
      all.findIndex((one) => one.value === option.value) === index,
  );
  return [...kept, ...offered].map(({ value, label }) => ({ value, label }));
}

/** What is chosen, in the order of the slip, each with the wording that it will have. */
function chosenOf({ info, form: { values }, held }: Props, options: readonly Option[]): Chosen[] {
  return values.clauses.flatMap((id) => {
    const mine = held.find((one) => String(one.id) === id);
    const option = options.find((one) => one.value === id);
    if (option === undefined) return [];
    const version =
      values.wordings[id] ??
      mine?.wording_version ??
      info.clauses.find((clause) => String(clause.id) === id)?.wordingVersion;
    return [{ ...option, version, held: mine }];
  });
}

const linkClass = `-my-1 inline-flex min-h-6 items-center rounded text-link underline underline-offset-2 ${focusRing}`;

/** Which wording a clause has, and the way to a newer one or back. */
function Wording({ clause, form }: { clause: Chosen; form: Props['form'] }) {
  const { held, version, value } = clause;
  const set = (next: number | undefined) => {
    const { [value]: _now, ...others } = form.values.wordings;
    form.set({ wordings: next === undefined ? others : { ...others, [value]: next } });
  };
  if (version === undefined) return null;
  if (held === undefined || held.latest_version === held.wording_version)
    return <span className="shrink-0 text-xs text-mute">Wording {version}</span>;
  const isNewest = version === held.latest_version;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs text-mute">
      {isNewest ? `Wording ${version} from the next save` : `Wording ${version}. Newer wording:`}
      <button
        type="button"
        className={linkClass}
        aria-label={`${isNewest ? `Keep version ${held.wording_version}` : `Use version ${held.latest_version}`} of ${clause.label}`}
        onClick={() => set(isNewest ? undefined : held.latest_version)}
      >
        {isNewest ? `Keep version ${held.wording_version}` : `Use version ${held.latest_version}`}
      </button>
      <a
        href={`${paths.clause.replace('$id', value)}?tab=compare&from=${held.wording_version}&to=${held.latest_version}`}
        target="_blank"
        rel="noreferrer"
        className={linkClass}
        aria-label={`What changed in ${clause.label}, in a new tab`}
      >
        What changed
      </a>
    </span>
  );
}

export function ClausesSection(props: Props) {
  const { form, info, market = 'LOCAL' } = props;
  const { values } = form;
  const options = clauseOptions(props);
  const chosen = chosenOf(props, options);
  const isGiven = isFromClass(values, classDefaults(info.classes, values.cover_type, market), 'clauses');
  const clauses = fieldOf<PolicyValues, string[]>({ form, name: 'clauses' });
  const remove = (value: string) => form.set({ clauses: values.clauses.filter((one) => one !== value) });
  return (
    <FormSection title="Clauses" hint="Those for every class, and for the chosen one." columns={1}>
      {market !== 'LONDON' && (
        <FormArea {...placementField(form, 'conditions')} rows={1} hint="What it is subject to besides its clauses" />
      )}
      <MultiSelect
        {...clauses}
        label={PLACEMENT_FIELDS.clauses.label}
        options={options}
        placeholder="None"
        hint={isGiven ? 'From the class' : '\u00a0'}
        onChange={(next) => clauses.onChange(inOrder(clauses.value, next))}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen clauses" className="divide-y divide-line rounded-lg border border-line bg-panel">
          {chosen.map((clause) => (
            <li key={clause.value} className="flex min-h-8 items-center gap-2 pl-3">
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 py-1">
                <span dir="auto" className="min-w-0 truncate" title={clause.label}>
                  {clause.label}
                </span>
                <Wording clause={clause} form={form} />
              </span>
              <button
                type="button"
                aria-label={`Remove ${clause.label}`}
                onClick={() => remove(clause.value)}
                className={`grid size-8 shrink-0 place-items-center rounded text-mute hover:text-bad ${focusRing}`}
              >
                <X size={13} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
