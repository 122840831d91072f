import { useState } from 'react';
import { bordereauCommon } from '../../../domain/imports/bordereau.ts';
import { imports } from '../../../domain/imports/contract.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { Option } from '../../ui/fields/Select.tsx';
import { type Common, commonFaults, commonOf, commonValues } from './common-values.ts';
import { CommonForm } from './CommonForm.tsx';
import { coverOptions } from '../placements/form/RiskSections.tsx';
import type { Import } from './import-words.ts';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { useUnsent } from './use-unsent.ts';

type Props = { file: Import; common: Common; market: Market; onUnsent: (by: 1 | -1) => void };

/** What all rows have in common, as it was entered; once it changes, the rows are checked again. */
export function CommonCard({ file, common, market, onUnsent }: Props) {
  const session = useSession();
  const info = useEndpoint(underwritingInfo, {}, { staleTime: 300_000 });
  const [open, setOpen] = useState(false);
  const before = commonValues(common, file.parties);
  const { form, dirty, submit, reset } = useContractForm({
    shape: bordereauCommon,
    initial: before,
    faultsOf: commonFaults,
  });
  useUnsent(open && dirty, onUnsent);
  const match = useWrite(imports.match, { onProblem: (problem) => toastProblem('Not changed', problem) });
  const check = () =>
    submit(async (values) => {
      match.mutate({ params: { id: String(file.id) }, body: { version: file.version, common: commonOf(values) } });
    });
  const close = () => {
    reset(before);
    setOpen(false);
  };
  if (!open || info.data === undefined) {
    return (
      <Card
        title="What all rows have in common"
        actions={
          <Button size="sm" busy={open} onClick={() => setOpen(true)}>
            Change
          </Button>
        }
      >
        <p className="text-mute">{summaryOf(file, common, info.data === undefined ? [] : coverOptions(info.data))}</p>
      </Card>
    );
  }
  return (
    <Card
      title="What all rows have in common"
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={close}>
            Undo
          </Button>
          <Button size="sm" variant="primary" busy={match.isPending} onClick={() => void check()}>
            Check rows again
          </Button>
        </>
      }
    >
      <CommonForm {...{ form, market }} info={info.data} mayAdd={can(session, 'registers.create')} />
    </Card>
  );
}

/** In one line: the reinsured, the class, the order, the securities with their lines. */
function summaryOf(file: Import, common: Common, classes: readonly Option[]): string {
  const nameOf = (id: number | undefined) => file.parties.find((party) => party.id === id)?.name;
  const of = common.line_basis === 'CEDED' ? ' of what is ceded' : '';
  const parts = [
    nameOf(common.reinsured),
    classes.find((cover) => cover.value === String(common.cover_type))?.label,
    common.currency,
    common.fac === undefined ? undefined : `fac ${common.fac}%`,
    common.cedant_commission === undefined ? undefined : `commission ${common.cedant_commission}%`,
    common.brokerage === undefined ? undefined : `brokerage ${common.brokerage}%`,
    ...(common.securities ?? []).map(({ security, share }) => `${nameOf(security) ?? ''} ${share}%${of}`),
    common.add_insureds === true ? 'insureds are added' : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Nothing: each row has all of it.' : parts.join(' · ');
}
