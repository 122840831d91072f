import { FIGURES } from '../../../../domain/placements/fields.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import type { FormFigure } from '../../../ui/forms/FormPage.tsx';
import { FiguresPanel } from '../../../ui/marks/FiguresPanel.tsx';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { Identity } from '../page/Identity.tsx';
import { PlacedBar } from './PlacedBar.tsx';
import type { PolicyValues } from './policy-values.ts';
import type { PolicyReading } from './read-policy.ts';
import { showRate } from '../../../ui/marks/format.ts';

type Props = { reading: PolicyReading; values: PolicyValues };

/** What the placement comes to for its reinsured, where the rail is out of sight. */
export function debitNoteOf({ figures }: Pick<PolicyReading, 'figures'>, currency: string): FormFigure {
  return {
    label: FIGURES.debit_note.label,
    value: formatAmount(figures.debitNote, currency),
    currency,
  };
}

/** Beside the form: what the typed terms give, with each keystroke, by the rules of the approval. */
export function FormRail({ reading, values }: Props) {
  const { draft, figures } = reading;
  const { currency } = values;
  const money = (amount: bigint) => formatAmount(amount, currency);
  const names = values.securities.filter((row) => row.security !== null || row.share !== '' || row.offer !== '');
  return (
    <>
      <FiguresPanel
        live
        title="Figures"
        currency={currency}
        rows={[
          { label: FIGURES.premium.label, value: money(draft.premium) },
          {
            label: FIGURES.fac_premium.label,
            value: money(figures.facPremium),
            note: `for the ${showRate(figures.placed)}% placed`,
          },
          { label: FIGURES.commission.label, value: money(-figures.commission), level: 'sub' },
          ...(figures.taxOfReinsured === 0n
            ? []
            : [{ label: FIGURES.tax_of_reinsured.label, value: money(figures.taxOfReinsured), level: 'sub' as const }]),
          { label: FIGURES.debit_note.label, value: money(figures.debitNote), level: 'total' },
          { label: FIGURES.netpayable.label, value: money(figures.netPayable), level: 'sub' },
          { label: FIGURES.brokerage.label, value: money(figures.brokerage), level: 'sub' },
          { label: FIGURES.tax.label, value: money(figures.taxOfSecurity + figures.taxOfReinsured), level: 'sub' },
        ]}
        footer={
          <Identity
            currency={currency}
            debitNote={money(figures.debitNote)}
            net={money(figures.netPayable)}
            brokerage={money(figures.brokerage)}
            tax={money(figures.taxOfSecurity + figures.taxOfReinsured)}
          />
        }
      />
      <section aria-label="Placement" className="rounded-lg border border-line bg-panel px-3.5 py-3">
        <PlacedBar placed={figures.placed} order={draft.fac} shares={figures.lines.map((line) => line.share)} />
        {names.length > 0 && (
          <table className="mt-2.5 w-full">
            <caption className="sr-only">Net to each security</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Security</th>
                <th scope="col">Signed line</th>
                <th scope="col">Net {currency}</th>
              </tr>
            </thead>
            <tbody>
              {names.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines have no identity before they are saved
                <tr key={index} className="[&>td]:py-0.5">
                  <td className="max-w-28 truncate" dir="auto" title={row.security?.label}>
                    {row.security?.label ?? <span className="text-mute">Not chosen</span>}
                  </td>
                  <td className="figures pl-2 text-mute">
                    <RateText value={formatRate(figures.lines[index]?.share ?? 0n)} />
                  </td>
                  <td className="figures pl-2">
                    <MoneyText value={money(figures.lines[index]?.netPayable ?? 0n)} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {reading.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
    </>
  );
}
