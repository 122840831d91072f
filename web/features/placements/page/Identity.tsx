import { FIGURES } from '../../../../domain/placements/fields.ts';
import { showWireAmount } from '../../../ui/fields/read-typed.ts';

type Props = {
  currency: string;
  debitNote: string;
  net: string;
  brokerage: string;
  tax: string;
  /** Of a return, all amounts negated: it is a credit note. */
  name?: string;
};

/** Debit note = net to securities + brokerage + taxes, to the cent: what a checker adds up first. §2. */
export function Identity({ currency, debitNote, net, brokerage, tax, name = FIGURES.debit_note.label }: Props) {
  const parts = [
    { name, value: debitNote, sign: '' },
    { name: 'Net', value: net, sign: '=' },
    { name: FIGURES.brokerage.label, value: brokerage, sign: '+' },
    { name: FIGURES.tax.short, value: tax, sign: '+' },
  ];
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1 text-xs tabular-nums">
      {parts.map((part) => (
        <span key={part.name} className="whitespace-nowrap">
          {part.sign !== '' && <span className="text-mute">{part.sign} </span>}
          <span className={part.sign === '' ? 'font-semibold' : ''}>
            {showWireAmount(part.value, currency, 'dash')}
          </span>{' '}
          <span className="text-mute">{part.name.toLowerCase()}</span>
        </span>
      ))}
    </p>
  );
}
