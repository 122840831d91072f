import { Landmark } from 'lucide-react';
import { listStatementAccounts } from '../../../domain/banks/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LISTS, paths } from '../../paths.ts';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { NoAccounts } from './NoAccounts.tsx';
import { accountDetail } from './bank-words.ts';
import { PreviewPage } from './PreviewPage.tsx';
import { useStatementFile } from './use-statement-file.ts';

const TITLE = 'Import statement';

/** A statement that the bank sent as a file: for which account, chosen, looked at, and imported. */
export function ReadStatementPage() {
  const session = useSession();
  const [address, setAddress] = useAddress();
  const acts = useStatementFile();
  const { data, error, refetch } = useEndpoint(listStatementAccounts, { query: {} });
  if (session === null || !can(session, 'bank_statements.create'))
    return <NoPage title={TITLE} may={false} lacking="You do not have the right to import bank statements." />;
  if (data === undefined) return <NoPage title={TITLE} {...{ error, refetch }} list={LISTS.bankStatements} />;
  if (acts.looked !== null)
    return <PreviewPage preview={acts.looked.preview} name={acts.looked.file.name} acts={acts} />;
  const account =
    data.find((one) => String(one.id) === address['account']) ?? (data.length === 1 ? data[0] : undefined);
  return (
    <RecordPage parent={{ label: 'Bank statements', href: paths.bankStatements }} number={TITLE}>
      <Card>
        {data.length === 0 ? (
          <NoAccounts>Statements are imported for an account of the firm.</NoAccounts>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {acts.refusal !== null && (
              <div role="alert">
                <Notice tone="bad" title={acts.refusal.title} />
              </div>
            )}
            <div className="max-w-md">
              <Select
                label="Account"
                required
                value={account === undefined ? '' : String(account.id)}
                options={data.map((one) => ({ value: String(one.id), label: one.name, detail: accountDetail(one) }))}
                onChange={(value) => setAddress({ account: value })}
              />
            </div>
            {account !== undefined && (
              <FileDrop
                icon={<Landmark size={20} aria-hidden="true" className="text-mute" />}
                title="Drop the bank’s file here"
                detail="CAMT.053, MT940, CSV or XLSX, up to 10 MB. You see what it holds before anything is imported."
                label="Bank statement"
                accept=".xml,.sta,.940,.mt940,.txt,.csv,.xlsx"
                busy={acts.busy}
                onFile={(file) => acts.choose(file, String(account.id))}
              />
            )}
          </div>
        )}
      </Card>
    </RecordPage>
  );
}
