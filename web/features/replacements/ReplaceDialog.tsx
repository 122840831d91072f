import { useState } from 'react';
import { planReplacement, startReplacement } from '../../../domain/replacements/contract.ts';
import { successorsFault } from '../../../domain/replacements/lines.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { bodyOf } from '../../../domain/forms.ts';
import { sum } from '../../../domain/values/money.ts';
import { type Day } from '../../../domain/values/day.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { call } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { atId, paths, placementHref } from '../../paths.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { showWireRate } from '../../ui/fields/read-typed.ts';
import type { Found } from '../../ui/fields/use-search.ts';
import { FormDay } from '../../ui/forms/FormFields.tsx';
import { cellErrors } from '../../ui/forms/use-contract-form.ts';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { NameLink } from '../../ui/marks/NameLink.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { findSecurity } from '../placements/form/party-search.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import { showDay } from '../../ui/marks/format.ts';

type Plan = WireReply<typeof planReplacement>;
type Row = { security: Found | null; share: string };
type Values = { security: Found | null; effective_date: string; successors: Row[] };
type Body = ReturnType<typeof sentOf>;

const sentOf = (values: Values) => bodyOf(planReplacement.body, values);

const COLUMNS: GridColumn<Row>[] = [
  { key: 'security', title: 'Taken over by', kind: 'picker', width: 160, search: findSecurity, noun: 'security' },
  { key: 'share', title: 'Of its line %', kind: 'rate', width: 100 },
];
const EMPTY: Row = { security: null, share: '' };

/** What the shares come to is said once every row has its security and share. */
function faultsOf({ security, successors }: Values) {
  const rows = successors.flatMap(({ security: one, share }) => {
    const rate = rateOf(share);
    return one === null || rate === null ? [] : [{ security: one.id, share: rate }];
  });
  const filled = successors.filter((row) => row.security !== null || row.share !== '');
  if (rows.length === 0 || rows.length < filled.length) return [];
  const ids = new Map([...new Set([security?.id ?? '', ...rows.map((row) => row.security)])].map((id, at) => [id, at]));
  const message = successorsFault(
    ids.get(security?.id ?? '') ?? 0,
    rows.map((row) => ({ ...row, security: ids.get(row.security) ?? 0 })),
  );
  return message === null ? [] : [{ field: 'successors', message }];
}

type Props = {
  security: { id: number; name: string };
  day: Day;
  onClose: () => void;
  onStarted: (batch: number) => void;
};

/** Who takes over the line of a security, and from when; then what that does on each policy, before anything is drafted. */
export function ReplaceDialog({ security, day, onClose, onStarted }: Props) {
  const [planned, setPlanned] = useState<{ plan: Plan; body: Body } | null>(null);
  const { form, dialog } = useDialogForm<Values, Body, Plan>({
    shape: planReplacement.body,
    initial: {
      security: { id: String(security.id), label: security.name },
      effective_date: day,
      successors: [{ ...EMPTY, share: '100' }],
    },
    body: sentOf,
    faultsOf,
    send: (body) => call(planReplacement, { body }),
    onDone: (plan, values) => setPlanned({ plan, body: sentOf(values) }),
  });
  if (planned !== null) return <PlanDialog {...planned} onClose={() => setPlanned(null)} onStarted={onStarted} />;
  const { values } = form;
  const fault = form.errors['successors'];
  return (
    <FormDialog
      size="md"
      title={`Replace ${security.name}`}
      description="Its line on each policy goes to others from the day you enter, by a draft endorsement for each policy."
      action="Show what it does"
      {...{ ...dialog, onClose }}
    >
      <div className="grid gap-3">
        <FormDay {...{ form }} name="effective_date" label="From" required className="max-w-48" />
        <GridField
          label="Taken over by"
          name="successors"
          columns={COLUMNS}
          rows={values.successors}
          newRow={() => ({ ...EMPTY })}
          onChange={(successors) => form.set({ successors })}
          addLabel="Add security"
          errors={cellErrors(form, 'successors')}
          totals={{
            security: 'Total',
            share: formatRate(sum(values.successors.map((row) => rateOf(row.share) ?? 0n))),
          }}
        />
        {fault !== undefined && (
          <p id="successors" tabIndex={-1} className="text-xs text-bad outline-none">
            {fault}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

const policies = (count: number) => (count === 1 ? '1 policy' : `${count} policies`);

type PlanProps = { plan: Plan; body: Body; onClose: () => void; onStarted: (batch: number) => void };

/** What would be drafted, policy by policy, and what is in the way; then it is started. */
function PlanDialog({ plan, body, onClose, onStarted }: PlanProps) {
  const start = useWrite(startReplacement, {
    onSuccess: ({ id }) => onStarted(id),
    onProblem: (problem) => toastProblem('Nothing was drafted', problem),
  });
  const made = plan.data.filter((row) => row.endorsement !== null);
  const bad = plan.data.filter((row) => row.problem !== null);
  const good = plan.data.filter((row) => row.problem === null && row.endorsement === null);
  const whyNot =
    plan.data.length === 0
      ? `${plan.security.name} has no line in force on this day.`
      : good.length === 0
        ? 'There is nothing left to draft.'
        : undefined;
  return (
    <FormDialog
      size="md"
      title={`Replace ${plan.security.name} from ${showDay(plan.effective_date)}`}
      description="Each policy gets a draft endorsement of its lines as they stand. Nothing is submitted or approved yet."
      cancel="Back"
      action={
        good.length === 0
          ? 'Draft endorsements'
          : good.length === 1
            ? 'Draft 1 endorsement'
            : `Draft ${good.length} endorsements`
      }
      busy={start.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onClose={onClose}
      onSubmit={() =>
        start.mutate({ body: { ...body, policies: good.map((row) => ({ id: row.policy.id, line: row.line })) } })
      }
    >
      <div className="grid gap-4">
        {plan.more && (
          <Notice tone="warn">
            It is on more policies than are drafted at once: do the rest afterwards, in the same way.
          </Notice>
        )}
        {whyNot !== undefined && <p className="text-mute">{whyNot}</p>}
        <Rows title={`${policies(bad.length)} left out`} rows={bad} />
        <Rows title={`${policies(good.length)} to be endorsed`} rows={good} />
        <Rows title={`${policies(made.length)} with an endorsement from this day already`} rows={made} />
      </div>
    </FormDialog>
  );
}

function Rows({ title, rows }: { title: string; rows: Plan['data'] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {rows.map(({ policy, market, insured, line, lines, endorsement, problem }) => (
          <li key={policy.id} className="py-1.5">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <NameLink href={placementHref({ id: policy.id, market })}>{policy.name}</NameLink>
              <span className="text-mute tabular-nums">{showWireRate(line)}%</span>
            </p>
            <p dir="auto" className="text-xs text-mute">
              {insured}
            </p>
            {problem !== null && <p className="text-xs text-bad">{problem}</p>}
            {endorsement !== null && (
              <p className="text-xs">
                <NameLink href={atId(paths.endorsement, endorsement.id)}>{endorsement.name}</NameLink>
              </p>
            )}
            {problem === null && endorsement === null && (
              <p className="text-xs text-mute">
                Then {lines.map((one) => `${one.security.name} ${showWireRate(one.share)}%`).join(', ')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
