import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { planRemittances, sendRemittances } from '../../../domain/statements/remittance-contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { remittanceBatchHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { RemittancePreview } from './RemittancePreview.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Plan = WireReply<typeof planRemittances>;
type Props = { vouchers: readonly number[]; onClose: () => void };

const papers = (count: number) => (count === 1 ? 'remittance advice' : `${count} remittance advices`);

/** Who gets which advice at which address, before it is looked at as a paper and sent. */
export function RemittanceDialog({ vouchers, onClose }: Props) {
  const go = useGo();
  const [mail, setMail] = useState(true);
  const [previewing, setPreviewing] = useState(false);
  const { data, error, refetch } = useEndpoint(planRemittances, { body: { vouchers: [...vouchers] } });
  const send = useWrite(sendRemittances, {
    onSuccess: ({ id }) => go(remittanceBatchHref(id)),
    onProblem: (problem) => toastProblem('No advice was sent', problem),
  });
  const advices = data?.advices ?? [];
  const reached = advices.filter((one) => !mail || one.to.length > 0);
  const ids = reached.flatMap((one) => one.vouchers.map((voucher) => voucher.id));
  const whyNot =
    data === undefined
      ? 'Working out who gets advice…'
      : advices.length === 0
        ? 'None of these gets advice.'
        : ids.length === 0
          ? 'No address is known. Enter one with the party’s contacts.'
          : undefined;
  if (previewing)
    return (
      <RemittancePreview
        vouchers={advices.flatMap((one) => one.vouchers.map((voucher) => voucher.id))}
        onClose={() => setPreviewing(false)}
      />
    );
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={`Send ${papers(Math.max(1, reached.length))}`}
      description="One to each payee and bank date: what was paid, to which account, and for which notes. Each payment is advised once."
      action={mail ? 'Make and mail' : 'Make papers'}
      busy={send.isPending}
      {...(whyNot !== undefined && { disabledReason: whyNot })}
      onSubmit={() => send.mutate({ body: { vouchers: ids, mail } })}
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="w-64" />}
      {data !== undefined && (
        <div className="grid gap-3">
          <Advices advices={advices} mail={mail} />
          <LeftOut rows={data.left_out} />
          {advices.length > 0 && (
            <>
              <Checkbox
                label="Mail each to its payee"
                hint="To its contacts for payment advice, else to its general address."
                checked={mail}
                onChange={setMail}
              />
              <div>
                <Button onClick={() => setPreviewing(true)}>Preview</Button>
              </div>
            </>
          )}
        </div>
      )}
    </FormDialog>
  );
}

function Advices({ advices, mail }: { advices: Plan['advices']; mail: boolean }) {
  return (
    <ul aria-label="Advice to be sent" className="divide-y divide-line rounded-lg border border-line">
      {advices.map(({ party, day, to, vouchers }) => (
        <li key={`${party.id} ${day}`} className="grid gap-0.5 px-3 py-2">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span dir="auto" className="font-medium">
              {party.name}
            </span>
            <span className="text-mute">{showDay(day)}</span>
          </span>
          {vouchers.map(({ id, number, currency, amount }) => (
            <span key={id} className="flex flex-wrap justify-between gap-x-4 text-xs">
              <span className="tabular-nums">{number}</span>
              <MoneyText withCurrency value={amount} currency={currency} />
            </span>
          ))}
          {mail && (
            <span className={to.length === 0 ? 'text-xs text-warn' : 'text-xs text-mute wrap-anywhere'}>
              {to.length === 0 ? 'No address is known: none is sent. Enter one with its contacts.' : to.join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function LeftOut({ rows }: { rows: Plan['left_out'] }) {
  if (rows.length === 0) return null;
  return (
    <Notice tone="warn" title={rows.length === 1 ? 'One gets none' : `${rows.length} get none`}>
      <ul>
        {rows.map(({ id, number, why }) => (
          <li key={id}>
            {number ?? `Voucher ${id}`}: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
