import * as z from 'zod/mini';
import { draftReinstatement, reinstatementOf } from '../../../../domain/claims/movement-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { emptyOf } from '../../../../domain/forms.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { recordHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { FormMoney } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { showMoney } from '../../../ui/marks/format.ts';

const SHAPE = z.pick(draftReinstatement.body, { amount: true });
type Proposal = WireReply<typeof reinstatementOf>;
type Part = Proposal['securities'][number];

/** Proposes the reinstatement premium of a claim, and drafts its endorsement for who may. C12. */
export function ReinstatementDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const go = useGo();
  const drafts = can(useSession(), 'policies.create');
  const save = useWrite(draftReinstatement);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: emptyOf(SHAPE),
    send: (body) => save.mutateAsync({ body: { ...body, claim: claim.id } }),
    done: (saved) => ['Endorsement drafted', `${saved.number ?? ''} is submitted on its page.`],
    onDone: (saved) => {
      onClose();
      go(recordHref('endorsement', saved.id));
    },
  });
  const typed = useSettled(form.values.amount);
  const { data, error } = useEndpoint(reinstatementOf, {
    query: { claim: String(claim.id), ...(typed !== '' && { amount: typed }) },
  });
  const refusal = drafts ? (data?.why_not ?? undefined) : 'An underwriter drafts the endorsement.';
  const currency = data?.currency ?? claim.policy.currency;
  return (
    <FormDialog
      title={`Reinstate the limit of ${claim.policy.broker_reference}`}
      description="An additional premium without commission or brokerage, earned at once."
      action="Draft endorsement"
      {...{ ...dialog, onClose }}
      {...(refusal !== undefined && { disabledReason: refusal })}
    >
      <FormMoney
        {...{ form, currency }}
        name="amount"
        label="Limit put back, 100%"
        {...(data !== undefined && {
          hint: `${showMoney({ amount: unitsOf(data.reinstated, currency), currency })} where it is left empty`,
        })}
      />
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {data?.why_not != null && <Notice tone="info">{data.why_not}</Notice>}
      {data !== undefined && data.why_not === null && <Worked {...{ data }} />}
    </FormDialog>
  );
}

function columnsOf(currency: string): StatementColumn<Part>[] {
  return [
    { id: 'name', title: 'Security', cell: ({ security }) => <LongName>{security.name}</LongName> },
    {
      id: 'amount',
      title: `Premium ${currency}`,
      align: 'right',
      cell: (row) => <MoneyText value={row.amount} {...{ currency }} />,
    },
  ];
}

/** How the premium is worked out, and each security's part of it before its taxes. */
function Worked({ data }: { data: Proposal }) {
  const { currency, securities, premium, limit, percent, as_to_time: asToTime, days_left: left, days } = data;
  return (
    <>
      <p>
        <MoneyText withCurrency value={premium} {...{ currency }} /> at 100%: {showWireRate(percent)}% of the premium at
        the loss, for <MoneyText withCurrency value={data.reinstated} {...{ currency }} /> of a limit of{' '}
        <MoneyText withCurrency value={limit} {...{ currency }} />
        {asToTime && `, for ${left} of ${days} days`}.
      </p>
      <div className="relative overflow-x-auto rounded border border-line">
        <StatementTable
          caption="The part of each security"
          columns={columnsOf(currency)}
          groups={[{ id: 'parts', rows: securities }]}
          rowKey={({ security }) => String(security.id)}
        />
      </div>
    </>
  );
}
