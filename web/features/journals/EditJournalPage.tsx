import { getManualJournal } from '../../../domain/journals/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { EditRecord } from '../records/EditRecord.tsx';
import { journalName, valuesOfJournal } from './journal-form.ts';
import { JournalForm } from './JournalForm.tsx';

export function EditJournalPage() {
  const query = useEndpoint(getManualJournal, { params: { id: useRecordId() } });
  useWorkIn(query.data?.branch);
  return (
    <EditRecord kind="journal" list={LISTS.journals} {...{ query }}>
      {(record, opened) => (
        <JournalForm {...opened} title={`Edit ${journalName(record)}`} initial={valuesOfJournal(record)} />
      )}
    </EditRecord>
  );
}
