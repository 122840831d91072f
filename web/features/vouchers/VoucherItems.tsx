import { clsx } from 'clsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { NameLink, NoteLink, PartyLink } from '../../ui/marks/NameLink.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../ui/styles.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { NETTED_LABELS } from '../../../domain/vouchers/netting.ts';
import { sumOf } from '../ledger/wire-amounts.ts';
import { boughtBy, movesBank, type VoucherRecord } from './voucher-words.ts';
import { policyHref, receiptHref, remittanceBatchHref } from '../../paths.ts';
import { OUTCOME_LABELS } from '../../../domain/statements/tables.ts';
import { showDay } from '../../ui/marks/format.ts';
import { Payee } from './Payee.tsx';

type Item = VoucherRecord['items'][number];

/** A row of what is paid, or with an amount below nothing of what is set off. */
type Row = Pick<Item, 'note' | 'note_id' | 'insured' | 'insured_id' | 'amount'> & {
  id: string;
  policy: Item['policy'] | null;
  what?: string;
};

function columnsOf(currency: string): StatementColumn<Row>[] {
  return [
    {
      id: 'note',
      title: 'Note',
      cell: (item) => (
        <span className="whitespace-nowrap">
          {item.note_id === null ? item.note : <NoteLink note={{ id: item.note_id, number: item.note }} />}
          {item.what !== undefined && <span className="block text-xs text-mute">{item.what}</span>}
        </span>
      ),
    },
    {
      id: 'policy',
      title: 'Policy',
      cell: (item) =>
        item.policy !== null && (
          <NameLink href={policyHref(item.policy.id)}>
            <span className="whitespace-nowrap">{item.policy.name}</span>
          </NameLink>
        ),
    },
    {
      id: 'insured',
      title: 'Insured',
      cell: ({ insured: name, insured_id: id }) =>
        id === null ? <span dir="auto">{name}</span> : <PartyLink party={{ id, name }} />,
    },
    {
      id: 'amount',
      title: `Amount ${currency}`,
      align: 'right',
      cell: (item) => <MoneyText value={item.amount} currency={currency} />,
    },
  ];
}

function accountWords({ payee_account: account, currency }: VoucherRecord): string {
  if (account === null) return `No confirmed ${currency} account`;
  const { bank, branch, account_name, account_number, swift } = account;
  return [account_name, account_number, [bank, branch].filter(Boolean).join(', '), swift].filter(Boolean).join(' · ');
}

/** The notes that a voucher pays; one that pays no notes says what it is for. */
export function VoucherItems({ voucher }: { voucher: VoucherRecord }) {
  const { items, nets, currency } = voucher;
  const paid = items.map((item): Row => ({ ...item, id: `item-${item.item}` }));
  const setOff = nets.map((net): Row => ({
    ...net,
    id: `net-${net.item}`,
    what: NETTED_LABELS[net.purpose],
    amount: `-${net.amount}`,
  }));
  const gross = sumOf(
    items.map((item) => item.amount),
    currency,
  );
  const money = (value: string) => <MoneyText value={value} currency={currency} />;
  const bought = boughtBy(voucher);
  return (
    <div className="grid gap-4">
      {items.length > 0 && (
        <Card flush title={voucher.kind === 'PREMIUM' ? 'Credit notes' : 'Taken from'}>
          <StatementTable
            caption="What is paid"
            columns={columnsOf(currency)}
            groups={[
              { id: 'items', rows: paid, ...(setOff.length > 0 && { totals: { note: 'Owed', amount: money(gross) } }) },
              ...(setOff.length > 0
                ? [
                    {
                      id: 'nets',
                      title: 'Set off',
                      rows: setOff,
                      totals: { note: 'Set off', amount: money(`-${voucher.set_off}`) },
                    },
                  ]
                : []),
            ]}
            rowKey={(item) => item.id}
            totals={{ note: setOff.length > 0 ? 'To pay' : 'Total', amount: money(voucher.amount) }}
          />
        </Card>
      )}
      <Card title="Details">
        <FactList
          facts={[
            { label: 'For', value: VOUCHERS[voucher.kind].label },
            { label: 'Payee', value: <Payee {...{ voucher }} /> },
            ...(voucher.payee === null || !movesBank(voucher)
              ? []
              : [{ label: 'Paid to', value: accountWords(voucher) }]),
            ...(bought === null
              ? []
              : [
                  { label: 'Buys', value: <MoneyText withCurrency value={bought.amount} currency={bought.currency} /> },
                ]),
            ...(voucher.account === null
              ? []
              : [{ label: 'Account', value: `${voucher.account.id} ${voucher.account.name}` }]),
            ...(voucher.override
              ? [{ label: 'Paid ahead of what was received', value: `${voucher.currency} ${voucher.advanced}` }]
              : []),
            ...(voucher.note === null
              ? []
              : [
                  {
                    label: 'Note',
                    value: <NoteLink note={{ id: voucher.note.id, number: voucher.note.name }} />,
                  },
                ]),
            ...(voucher.receipt === null
              ? []
              : [
                  {
                    label: 'Receipt',
                    value: <NameLink href={receiptHref(voucher.receipt.id)}>{voucher.receipt.name}</NameLink>,
                  },
                ]),
            ...(voucher.advice === null || voucher.advice.outcome === 'PROBLEM'
              ? []
              : [{ label: 'Remittance advice', value: <AdviceLink advice={voucher.advice} /> }]),
            { label: 'Branch', value: voucher.branch.name },
            { label: 'Narration', value: voucher.narration },
            ...(voucher.pay_reason === ''
              ? []
              : [{ label: 'Paid without a confirmed account', value: voucher.pay_reason }]),
          ]}
        />
      </Card>
    </div>
  );
}

type AdviceProps = { advice: NonNullable<VoucherRecord['advice']> };

/** The advice that its payee got, which leads to the batch that it left with. */
function AdviceLink({ advice: { batch, paper, outcome, day } }: AdviceProps) {
  return (
    <span>
      <AppLink href={remittanceBatchHref(batch)} className={clsx('rounded text-link hover:underline', focusRing)}>
        {paper?.number ?? 'Being made'}
      </AppLink>
      {` · ${OUTCOME_LABELS[outcome]} · as paid ${showDay(day)}`}
    </span>
  );
}
