import { sum } from '../../../../domain/values/money.ts';
import { type ReminderLevel, REMINDER_LABELS } from '../../../../domain/statements/reminders.ts';
import { showAmount, showDay, showMoney, showShortDay } from '../figures.ts';
import type { PageModel, Section } from '../page-model.ts';
import { bankFields, pageHead, partyBlock } from './common.ts';
import type { Amount, BankInput, Day, DocumentInput, PartyInput } from './common.ts';

interface ReminderLine {
  readonly document: string;
  readonly policy: string;
  readonly insured: string;
  readonly due: Day;
  readonly late: number;
  readonly outstanding: Amount;
  /** The day by which the premium must be paid for the cover to stand. */
  readonly warranty?: { readonly label: string; readonly day: Day };
}

export interface ReminderInput extends DocumentInput {
  readonly party: PartyInput;
  readonly level: ReminderLevel;
  readonly currencies: readonly {
    readonly currency: string;
    readonly lines: readonly ReminderLine[];
    readonly bank?: BankInput;
  }[];
}

const WORDS: Record<ReminderLevel, readonly string[]> = {
  FIRST: ['The premium below is overdue by our books. Please pay it, or tell us if you have paid it already.'],
  SECOND: [
    'We have reminded you of the premium below and have no payment yet. Please pay it within seven days, or tell us what is holding it up.',
  ],
  FINAL: [
    'In spite of our reminders the premium below is not paid. Please pay it at once. If we do not hear from you, we have to tell the securities that it is outstanding.',
  ],
};

const totalOf = (lines: readonly ReminderLine[]) => sum(lines.map((line) => line.outstanding));

/** Warranties that still run: what is named here can yet be met. */
function warranties(lines: readonly ReminderLine[], day: Day): Section[] {
  const running = lines.filter((line) => line.warranty !== undefined && line.warranty.day >= day);
  if (running.length === 0) return [];
  const sentences = running.map(
    ({ policy, warranty }) => `${policy}: ${warranty?.label ?? ''}, to be met by ${showDay(warranty?.day ?? '')}.`,
  );
  return [{ kind: 'text', heading: 'Cover depends on payment', paragraphs: [...new Set(sentences)] }];
}

function sectionsOf({ currency, lines, bank }: ReminderInput['currencies'][number], day: Day): Section[] {
  return [
    {
      kind: 'table',
      heading: `Overdue in ${currency}`,
      columns: [
        { label: 'Debit note' },
        { label: 'Policy' },
        { label: 'Insured', grow: true },
        { label: 'Due' },
        { label: 'Days overdue', align: 'right' },
        { label: `Outstanding, ${currency}`, align: 'right' },
      ],
      rows: lines.map((line) => [
        line.document,
        line.policy,
        line.insured,
        showShortDay(line.due),
        line.late.toString(),
        showAmount(line.outstanding, currency),
      ]),
      total: ['Total', '', '', '', '', showAmount(totalOf(lines), currency)],
    },
    ...warranties(lines, day),
    ...(bank ? [{ kind: 'fields' as const, heading: `Please pay ${currency} to`, rows: bankFields(bank) }] : []),
  ];
}

/** A letter that reminds a reinsured of premium that is overdue, with the warranties that it can still meet. M12. */
export function reminderModel(input: ReminderInput): PageModel {
  const only = input.currencies.length === 1 ? input.currencies[0] : undefined;
  return {
    template: 'reminder',
    ...pageHead(input, {
      title: REMINDER_LABELS[input.level],
      parties: [partyBlock('To', input.party)],
      ...(only ? { headline: { figure: showMoney(only.currency, totalOf(only.lines)), note: 'overdue' } } : {}),
      facts: [],
    }),
    sections: [
      { kind: 'text', paragraphs: WORDS[input.level] },
      ...input.currencies.flatMap((one) => sectionsOf(one, input.day)),
    ],
  };
}
