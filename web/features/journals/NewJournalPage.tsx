import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { blankJournal } from './journal-form.ts';
import { JournalForm } from './JournalForm.tsx';

export function NewJournalPage() {
  const session = useSession();
  const currency = useBaseCurrency();
  const day = useFirmToday();
  if (!can(session, 'journals.create'))
    return <NoPage title="New journal" may={false} lacking="You do not have the right to enter journals." />;
  return (
    <JournalForm
      title="New journal"
      detail={`${session?.user.branch.name ?? ''} · kept as you type`}
      keep="journal.new"
      initial={blankJournal({ currency, day })}
      editing={null}
    />
  );
}
