import type { CallInput } from '../../../api/client.ts';
import { exportFile } from '../../../api/export-file.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { ledgerAccount, ledgerAccountTable } from '../../../../domain/reports/ledger-account.ts';
import { entryHref, paths, withQuery } from '../../../paths.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { GlanceRow } from '../../../ui/layout/RecordPage.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { SUB_LEDGER, subLedgerOf } from '../../ledger/LedgerLinesPage.tsx';
import { eventLabel } from '../../../../domain/ledger/entries.ts';
import { useTogether } from '../../../api/session.ts';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { useAccounting } from '../../ledger/use-lookups.ts';
import { BalanceText, balanceWords } from './BalanceText.tsx';
import { detailOf, periodFault, shownPeriod } from '../period.ts';
import { usePeriod } from '../use-period.ts';
import { LinePages } from '../LinePages.tsx';
import { PeriodBar } from '../PeriodBar.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { usePeriodReport } from '../use-period-report.ts';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';

type Reply = WireReply<typeof ledgerAccount>;
const SUBS = ['party', 'tax', 'bank'] as const;
const IN_BASE = ['base_debit', 'base_credit', 'base_balance'] as const;

/** What the address asks for: the account, its sub-ledger account, the currency, the days, and after which line. */
function useAccountQuery(): CallInput<typeof ledgerAccount>['query'] & Record<string, string | undefined> {
  const [address] = useAddress();
  const base = useBaseCurrency();
  const { from, to } = usePeriod();
  const { account = '', currency = base, after } = address;
  const subs = SUBS.flatMap((key) => (address[key] === undefined ? [] : [[key, address[key]] as const]));
  return {
    account,
    currency,
    to,
    ...(from !== null && { from }),
    ...(after !== undefined && { after }),
    ...Object.fromEntries(subs),
  };
}

/** An account, or one of its sub-ledger accounts, in one currency: opening, its lines with the balance after each, closing. */
export function LedgerAccountPage() {
  useWideSheet();
  const [, change] = useAddress();
  const query = useAccountQuery();
  const { account, currency } = query;
  const period = usePeriod();
  const { currencies, accounts } = useAccounting();
  const chosen = account !== '';
  const options = { enabled: chosen, fault: periodFault(period) };
  const { data, waiting, ...wait } = usePeriodReport(ledgerAccount, { query }, options);
  // Of another account or period the page begins again.
  const go = (next: Record<string, string | undefined>) => change({ after: undefined, ...next }, 'push');
  const whole = { party: undefined, tax: undefined, bank: undefined };
  const { after: _after, ...every } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={ledgerAccount}
        shown={{ ...shownPeriod(period), currency }}
        title={data === undefined ? 'Account' : `${data.account.code} ${data.account.name}`}
        detail={`${currency} · ${detailOf(period)}`}
        badge={data?.of != null && <Badge tone="info">{data.of.name}</Badge>}
        {...(chosen && {
          onExport: (format) =>
            exportFile(ledgerAccount, { query: every, name: `account-${account}-${currency}` }, format),
        })}
      >
        <LinkButton href={withQuery(paths.ledgerLines, { account: chosen ? account : undefined, currency })}>
          Search lines
        </LinkButton>
      </ReportHead>
      <FieldRow>
        <div className="w-72 max-w-full">
          <Select
            label="Account"
            value={account}
            placeholder="Choose an account"
            options={accounts.map((one) => ({ value: one.code, label: `${one.code} ${one.name}` }))}
            onChange={(next) => go({ account: next, ...whole })}
          />
        </div>
        <div className="w-28">
          <Select label="Currency" value={currency} options={currencies} onChange={(next) => go({ currency: next })} />
        </div>
        <PeriodBar fault={wait.fault} />
        {data?.of != null && (
          <Button size="sm" variant="ghost" onClick={() => go(whole)}>
            Show the whole account
          </Button>
        )}
      </FieldRow>
      <Sheet {...{ waiting }}>
        {!chosen && <EmptyState title="Choose an account.">Its lines come with the balance after each.</EmptyState>}
        {chosen && data === undefined && <ReportWait {...wait} />}
        {data !== undefined && <Lines reply={data} later={query.after !== undefined} />}
      </Sheet>
    </div>
  );
}

function Lines({ reply, later }: { reply: Reply; later: boolean }) {
  const { figures, data, next, of, base_currency: base } = reply;
  const { currency } = figures;
  const figure = (label: string, value: string) => ({ label, value, currency });
  const balance = (value: string) => <BalanceText {...{ value, currency }} />;
  const together = useTogether();
  const columns = screenColumns(ledgerAccountTable, {
    base,
    ...(together && { under: { entry: 'branch' } as const }),
    titles: { party: SUB_LEDGER },
    without: [...(currency === base ? IN_BASE : []), ...(of === null ? [] : (['party'] as const))],
    cells: {
      entry: (row) => `#${row.entry}`,
      event: (row) => eventLabel(row.event),
      party: subLedgerOf,
      balance: (row) => balance(row.balance),
    },
  });
  return (
    <>
      <GlanceRow
        glance={[
          { label: 'Opening', value: balanceWords(figures.opening, currency) },
          figure('Debits', figures.debit),
          figure('Credits', figures.credit),
          { label: 'Closing', value: balanceWords(figures.closing, currency) },
        ]}
      />
      {data.length === 0 ? (
        <EmptyState title={`Nothing was posted in ${currency} in these days.`}>
          Choose other days or another currency.
        </EmptyState>
      ) : (
        <Card flush className={onPaper}>
          {later && (
            <p className="flex items-baseline justify-end gap-2 border-b border-line px-4 py-2">
              Brought forward {balance(reply.brought)}
            </p>
          )}
          <DataTable
            label="Lines of the account"
            columns={columns}
            rows={data}
            rowKey={(row) => String(row.id)}
            rowHref={(row) => entryHref(row.entry)}
            rowLabel={(row) => `entry ${row.entry}`}
          />
        </Card>
      )}
      <LinePages next={next} />
    </>
  );
}
