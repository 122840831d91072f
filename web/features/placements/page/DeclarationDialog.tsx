import { useState } from 'react';
import { declarationEffect, saveDeclaration } from '../../../../domain/endorsements/declaration.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { ENDORSEMENT_LABELS } from '../../../../domain/endorsements/endorsements.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FiguresPanel } from '../../../ui/marks/FiguresPanel.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { MoneyField } from '../../../ui/fields/MoneyField.tsx';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { atId, paths } from '../../../paths.ts';
import { amountOf, type PolicyRecord } from '../form/policy-values.ts';

type Effect = WireReply<typeof declarationEffect>;

/** What was declared, what it comes to, and the endorsement that it drafts: shown before it is saved. */
export function DeclarationDialog({ record, onClose }: { record: PolicyRecord; onClose: () => void }) {
  const go = useGo();
  const { currency, adjustment } = record;
  const [declared, setDeclared] = useState('');
  const [problem, setProblem] = useState<{ field: string | null; message: string } | null>(null);
  const asked = useSettled(declared);
  const readable = amountOf(asked, currency) !== null;
  const { data } = useEndpoint(
    declarationEffect,
    { body: { policy: record.id, declared: asked } },
    { enabled: readable },
  );
  const write = useWrite(saveDeclaration, {
    onSuccess: (saved) => {
      toastSuccess('Declaration saved', `${saved.number ?? ''} is a draft.`);
      go(atId(paths.endorsement, saved.id));
    },
    onProblem: (refused) => {
      const [first] = refused.errors;
      setProblem({ field: first?.field ?? null, message: first?.message ?? refused.message });
    },
  });
  const send = () => {
    if (declared === '') setProblem({ field: 'declared', message: 'Enter what was declared.' });
    else write.mutate({ body: { policy: record.id, declared } });
  };
  return (
    <FormDialog
      title="Enter declaration"
      description={`Adjusted at ${showWireRate(adjustment?.rate ?? '0')}% of the declared ${adjustment?.basis ?? ''}.`}
      action="Draft endorsement"
      dirty={declared !== ''}
      onClose={onClose}
      onSubmit={send}
      busy={write.isPending}
      refusal={problem !== null && problem.field !== 'declared' ? problem.message : null}
    >
      <MoneyField
        label={`Declared ${adjustment?.basis ?? ''}`}
        id="declared"
        required
        {...{ currency }}
        value={declared}
        onChange={(text) => {
          setProblem(null);
          setDeclared(text);
        }}
        error={problem?.field === 'declared' ? problem.message : undefined}
      />
      {readable && data !== undefined && <Outcome effect={data} />}
    </FormDialog>
  );
}

function Outcome({ effect }: { effect: Effect }) {
  const { currency, difference } = effect;
  const change = effect.effect.change;
  const negated = (text: string) => formatAmount(-(amountOf(text, currency) ?? 0n), currency);
  return (
    <FiguresPanel
      title={`It drafts: ${ENDORSEMENT_LABELS[effect.endorsementtype].toLowerCase()}`}
      currency={currency}
      rows={[
        { label: 'By rate', value: effect.by_rate },
        { label: 'Minimum premium', value: effect.minimum_premium, level: 'sub' },
        {
          label: 'Adjusted premium, 100%',
          value: effect.adjusted,
          ...(effect.at_minimum ? { note: 'the minimum' } : {}),
        },
        { label: 'Premium on the policy', value: negated(effect.premium_now), level: 'sub' },
        { label: 'Difference, 100%', value: difference, level: 'total' },
        ...(change === null ? [] : [{ label: 'Debit note', value: change.debit_note }]),
      ]}
    />
  );
}
