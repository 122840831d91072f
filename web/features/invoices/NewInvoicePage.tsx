import { getInvoice } from '../../../domain/invoices/contract.ts';
import { useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LISTS } from '../../paths.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PageSkeleton } from '../../ui/notices/States.tsx';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { blankInvoice, creditOf, incomeOf } from './invoice-form.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

/** A new invoice, or with `?credits=…` a credit of that invoice. */
export function NewInvoicePage() {
  const [address] = useAddress();
  const credits = address['credits'];
  return credits === undefined ? <NewInvoice /> : <NewCredit key={credits} of={credits} />;
}

function NewInvoice() {
  const branch = useSession()?.user.branch.name ?? '';
  const currency = useBaseCurrency();
  const { accounts, terms, known } = useAccounting();
  if (!known) return <PageSkeleton />;
  const initial = blankInvoice({ currency, terms: terms[0]?.value ?? '', account: incomeOf('FEE', accounts) });
  return (
    <InvoiceForm
      title="New invoice"
      detail={`${branch} · kept as you type`}
      keep="invoice.new"
      credits={null}
      editing={null}
      {...{ initial }}
    />
  );
}

function NewCredit({ of }: { of: string }) {
  const id = /^\d{1,10}$/.test(of) ? of : '0';
  const { data, error, refetch } = useEndpoint(getInvoice, { params: { id } });
  if (data === undefined) return <NoPage title="Invoice" {...{ error, refetch }} list={LISTS.invoices} />;
  const credits = { id: data.id, number: data.number ?? '', outstanding: data.note?.outstanding ?? '0' };
  return (
    <InvoiceForm
      title="New credit"
      detail={`${data.branch.name} · ${credits.number}`}
      keep={`invoice.credit.${id}`}
      initial={creditOf(data)}
      editing={null}
      {...{ credits }}
    />
  );
}
