import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { MAX_THEIR_BYTES } from '../../../domain/reconciliations/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { toastError } from '../../ui/notices/toast.ts';
import { LISTS } from '../../paths.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { DayField } from '../../ui/fields/DayField.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Picker } from '../../ui/fields/Picker.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import type { Found } from '../../ui/fields/use-search.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { searchPayers, useAccounting } from '../ledger/use-lookups.ts';
import { TheirPreview } from './TheirPreview.tsx';

const TITLE = 'Read their statement';

/** A party's statement: whose, in which currency, as at when; a file, or rows pasted from one. */
export function NewReconciliationPage() {
  const session = useSession();
  const today = useFirmToday();
  const base = useBaseCurrency();
  const { currencies } = useAccounting();
  const [party, setParty] = useState<Found | null>(null);
  const [currency, setCurrency] = useState(base);
  const [day, setDay] = useState(today);
  const [pasted, setPasted] = useState('');
  const [plain, setPlain] = useState(false);
  const [file, setFile] = useState<{ file: File; as: 'SHEET' | 'TEXT' } | null>(null);
  if (session === null || !can(session, 'allocations.create') || !can(session, 'reports.money'))
    return <NoPage title={TITLE} may={false} lacking="You do not have the right to reconcile statements." />;
  if (file !== null && party !== null)
    return <TheirPreview {...file} {...{ currency, day }} party={party} onLeave={() => setFile(null)} />;
  const choose = (chosen: File | undefined, as: 'SHEET' | 'TEXT' = 'SHEET') => {
    if (chosen === undefined) return;
    if (chosen.size > MAX_THEIR_BYTES)
      toastError('This file is larger than 5 MB', 'Get a statement of a shorter time.');
    else setFile({ file: chosen, as });
  };
  return (
    <RecordPage parent={LISTS.reconciliations} number={TITLE}>
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-3">
            <Picker
              label="Statement of"
              noun="party"
              required
              search={searchPayers}
              placeholder="Reinsured or security…"
              value={party}
              onChange={setParty}
            />
            <Select label="Currency" required value={currency} options={currencies} onChange={setCurrency} />
            <DayField label="As at" required value={day} max={today} onChange={setDay} />
          </div>
          {party !== null && day !== '' && (
            <>
              <FileDrop
                icon={<FileSpreadsheet size={20} aria-hidden="true" className="text-mute" />}
                title="Drop their statement here"
                detail="CSV or XLSX, up to 5 MB. You see what it holds before anything is kept."
                label="Their statement"
                accept=".csv,.txt,.tsv,.xlsx"
                busy={false}
                onFile={(chosen) => choose(chosen)}
              />
              <TextArea
                label="Or paste its rows"
                name="pasted"
                rows={5}
                value={pasted}
                onChange={setPasted}
                hint="With the row of headings, as they are copied from a spreadsheet; or the text of a PDF."
              />
              <Checkbox
                label="This is text without columns, copied out of a PDF"
                hint="Each line that ends in an amount is read; what comes before the amount is its text."
                checked={plain}
                onChange={setPlain}
              />
              <div>
                <Button
                  disabledReason={pasted.trim() === '' ? 'Paste the rows first.' : undefined}
                  onClick={() =>
                    choose(new File([pasted], 'pasted.txt', { type: 'text/plain' }), plain ? 'TEXT' : 'SHEET')
                  }
                >
                  Look at the rows
                </Button>
              </div>
            </>
          )}
        </div>
      </Card>
    </RecordPage>
  );
}
