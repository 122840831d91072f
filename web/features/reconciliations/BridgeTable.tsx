import { useState } from 'react';
import { documentRecord, REASON_LABELS, REASONS } from '../../../domain/reconciliations/bridge.ts';
import { bridgeTable, MATCHED_LABELS } from '../../../domain/reconciliations/tables.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { linkHref } from '../../paths.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { NameLink } from '../../ui/marks/NameLink.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { differenceOf, isNothing } from '../ledger/wire-amounts.ts';
import type { Reconciliation } from './ReconciliationPage.tsx';
import { useChoices } from './use-choices.ts';

type Entry = Reconciliation['data'][number];
type Props = { one: Reconciliation; may: boolean };

const differs = (entry: Entry) => !isNothing(entry.difference, entry.currency);

/** More that agree hide what differs. */
const MOST_AGREEING = 20;

const OPTIONS = REASONS.map((value) => ({ value, label: REASON_LABELS[value] }));

/** What their lines in a row say, in small letters. */
function words(one: Reconciliation, entry: Entry): string {
  const texts = entry.rows.flatMap((row) => {
    const line = one.lines.find((each) => each.row === row);
    return line === undefined
      ? []
      : [[line.reference, line.text].filter((text) => text !== '' && text !== entry.document).join(' · ')];
  });
  return texts.filter(Boolean).join('; ');
}

/** A document of ours leads to its page; a line that is none is as they wrote it. */
function OurDocument({ entry: { key, document } }: { entry: Entry }) {
  const record = documentRecord(key);
  return record === null ? (
    <span dir="auto" data-quoted>
      {document}
    </span>
  ) : (
    <NameLink href={linkHref(record.kind, record.id)}>{document}</NameLink>
  );
}

const columnsOf = ({ one, may }: Props, onReason: (key: string, value: string) => void) =>
  screenColumns(bridgeTable, {
    currency: one.currency,
    cells: {
      document: (row) => <OurDocument entry={row} />,
      rows: (row) => row.rows.join(', '),
      by: (row) => row.by !== null && MATCHED_LABELS[row.by],
      difference: (row) => <MoneyText value={row.difference} currency={row.currency} strong />,
      reason: (row) => {
        if (!differs(row)) return <Badge tone="good">Agrees</Badge>;
        if (!may) return row.reason === null ? '' : REASON_LABELS[row.reason];
        return (
          <Select
            label={`Reason of ${row.document}`}
            hideLabel
            className="w-40"
            placeholder="Choose a reason"
            clearable
            options={OPTIONS}
            value={row.reason ?? ''}
            onChange={(value) => onReason(row.key, value)}
          />
        );
      },
    },
    second: {
      document: (row) => (
        <span dir="auto" data-quoted>
          {words(one, row)}
        </span>
      ),
      reason: (row) => (row.proposed ? 'Proposed' : ''),
    },
  });

/** Each document and each line of theirs with both amounts, and the reason of the difference. */
export function BridgeTable(props: Props) {
  const { one, may } = props;
  const acts = useChoices(one);
  const [matching, setMatching] = useState<Entry | null>(null);
  const agreeing = one.data.filter((entry) => !differs(entry)).length;
  const [all, setAll] = useState(agreeing <= MOST_AGREEING);
  const columns = columnsOf(props, acts.reason);
  const actionsFor = (entry: Entry): MenuEntry[] => {
    const [row] = entry.rows;
    if (!may || row === undefined) return [];
    return [
      { label: 'Say which document it is…', onSelect: () => setMatching(entry) },
      ...(entry.by === null ? [] : [{ label: 'None of ours', onSelect: () => acts.choose(row, null) }]),
      { label: 'Undo the choice', onSelect: () => acts.choose(row, undefined) },
    ];
  };
  return (
    <Card
      title="Bridge"
      flush
      actions={
        agreeing > 0 && (
          <Checkbox
            label={agreeing === 1 ? 'Show 1 that agrees' : `Show ${agreeing} that agree`}
            checked={all}
            onChange={setAll}
          />
        )
      }
    >
      <DataTable
        label="Bridge from ours to theirs"
        {...{ columns }}
        rows={all ? one.data : one.data.filter(differs)}
        rowKey={(entry) => entry.key}
        rowLabel={(entry) => entry.document}
        {...(may && { rowActions: actionsFor })}
        totals={{
          document: 'Total',
          ours: <MoneyText value={one.ours} currency={one.currency} />,
          theirs: <MoneyText value={one.theirs} currency={one.currency} />,
          difference: (
            <MoneyText value={differenceOf(one.theirs, one.ours, one.currency)} currency={one.currency} strong />
          ),
        }}
      />
      {matching !== null && (
        <MatchDialog
          {...{ one }}
          entry={matching}
          onClose={() => setMatching(null)}
          onChoose={(row, key) => {
            acts.choose(row, key);
            setMatching(null);
          }}
        />
      )}
    </Card>
  );
}

type MatchProps = {
  one: Reconciliation;
  entry: Entry;
  onClose: () => void;
  onChoose: (row: number, key: string) => void;
};

function MatchDialog({ one, entry, onClose, onChoose }: MatchProps) {
  const [row, setRow] = useState(String(entry.rows[0] ?? ''));
  const [key, setKey] = useState('');
  const lines = one.lines
    .filter((line) => entry.rows.includes(line.row))
    .map((line) => ({
      value: String(line.row),
      label: `Row ${line.row}`,
      detail: [line.document, line.reference, line.text, line.amount].filter(Boolean).join(' · '),
    }));
  const chosen = entry.rows.find((each) => String(each) === row);
  return (
    <FormDialog
      size="sm"
      title="Say which document it is"
      description="The line is held against that document from now on."
      action="Match line"
      {...{ onClose }}
      {...((key === '' || chosen === undefined) && { disabledReason: 'Choose a document first.' })}
      onSubmit={() => {
        if (chosen !== undefined) onChoose(chosen, key);
      }}
    >
      <div className="grid gap-3">
        {lines.length > 1 && <Select label="Their line" value={row} options={lines} onChange={setRow} />}
        <Select
          label="Our document"
          required
          value={key}
          onChange={setKey}
          options={one.documents.map((document) => ({
            value: document.key,
            label: document.number,
            detail: isNothing(document.open, one.currency) ? 'Settled' : `${one.currency} ${document.open}`,
          }))}
        />
      </div>
    </FormDialog>
  );
}
