import { Plus } from 'lucide-react';
import { useState } from 'react';
import { listBudgets, removeBudget } from '../../../domain/budgets/contract.ts';
import { budgetTable } from '../../../domain/budgets/table.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useListPage } from '../../api/use-list.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { InChosenBranch } from '../../ui/dialogs/InChosenBranch.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { BudgetHistoryDialog, EditBudgetDialog, NewBudgetDialog } from './BudgetDialog.tsx';
import { ImportLink } from '../registers/ImportLink.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Budget = WireReply<typeof listBudgets>['data'][number];
type Open = { act: 'edit' | 'history' | 'remove'; budget: Budget } | { act: 'new' };

const nameOf = (budget: Budget) => `${budget.class.name}, ${budget.year}, ${budget.branch}`;

/** What each branch expects of each class in a year. */
export function BudgetsPage() {
  const session = useSession();
  const today = useFirmToday();
  const page = useListPage(listBudgets, { name: 'budgets', filters: ['year', 'cover_type'] });
  const info = useEndpoint(underwritingInfo, {}, { staleTime: 300_000 });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const base = session?.user.firm.baseCurrency ?? '';
  const classes = (info.data?.classes ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  const year = yearOf(today);
  const filters: Filter[] = [
    {
      key: 'year',
      label: 'Year',
      kind: 'option',
      options: [year + 1, year, year - 1, year - 2].map((one) => ({ value: String(one), label: String(one) })),
    },
    { key: 'cover_type', label: 'Class', kind: 'option', options: classes },
  ];
  const mayEdit = can(session, 'budgets.edit');
  const primary = mayEdit && (
    <>
      <ImportLink target="budgets" />
      <Button variant="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen({ act: 'new' })}>
        New budget
      </Button>
    </>
  );
  const actions = (budget: Budget): MenuEntry[] => [
    ...(mayEdit ? [{ label: 'Change…', onSelect: () => setOpen({ act: 'edit', budget }) }] : []),
    { label: 'History', onSelect: () => setOpen({ act: 'history', budget }) },
    ...(mayEdit
      ? [{ label: 'Take away…', danger: true, separated: true, onSelect: () => setOpen({ act: 'remove', budget }) }]
      : []),
  ];
  return (
    <>
      <ListPage
        title="Budgets"
        {...page}
        views={<ViewsMenu call={listBudgets} />}
        nouns={['budget', 'budgets']}
        searchLabel="Search classes"
        {...{ filters, primary }}
        columns={screenColumns(budgetTable, { base, cells: { year: (row) => String(row.year) } })}
        rowKey={(row) => String(row.id)}
        rowLabel={nameOf}
        rowActions={actions}
        empty={
          <EmptyState title="There are no budgets." action={primary}>
            Enter what the branch expects of each class in a year. Monthly production shows it beside what was made.
          </EmptyState>
        }
      />
      {open?.act === 'new' && (
        <InChosenBranch title="New budget" permission="budgets.edit" onClose={close}>
          <NewBudgetDialog {...{ classes }} currency={base} onClose={close} />
        </InChosenBranch>
      )}
      {open?.act === 'edit' && <EditBudgetDialog id={open.budget.id} name={nameOf(open.budget)} onClose={close} />}
      {open?.act === 'history' && (
        <BudgetHistoryDialog id={open.budget.id} name={nameOf(open.budget)} onClose={close} />
      )}
      {open?.act === 'remove' && (
        <CallDialog
          call={removeBudget}
          input={{ params: { id: String(open.budget.id) }, query: { version: String(open.budget.version) } }}
          danger
          onClose={close}
          title={`Take this budget away? ${nameOf(open.budget)}`}
          effect="Monthly production then shows no budget for it. Its history stays in the audit trail."
          action="Take budget away"
          done="Budget taken away"
          failed="Budget not taken away"
        />
      )}
    </>
  );
}
