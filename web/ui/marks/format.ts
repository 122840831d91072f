import { showDay as specifiedDay, writtenDay, type Day } from '../../../domain/values/day.ts';
import { showAmount as plainAmount, type Money } from '../../../domain/values/money.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import { readTypedAmount } from '../../../domain/values/typed.ts';

/**
 * How this person reads and types figures and days: the one edge at which a screen writes them. Papers, files and the
 * server's sentences stay in the firm's form.
 */

/** What divides thousands, and what comes before decimals. */
const SIGNS = {
  POINT: { group: ',', decimal: '.' },
  COMMA: { group: '.', decimal: ',' },
  SPACE: { group: '\u202f', decimal: ',' },
  APOSTROPHE: { group: '’', decimal: '.' },
} as const;
type NumberForm = keyof typeof SIGNS;

const DAYS = { MONTH: specifiedDay, DAY: writtenDay, ISO: (day: Day) => day } as const;
type DayForm = keyof typeof DAYS;

type Form = { numbers: NumberForm; days: DayForm };
const KEY = 'slipway.form';

export const NUMBER_FORMS = ['POINT', 'COMMA', 'SPACE', 'APOSTROPHE'] as const satisfies readonly NumberForm[];
export const DAY_FORMS = ['MONTH', 'DAY', 'ISO'] as const satisfies readonly DayForm[];
export const isNumberForm = (name: unknown): name is NumberForm =>
  typeof name === 'string' && Object.hasOwn(SIGNS, name);
export const isDayForm = (name: unknown): name is DayForm => typeof name === 'string' && Object.hasOwn(DAYS, name);

function partsIn(language: string | undefined): Intl.NumberFormatPart[] | null {
  try {
    return new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  } catch {
    return null;
  }
}

/** English where it is written as in Britain and the United States: known without opening the browser's tables of languages. */
const ENGLISH = /^en(-(US|GB|AU|CA|NZ|IE|IN|KE|NG|UG|TZ|GH|HK|SG))?$/;

/** The form whose signs the browser's language has; what is none of them reads as English. */
export function numbersOf(named: string | undefined): NumberForm {
  // A browser may name a language as its system does ("en-US@posix", "C"), which is none of Intl's.
  const language = named?.replace(/[^\w-].*$/, '');
  if (language !== undefined && ENGLISH.test(language)) return 'POINT';
  const parts = partsIn(language) ?? partsIn('en') ?? [];
  const signOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value;
  if (signOf('decimal') === ',') return signOf('group') === '.' ? 'COMMA' : 'SPACE';
  return /['’]/.test(signOf('group') ?? '') ? 'APOSTROPHE' : 'POINT';
}

function chosenForm(): Partial<Form> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const { numbers, days } = kept as Record<string, unknown>;
    return { ...(isNumberForm(numbers) && { numbers }), ...(isDayForm(days) && { days }) };
  } catch {
    return {};
  }
}

const language = () => (typeof navigator === 'undefined' ? 'en' : navigator.language);
const formNow = (): Form => ({ numbers: numbersOf(language()), days: 'MONTH', ...chosenForm() });
let form = formNow();

/** What was chosen, without what follows from the browser. */
export const storedForm = chosenForm;

/** Keeps a choice in this browser; `null` lets the browser's language decide again. What is shown is written anew. */
export function chooseForm(choice: { numbers?: NumberForm | null; days?: DayForm }): void {
  const { numbers, ...kept } = { ...chosenForm(), ...choice };
  localStorage.setItem(KEY, JSON.stringify({ ...kept, ...(numbers != null && { numbers }) }));
  form = formNow();
}

const signed = (plain: string, { numbers }: Pick<Form, 'numbers'>) =>
  plain.replaceAll(/[.,]/g, (sign) => (sign === ',' ? SIGNS[numbers].group : SIGNS[numbers].decimal));

/** "1,250,000.00" as a form writes it. */
export const exampleOf = (numbers: NumberForm): string => signed('1,250,000.00', { numbers });
export const exampleDay = (days: DayForm, day: Day): string => DAYS[days](day);

/** An amount in minor units with the decimals of its currency; nothing is an en dash unless digits are wanted. */
export const showAmount = (amount: bigint, currency: string, zero: 'dash' | 'digits' = 'dash'): string =>
  signed(plainAmount(amount, currency, zero), form);

/** The same with its currency before it. */
export const showMoney = ({ amount, currency }: Money): string =>
  `${currency} ${showAmount(amount, currency, 'digits')}`;

/** A percentage with the decimals that it has, and at least so many. */
export const showRate = (rate: Rate, atLeast = 0): string => signed(formatRate(rate, atLeast), form);

/** A figure that is text already, with the signs of English: what a chart or a card shortens. */
export const showPlain = (plain: string): string => signed(plain, form);

export const showDay = (day: Day): string => DAYS[form.days](day);

/** What was typed for an amount, as decimal text of the wire; "1.250" is what this person writes it for. */
export const readAmount = (text: string, currency: string): string | null =>
  readTypedAmount(text, currency, SIGNS[form.numbers].decimal);

/** Whether times are written with a.m. and p.m. */
export const hasHalfDays = (): boolean => form.days === 'MONTH';
