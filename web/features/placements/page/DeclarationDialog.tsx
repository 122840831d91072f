import * as z from 'zod/mini';
import { ADJUSTMENT_FIELDS, FIGURES } from '../../../../domain/placements/fields.ts';
import { declarationBody, declarationEffect, saveDeclaration } from '../../../../domain/endorsements/declaration.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { ENDORSEMENT_LABELS } from '../../../../domain/endorsements/endorsements.ts';
import { emptyOf } from '../../../../domain/forms.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FiguresPanel } from '../../../ui/marks/FiguresPanel.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { FormMoney } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { atId, paths } from '../../../paths.ts';
import { amountOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';

const SHAPE = z.pick(declarationBody, { declared: true });
type Effect = WireReply<typeof declarationEffect>;

/** What was declared, what it comes to, and the endorsement that it drafts: shown before it is saved. */
export function DeclarationDialog({ record, onClose }: { record: PolicyRecord; onClose: () => void }) {
  const go = useGo();
  const { currency, adjustment } = record;
  const write = useWrite(saveDeclaration);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: emptyOf(SHAPE),
    send: ({ declared }) => write.mutateAsync({ body: { policy: record.id, declared } }),
    done: ({ number }) => ['Declaration saved', `${number ?? ''} is a draft.`],
    onDone: ({ id }) => go(atId(paths.endorsement, id)),
  });
  const declared = useSettled(form.values.declared);
  const readable = amountOf(declared, currency) !== null;
  const { data } = useEndpoint(declarationEffect, { body: { policy: record.id, declared } }, { enabled: readable });
  return (
    <FormDialog
      title="Enter declaration"
      description={`Adjusted at ${showWireRate(adjustment?.rate ?? '0')}% of the declared ${adjustment?.basis ?? ''}.`}
      action="Draft endorsement"
      {...{ ...dialog, onClose }}
    >
      <FormMoney {...{ form, currency }} name="declared" label={`Declared ${adjustment?.basis ?? ''}`} />
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
        { label: ADJUSTMENT_FIELDS.minimum_premium.short, value: effect.minimum_premium, level: 'sub' },
        {
          label: 'Adjusted premium, 100%',
          value: effect.adjusted,
          ...(effect.at_minimum ? { note: 'the minimum' } : {}),
        },
        { label: 'Premium on the policy', value: negated(effect.premium_now), level: 'sub' },
        { label: 'Difference, 100%', value: difference, level: 'total' },
        ...(change === null ? [] : [{ label: FIGURES.debit_note.label, value: change.debit_note }]),
      ]}
    />
  );
}
