import { bordereauCommon, POLICIES_TARGET } from '../../../domain/imports/bordereau.ts';
import { SLIPS_TARGET } from '../../../domain/imports/slip-bordereau.ts';
import { can, type Session } from '../../api/session.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';
import { FormLoader } from '../placements/form/NewPolicyPage.tsx';
import { FormNotices } from '../records/FormNotices.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { commonFaults, commonOf, newCommon } from './common-values.ts';
import { CommonForm } from './CommonForm.tsx';
import { ImportView } from './ImportView.tsx';
import { registerHref, titleOf } from './import-words.ts';
import { PastImports } from './PastImports.tsx';
import { Steps } from './Steps.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';

type Target = typeof POLICIES_TARGET | typeof SLIPS_TARGET;

export const BordereauPage = () => <Bordereau target={POLICIES_TARGET} />;
export const SlipBordereauPage = () => <Bordereau target={SLIPS_TARGET} />;

/** Many placements from one file: what they have in common, the file, and then as every import. */
function Bordereau({ target }: { target: Target }) {
  const [{ id }] = useAddress();
  return (
    <FormLoader title={titleOf(target)}>
      {({ info, session }) =>
        id !== undefined && /^\d{1,10}$/.test(id) ? (
          <ImportView key={id} {...{ id, target }} />
        ) : (
          <Begin key={session.user.branch.id} {...{ info, session, target }} />
        )
      }
    </FormLoader>
  );
}

const SUBTITLES = {
  LOCAL: (branch: string) => `Local policies of ${branch}, as drafts: each is submitted and approved on its own.`,
  LONDON: (branch: string) =>
    `London slips of ${branch}, as drafts. A slip of several sections has a row for each, one below the other under the same policy number.`,
};

type BeginProps = { info: UnderwritingInfo; session: Session; target: Target };

function Begin({ info, session, target }: BeginProps) {
  const key = `bordereau.${target.key}.${session.user.branch.id}`;
  const { form, restored, startOver, check, typed } = useContractForm({
    shape: bordereauCommon,
    initial: newCommon({ currency: session.user.firm.baseCurrency, terms: info.paymentTerms }),
    faultsOf: commonFaults,
    keep: { key, version: '' },
  });
  return (
    <RecordPage
      parent={{ label: target.title, href: registerHref(target) }}
      number={titleOf(target)}
      subtitle={SUBTITLES[target.placements](session.user.branch.name)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Steps at="choose" />
        <FormNotices
          state={{ refusal: null, restored, startOver }}
          record={undefined}
          href={() => registerHref(target)}
        />
        <Card title="What all rows have in common">
          <CommonForm {...{ form, info }} market={target.placements} mayAdd={can(session, 'registers.create')} />
        </Card>
        <ChooseFile
          target={target}
          common={async () => ((await check()) ? commonOf(typed()) : null)}
          onChosen={() => forgetInput(key)}
        />
        <PastImports target={target} />
      </div>
    </RecordPage>
  );
}
