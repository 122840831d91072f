import { useState } from 'react';
import * as z from 'zod/mini';
import { answerAgreement, askAgreement } from '../../../../domain/claims/movement-contract.ts';
import { AGREEMENT_LABELS, AGREEMENTS, isDisputed, isToBeAgreed } from '../../../../domain/claims/states.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormRadio, FormText } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge, StatusBadge } from '../../../ui/marks/Badge.tsx';
import { DayText, InstantText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { agreementBadge } from '../claim-words.ts';
import type { MovementRecord } from './movement-form.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

type Row = MovementRecord['agreements'][number];

const SHAPE = z.pick(answerAgreement.body, { answer: true, answered_on: true, reference: true, remark: true });
const ANSWERS = AGREEMENTS.filter((one) => one !== 'ASKED').map((value) => ({ value, label: AGREEMENT_LABELS[value] }));

function AnswerDialog({ movement, row, onClose }: { movement: MovementRecord; row: Row; onClose: () => void }) {
  const today = useFirmToday();
  const answer = useWrite(answerAgreement);
  const { security } = row;
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      answer: row.answer === 'ASKED' ? 'AGREED' : row.answer,
      answered_on: row.answered_on ?? today,
      reference: row.reference,
      remark: row.remark,
    },
    send: (body) => answer.mutateAsync({ body: { ...body, movement: movement.id, security: security.id } }),
    done: (reply) => [`${security.name}: ${AGREEMENT_LABELS[reply.answer].toLowerCase()}`, movement.number],
    onDone: onClose,
  });
  const disputes = isDisputed(form.values.answer);
  return (
    <FormDialog
      title={`Answer of ${security.name}`}
      description="The newest answer counts; the history keeps the others. What is denied or disputed is aged apart."
      action="Save answer"
      {...{ ...dialog, onClose }}
    >
      <FormRadio {...{ form }} name="answer" label="It says" options={ANSWERS} inline />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormDay {...{ form }} name="answered_on" label="On" max={today} />
        <FormText {...{ form }} name="reference" label="Its reference" />
      </div>
      {disputes ? (
        <FormArea {...{ form }} name="remark" label="Why it does not agree" rows={2} required />
      ) : (
        <FormArea {...{ form }} name="remark" label="Remark" rows={2} />
      )}
    </FormDialog>
  );
}

function Asked({ row }: { row: Row }) {
  if (row.asked_at === null) return <span className="text-mute">Not asked by mail</span>;
  return (
    <>
      <InstantText value={row.asked_at} />
      {row.times_asked > 1 && <span className="block text-xs text-mute">{row.times_asked} times</span>}
    </>
  );
}

function columnsOf(onAnswer: ((row: Row) => void) | null): StatementColumn<Row>[] {
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          <PartyLink party={row.security} />
          {row.required && <Badge>Must agree</Badge>}
        </span>
      ),
    },
    { id: 'answer', title: 'Answer', cell: (row) => <StatusBadge {...agreementBadge(row.answer)} /> },
    { id: 'on', title: 'On', cell: (row) => <DayText value={row.answered_on} none="–" /> },
    {
      id: 'reference',
      title: 'Reference',
      cell: (row) => (
        <>
          {row.reference}
          {row.remark !== '' && <span className="block max-w-72 text-xs text-mute wrap-anywhere">{row.remark}</span>}
        </>
      ),
    },
    { id: 'asked', title: 'Asked', cell: (row) => <Asked row={row} /> },
    ...(onAnswer === null
      ? []
      : [
          {
            id: 'act',
            title: <span className="sr-only">Actions</span>,
            align: 'right' as const,
            cell: (row: Row) => (
              <Button size="sm" aria-label={`Answer of ${row.security.name}`} onClick={() => onAnswer(row)}>
                Answer
              </Button>
            ),
          },
        ]),
  ];
}

/** Who must agree the movement, who did, when and with which reference; who has not is asked again by mail. C13. */
export function AgreementTab({ movement }: { movement: MovementRecord }) {
  const [answering, setAnswering] = useState<Row | null>(null);
  const mayAnswer = can(useSession(), 'claims.create');
  const ask = useWrite(askAgreement, {
    onSuccess: ({ asked, without_address: without }) => {
      const missing = without.map(({ name }) => name).join(', ');
      toastSuccess(
        asked.length === 0 ? 'Nobody was asked' : `Asked ${asked.map(({ name }) => name).join(', ')}`,
        missing === '' ? '' : `No address in the register: ${missing}.`,
      );
    },
    onProblem: (problem) => toastProblem('Not asked', problem),
  });
  const { agreements } = movement;
  const isBefore = isToBeAgreed(movement.status);
  const open = isBefore && agreements.some((row) => row.answer !== 'AGREED');
  return (
    <Card
      flush
      title="Agreement"
      actions={
        mayAnswer &&
        open && (
          <Button size="sm" busy={ask.isPending} onClick={() => ask.mutate({ body: { movement: movement.id } })}>
            Ask by mail
          </Button>
        )
      }
    >
      {agreements.length === 0 ? (
        <EmptyState title="Nobody was asked yet.">
          Once a call is approved, its securities agree it, each for itself; in London its leaders.
        </EmptyState>
      ) : (
        <StatementTable
          caption="Who must agree and what they said"
          columns={columnsOf(mayAnswer && isBefore ? setAnswering : null)}
          groups={[{ id: 'securities', rows: agreements }]}
          rowKey={(row) => String(row.security.id)}
        />
      )}
      {answering !== null && <AnswerDialog {...{ movement }} row={answering} onClose={() => setAnswering(null)} />}
    </Card>
  );
}
