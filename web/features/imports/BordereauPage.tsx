import { bordereauCommon, POLICIES_TARGET } from '../../../domain/imports/bordereau.ts';
import { can, type Session } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';
import { FormLoader } from '../placements/form/NewPolicyPage.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { commonFaults, commonOf, newCommon } from './common-values.ts';
import { CommonForm } from './CommonForm.tsx';
import { ImportView } from './ImportView.tsx';
import { titleOf } from './import-words.ts';
import { PastImports } from './PastImports.tsx';
import { Steps } from './Steps.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';

/** Many policies from one file of a cedant: what they have in common, the file, and then as every import. */
export function BordereauPage() {
  const [{ id }] = useAddress();
  return (
    <FormLoader>
      {({ info, session }) =>
        id !== undefined && /^\d{1,10}$/.test(id) ? (
          <ImportView key={id} id={id} target={POLICIES_TARGET} />
        ) : (
          <Begin key={session.user.branch.id} info={info} session={session} />
        )
      }
    </FormLoader>
  );
}

function Begin({ info, session }: { info: UnderwritingInfo; session: Session }) {
  const { form, check } = useContractForm({
    shape: bordereauCommon,
    initial: newCommon({ currency: session.user.firm.baseCurrency, terms: info.paymentTerms }),
    faultsOf: commonFaults,
  });
  return (
    <RecordPage
      parent={{ label: POLICIES_TARGET.title, href: paths.underwriting }}
      number={titleOf(POLICIES_TARGET)}
      subtitle={`Local policies of ${session.user.branch.name}, as drafts: each is submitted and approved on its own.`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Steps at="choose" />
        <Card title="What all rows have in common">
          <CommonForm {...{ form, info }} mayAdd={can(session, 'registers.create')} />
        </Card>
        <ChooseFile
          target={POLICIES_TARGET}
          common={() => {
            void check();
            return commonFaults(form.values).length > 0 ? null : commonOf(form.values);
          }}
        />
        <PastImports target={POLICIES_TARGET} />
      </div>
    </RecordPage>
  );
}
