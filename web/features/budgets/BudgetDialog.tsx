import type { FormValues } from '../../../domain/forms.ts';
import { bodyOf, emptyOf } from '../../../domain/forms.ts';
import type { budgetMonth } from '../../../domain/budgets/contract.ts';
import { editBudget, getBudget, saveBudget } from '../../../domain/budgets/contract.ts';
import { BUDGET_FIGURES, type BudgetFigure, splitTyped } from '../../../domain/budgets/rules.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MONTHS_LONG, MONTHS_SHORT, yearOf } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import type { Option } from '../../ui/fields/Select.tsx';
import { FormMoney, FormRecord, FormText } from '../../ui/forms/FormFields.tsx';
import { cellErrors, type Form } from '../../ui/forms/use-contract-form.ts';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { AsOpened, StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { HistoryCard } from '../system/HistoryCard.tsx';

type Budget = WireReply<typeof getBudget>;
type Month = FormValues<typeof budgetMonth> & { month: string };
/** The months as they are typed, and a whole year that is divided over them on demand. */
type Figures = { months: Month[]; premium: string; brokerage: string };

const NO_MONTHS: Month[] = MONTHS_LONG.map((month) => ({ month, premium: '', brokerage: '' }));

/** What is sent: each month, one that is left empty as nothing; a whole year of which no month was entered, divided evenly. */
function filled({ months, ...whole }: Figures, currency: string) {
  const amountsOf = (figure: BudgetFigure) => {
    const typed = months.map((month) => month[figure]);
    const split = typed.every((one) => one === '') ? splitTyped(whole[figure], currency) : null;
    return split ?? typed.map((one) => one || '0');
  };
  const brokerages = amountsOf('brokerage');
  return amountsOf('premium').map((premium, index) => ({ premium, brokerage: brokerages[index] ?? '0' }));
}

/** A whole year that is no amount, or beside months that were entered: which of them counts is not guessed. */
function undivided({ months, ...whole }: Figures, currency: string): FieldError[] {
  return BUDGET_FIGURES.filter((figure) => whole[figure] !== '').flatMap((field) => {
    if (splitTyped(whole[field], currency) === null) return [{ field, message: 'Enter an amount from 0.' }];
    const entered = months.some((month) => month[field] !== '');
    return entered ? [{ field, message: 'Divide it over the months, or empty it.' }] : [];
  });
}

/** On a telephone months are as short as in a day, so that both amounts are in sight. */
const columnsOf = (currency: string, narrow: boolean): GridColumn<Month>[] => [
  {
    key: 'month',
    title: 'Month',
    kind: 'shown',
    align: 'left',
    width: narrow ? 51 : 100,
    show: ({ month }, index) => (narrow ? MONTHS_SHORT[index] : month),
  },
  { key: 'premium', title: 'Premium', kind: 'money', width: narrow ? 133 : 160, currency },
  { key: 'brokerage', title: 'Brokerage', kind: 'money', width: narrow ? 133 : 150, currency },
];

function totalOf(months: readonly Month[], figure: BudgetFigure, currency: string): string {
  const amounts = months.map((month) => parseAmount(month[figure] || '0', currency));
  return formatAmount(sum(amounts.filter((one) => typeof one === 'bigint')), currency);
}

/** Twelve months under each other with what they come to; a whole year is divided over them to the cent. */
function MonthsField({ form, currency }: { form: Form<Figures>; currency: string }) {
  const { values } = form;
  const narrow = useNarrow();
  const divide = () => {
    for (const figure of BUDGET_FIGURES) {
      const split = splitTyped(values[figure], currency);
      if (split === null) continue;
      for (const [index, amount] of split.entries()) form.change(`months.${index}.${figure}`, amount);
      form.change(figure, '');
    }
  };
  const typed = BUDGET_FIGURES.some((figure) => splitTyped(values[figure], currency) !== null);
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <FormMoney {...{ form, currency }} name="premium" label="Whole year, premium" />
        <FormMoney {...{ form, currency }} name="brokerage" label="Whole year, brokerage" />
        {/* Beside the fields and not their labels, also while one has a message. */}
        <Button
          className="sm:mt-5"
          onClick={divide}
          {...(typed ? {} : { disabledReason: 'Enter the whole year first.' })}
        >
          Divide evenly
        </Button>
      </div>
      <GridField
        label="Months"
        name="months"
        fixed
        columns={columnsOf(currency, narrow)}
        rows={values.months}
        newRow={() => ({ month: '', premium: '', brokerage: '' })}
        onChange={(months) => form.set({ months })}
        errors={cellErrors(form, 'months')}
        totals={Object.fromEntries(
          BUDGET_FIGURES.map((figure) => [
            figure,
            <MoneyText key={figure} value={totalOf(values.months, figure, currency)} {...{ currency }} />,
          ]),
        )}
      />
    </>
  );
}

/** The budget of a class for a year of the active branch. */
export function NewBudgetDialog({
  classes,
  currency,
  onClose,
}: {
  classes: Option[];
  currency: string;
  onClose: () => void;
}) {
  const save = useWrite(saveBudget);
  const today = useFirmToday();
  const { form, dialog } = useDialogForm({
    shape: saveBudget.body,
    initial: { ...emptyOf(saveBudget.body), year: String(yearOf(today)), months: NO_MONTHS },
    body: (values) =>
      bodyOf(saveBudget.body, { ...values, months: filled(values, currency), premium: '', brokerage: '' }),
    faultsOf: (values) => undivided(values, currency),
    send: (body) => save.mutateAsync({ body }),
    done: (_, { year, class: of }) => ['Budget entered', `${of?.label ?? ''} ${year}`],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="New budget"
      description={`What the branch expects of a class in a year, in ${currency}. A subclass counts with its class.`}
      action="Enter budget"
      size="md"
      {...{ onClose, ...dialog }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormText {...{ form }} name="year" label="Year" inputMode="numeric" />
        <FormRecord {...{ form }} name="class" label="Class" options={classes} placeholder="Choose the class…" />
      </div>
      <MonthsField {...{ form, currency }} />
    </FormDialog>
  );
}

function EditLoaded({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const edit = useWrite(editBudget);
  const { currency } = budget;
  const { form, refusal, dialog } = useDialogForm({
    shape: editBudget.body,
    initial: {
      months: budget.months.map((one, index) => ({ ...one, month: MONTHS_LONG[index] ?? '' })),
      premium: '',
      brokerage: '',
    },
    body: (values: Figures) => ({ id: budget.id, version: budget.version, months: filled(values, currency) }),
    faultsOf: (values) => undivided(values, currency),
    send: (body) => edit.mutateAsync({ body }),
    done: () => ['Budget saved', `${budget.class.name} ${budget.year}`],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${budget.class.name}, ${budget.year}`}
      description={`${budget.branch.name}, in ${currency}.`}
      action="Save budget"
      size="md"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <MonthsField {...{ form, currency }} />
    </FormDialog>
  );
}

type OfOne = { id: number; name: string; onClose: () => void };

/** Changes the amounts of a budget, once it is read. */
export function EditBudgetDialog({ id, name, onClose }: OfOne) {
  const { data, error, isFetching, refetch } = useEndpoint(getBudget, { params: { id: String(id) } });
  if (data !== undefined)
    return (
      <AsOpened of={data} fresh={!isFetching}>
        {(budget) => <EditLoaded {...{ budget, onClose }} />}
      </AsOpened>
    );
  return (
    <Dialog open title={name} size="md" {...{ onClose }}>
      {error === null ? <Skeleton className="w-64" /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

/** Who entered and changed a budget, and its amounts before and after. */
export function BudgetHistoryDialog({ id, name, onClose }: OfOne) {
  return (
    <Dialog open title={name} size="md" {...{ onClose }}>
      <HistoryCard entity="budget" {...{ id }} />
    </Dialog>
  );
}
