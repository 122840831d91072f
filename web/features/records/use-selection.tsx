import { useState, type ReactNode } from 'react';
import { MOST_IN_BATCH } from '../../../domain/batches/contract.ts';
import type { StepAct } from '../../../domain/batches/tables.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { KINDS, type Kind, type KindName, rightsTo } from '../../../domain/records/kinds.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { wholeNumber } from '../../ui/fields/whole-number.ts';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { ACT_WORDS } from './batch-words.ts';
import { later } from '../../ui/later/later.tsx';

const BatchDialog = later(async () => (await import('./BatchDialog.tsx')).BatchDialog);

type Selecting = {
  kind: KindName;
  /** The list, whose files may have the selected rows alone. */
  call?: Endpoint;
  /** Under which its files are saved. */
  name?: string;
  /** Further acts of the kind, on the ids that are selected. */
  more?: (ids: readonly number[]) => ReactNode;
};

const NONE: ReadonlySet<string> = new Set();

const WHY_NONE: Record<StepAct, string> = {
  submit: 'None of these is a draft.',
  approve: 'None of these is waiting for approval.',
};
const MOVES = { submit: 'submit', approve: 'decide' } as const;

/** The state of a row, where it says one. */
const stateOf = (row: unknown): string | undefined => {
  const said = typeof row === 'object' && row !== null && 'status' in row ? row.status : undefined;
  return typeof said === 'string' ? said : undefined;
};

/** What may be done with rows of a list that are selected together, on whichever of its pages, by who holds the right. */
export function useSelection<Row>({ kind, call, name = kind, more }: Selecting) {
  const session = useSession();
  const [selected, onChange] = useState(NONE);
  const [act, setAct] = useState<StepAct | null>(null);
  const may = (to: 'create' | 'decide') => rightsTo(to, KINDS[kind]).some((right) => can(session, right));
  const ids = [...selected].map((key) => wholeNumber(key, 0));
  const tooMany = ids.length > MOST_IN_BATCH ? `At most ${MOST_IN_BATCH} at once.` : undefined;
  /** Of rows that are on other pages nothing is known here. */
  const whyNone = (one: StepAct, rows: readonly unknown[]): string | undefined => {
    const { states }: Kind = KINDS[kind];
    const takes = (row: unknown) => states[stateOf(row) ?? '']?.moves[MOVES[one]] !== undefined;
    return rows.length < ids.length || rows.some(takes) ? undefined : WHY_NONE[one];
  };
  const button = (one: StepAct, rows: readonly unknown[]) => (
    <Button key={one} disabledReason={tooMany ?? whyNone(one, rows)} onClick={() => setAct(one)}>
      {ACT_WORDS[one].act}…
    </Button>
  );
  const actions = (rows: Row[]) => (
    <>
      {may('create') && button('submit', rows)}
      {may('decide') && button('approve', rows)}
      {more?.(ids)}
      {call !== undefined && tooMany === undefined && (
        <ExportButton
          label="Export selection"
          onExport={(format) => exportFile(call, { query: { ids: ids.join(',') }, name }, format)}
        />
      )}
      <Button variant="ghost" onClick={() => onChange(NONE)}>
        Clear
      </Button>
    </>
  );
  const dialog = act !== null && (
    <BatchDialog {...{ kind, act, ids }} onClose={() => setAct(null)} onStarted={() => onChange(NONE)} />
  );
  return { selection: { selected, onChange, actions }, dialog };
}
