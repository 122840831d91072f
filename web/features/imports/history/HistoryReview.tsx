import { useState } from 'react';
import {
  functionsFor,
  isOfTaxes,
  type AccountUses,
  type OtherAccount,
} from '../../../../domain/imports/history/accounts.ts';
import { history } from '../../../../domain/imports/history/contract.ts';
import { ACCOUNT_FUNCTIONS, FUNCTION_NAMES, type AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Choice.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { useUnsent } from '../use-unsent.ts';
import type { Current, HistoryImport } from './HistorySection.tsx';

type Found = NonNullable<HistoryImport['found']>;
type Fault = Found['faults'][number];

const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { id: 'file', title: 'File', width: 120, cell: (row) => row.file },
  { id: 'line', title: 'Line', align: 'right', width: 70, cell: (row) => (row.line === 0 ? '' : showCount(row.line)) },
  { id: 'message', title: 'What is wrong', cell: (row) => <span dir="auto">{row.message}</span> },
];

function Faults({ found: { faults, fault_count: count } }: { found: Found }) {
  return (
    <Card flush title={`${showCount(count)} ${count === 1 ? 'fault' : 'faults'}`}>
      <DataTable
        label="Faults"
        columns={FAULT_COLUMNS}
        rows={faults}
        rowKey={(row) => `${row.file} ${row.line} ${row.message}`}
        maxHeight="max-h-120"
      />
      {count > faults.length && (
        <p className="border-t border-line px-4 py-2.5 text-mute">And {showCount(count - faults.length)} more.</p>
      )}
    </Card>
  );
}

type Choosing = { uses: AccountUses; taxes: Current['taxes']; onUse: (code: string, use: AccountUses[string]) => void };

const isFunction = (name: string): name is AccountFunction => FUNCTION_NAMES.some((one) => one === name);

/** What one account is for, its tax where it is of taxes, and whether new postings take it. */
function columnsOf({ uses, taxes, onUse }: Choosing): readonly Column<OtherAccount>[] {
  const useOf = (code: string) => uses[code] ?? { function: null, tax: null, is_default: false };
  return [
    {
      id: 'account',
      title: 'Account',
      width: 190,
      cell: (row) => (
        <>
          <span className="mr-1.5 text-mute tabular-nums">{row.code}</span>
          <span dir="auto">{row.name}</span>
        </>
      ),
      second: (row) => row.kind,
    },
    { id: 'lines', title: 'Lines', align: 'right', cell: (row) => showCount(row.lines) },
    {
      id: 'function',
      title: 'For',
      width: 210,
      cell: (row) => {
        const may = functionsFor(row);
        const fixed = row.kind === 'receivable' || row.kind === 'payable';
        return (
          <Select
            label={`What ${row.code} is for`}
            hideLabel
            clearable={!fixed}
            placeholder="Nothing of ours"
            value={useOf(row.code).function ?? ''}
            options={may.map((name) => ({ value: name, label: ACCOUNT_FUNCTIONS[name].name }))}
            onChange={(value) =>
              onUse(row.code, { function: isFunction(value) ? value : null, tax: null, is_default: false })
            }
          />
        );
      },
    },
    {
      id: 'tax',
      title: 'Tax',
      width: 170,
      cell: (row) =>
        isOfTaxes(useOf(row.code).function) && (
          <Select
            label={`Tax of ${row.code}`}
            hideLabel
            clearable
            placeholder="One of its own"
            value={useOf(row.code).tax ?? ''}
            options={taxes.map(({ code, name }) => ({ value: code, label: name, detail: code }))}
            onChange={(value) => onUse(row.code, { ...useOf(row.code), tax: value === '' ? null : value })}
          />
        ),
    },
    {
      id: 'default',
      title: 'New postings',
      cell: (row) =>
        useOf(row.code).function !== null && (
          <Checkbox
            label={`New postings take ${row.code}`}
            hideLabel
            checked={useOf(row.code).is_default}
            onChange={(on) => onUse(row.code, { ...useOf(row.code), is_default: on })}
          />
        ),
    },
  ];
}

/** One account of a function is taken by default: choosing another takes it from the one before. */
function chosen(uses: AccountUses, code: string, use: AccountUses[string]): AccountUses {
  const others = Object.entries(uses).map(
    ([other, one]) =>
      [other, use.is_default && one.function === use.function ? { ...one, is_default: false } : one] as const,
  );
  return { ...Object.fromEntries(others), [code]: use };
}

type ReviewProps = { file: HistoryImport; taxes: Current['taxes']; onUnsent: (by: 1 | -1) => void };

/** What was found in the files: what is wrong, and what each account is for, to be confirmed or changed. */
export function HistoryReview({ file: { id, version, found }, taxes, onUnsent }: ReviewProps) {
  const [uses, setUses] = useState<AccountUses>(found?.uses ?? {});
  const match = useWrite(history.match, { onProblem: (problem) => toastProblem('Accounts not saved', problem) });
  const changed = JSON.stringify(uses) !== JSON.stringify(found?.uses ?? {});
  useUnsent(changed, onUnsent);
  if (found === null) return null;
  const columns = columnsOf({ uses, taxes, onUse: (code, use) => setUses((now) => chosen(now, code, use)) });
  return (
    <>
      {found.fault_count > 0 && <Faults found={found} />}
      {found.accounts.length > 0 && (
        <Card
          flush
          title="What the accounts are for"
          actions={
            changed ? (
              <>
                <Button size="sm" variant="ghost" onClick={() => setUses(found.uses)}>
                  Undo
                </Button>
                <Button
                  size="sm"
                  variant="primary"
                  busy={match.isPending}
                  onClick={() => match.mutate({ params: { id: String(id) }, body: { version, accounts: { ...uses } } })}
                >
                  Check again
                </Button>
              </>
            ) : undefined
          }
        >
          <DataTable label="Accounts" columns={columns} rows={found.accounts} rowKey={(row) => row.code} />
        </Card>
      )}
    </>
  );
}
