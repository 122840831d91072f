import { clsx } from 'clsx';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { listReminders, MOST_CHOSEN, STOPPED, sumReminders } from '../../../domain/statements/contract.ts';
import { REMINDER_LABELS, REMINDER_LEVELS, type ReminderLevel } from '../../../domain/statements/reminders.ts';
import { reminderTable } from '../../../domain/statements/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useList, useListPage } from '../../api/use-list.ts';
import { noteHref, paths, policyHref, statementBatchHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { showCount, wholeNumber } from '../../ui/fields/whole-number.ts';
import { Badge, type Tone } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { focusRing } from '../../ui/styles.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { ListState } from '../../ui/tables/use-list-state.ts';
import { searchReinsureds } from '../ledger/use-lookups.ts';
import { RecordLink } from '../reports/RecordLinks.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { ReminderPreview } from './ReminderPreview.tsx';
import type { Reminded } from './reminded.ts';
import { SendRemindersDialog } from './SendRemindersDialog.tsx';
import { StatementTabs } from './StatementTabs.tsx';

type Reply = WireReply<typeof listReminders>;
type Sums = WireReply<typeof sumReminders>;

const TONES: Record<ReminderLevel, Tone> = { FIRST: 'info', SECOND: 'warn', FINAL: 'bad' };

const COLUMNS = screenColumns(reminderTable, {
  cells: {
    policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
    level: (row) => <Badge tone={TONES[row.level]}>{REMINDER_LABELS[row.level]}</Badge>,
    outstanding: (row) => <MoneyText value={row.outstanding} currency={row.currency} strong withCurrency />,
    warranty: (row) =>
      row.stopped ? (
        <span className="whitespace-nowrap text-bad">
          <DayText value={row.warranty} /> passed
        </span>
      ) : (
        <DayText value={row.warranty} />
      ),
  },
  second: { party: (row) => <span className="whitespace-nowrap">{row.note.number}</span> },
  without: ['note', 'stopped', 'addressed'],
});

const KEYS = ['party', 'level', 'currency', 'stopped', 'policies'] as const;

const filtersFor = (data: Reply | undefined, sums: Sums | undefined, set: string): Filter[] => {
  const currencies = new Set([...(sums?.totals.map(({ currency }) => currency) ?? []), set]);
  return [
    {
      key: 'party',
      label: 'Reinsured',
      kind: 'record',
      search: searchReinsureds,
      shown: data?.data[0]?.party.name,
    },
    {
      key: 'level',
      label: 'Letter',
      kind: 'option',
      options: REMINDER_LEVELS.map((value) => ({ value, label: REMINDER_LABELS[value] })),
    },
    {
      key: 'currency',
      label: 'Currency',
      kind: 'option',
      options: [...currencies].filter((code) => code !== '').map((value) => ({ value, label: value })),
    },
    {
      key: 'stopped',
      label: 'Warranty day',
      kind: 'option',
      options: STOPPED.map((value) => ({ value, label: value === 'yes' ? 'Passed' : 'Not passed' })),
    },
  ];
};

/** What the list is narrowed to, as all of it is sent. */
function allOf({ search, filters }: ListState): Reminded {
  const { party = '', currency = '', policies = '' } = filters;
  const level = REMINDER_LEVELS.find((one) => one === filters['level']);
  const stopped = STOPPED.find((one) => one === filters['stopped']);
  return {
    all: {
      ...(search !== '' && { searchValue: search.slice(0, 100) }),
      ...(party !== '' && { party }),
      ...(level && { level }),
      ...(currency !== '' && { currency }),
      ...(stopped && { stopped }),
      ...(policies !== '' && { policies }),
    },
  };
}

/** Why not all that match are sent, where they are not. */
function whyNot(going: number | undefined, stopped: number): string | undefined {
  if (going === undefined) return 'They are being counted.';
  if (going > 0) return undefined;
  return stopped > 0
    ? 'Choose what to remind of: its warranty day has come.'
    : 'This is of other branches: letters leave from yours.';
}

function sendLabel(going: number | undefined): string {
  if (going === undefined) return 'Send all…';
  return going > 1 ? `Send all ${showCount(going)}…` : 'Send reminder…';
}

/** Overdue premium that a letter is due for today: looked at as paper, then sent. M12. */
export function RemindersPage() {
  const session = useSession();
  const go = useGo();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doing, setDoing] = useState<{ act: 'preview' | 'send'; of: Reminded } | null>(null);
  const page = useListPage(listReminders, { name: 'reminders', filters: KEYS });
  const { list, query } = page;
  const { data } = query;
  // They read all that is overdue, whatever the page and its order: rows do not wait for them.
  const { start: _start, length: _length, sort: _sort, ...narrowed } = list.query;
  const { data: sums } = useList(sumReminders, narrowed);
  // From a selection of placements: what is overdue on these alone.
  const placements = (list.filters['policies'] ?? '').split(',').filter((id) => id !== '').length;
  const all = allOf(list);
  const sends = can(session, 'policy_documents.generate');
  // What its warranty day stopped goes only where somebody chooses it.
  const going = list.filters['stopped'] === 'yes' ? sums?.stopped : sums?.going;
  const none = whyNot(going, sums?.stopped ?? 0);
  const items = [...selected].map((key) => wholeNumber(key, 0));
  const tooMany =
    items.length > MOST_CHOSEN ? `At most ${MOST_CHOSEN} at once; all that match have no limit.` : undefined;
  const close = () => setDoing(null);
  const actions = () => (
    <>
      <Button disabledReason={tooMany} onClick={() => setDoing({ act: 'preview', of: { items } })}>
        Preview chosen
      </Button>
      <Button disabledReason={tooMany} onClick={() => setDoing({ act: 'send', of: { items } })}>
        Send {showCount(items.length)} chosen…
      </Button>
      <Button variant="ghost" onClick={() => setSelected(new Set())}>
        Clear
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title="Reminders"
        {...page}
        views={<ViewsMenu call={listReminders} />}
        nouns={['instalment', 'instalments']}
        searchLabel="Reinsured, note or policy"
        filters={filtersFor(data, sums, list.filters['currency'] ?? '')}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => noteHref(row.note.id)}
        rowLabel={(row) => `${row.note.number} of ${row.party.name}`}
        {...(sends && { selection: { selected, onChange: setSelected, actions } })}
        above={
          <>
            <StatementTabs current="reminders" />
            {placements > 0 && (
              <Notice
                title={`Of the ${placements === 1 ? 'placement' : `${placements} placements`} that you selected`}
                action={<LinkButton href={paths.reminders}>Show all reminders</LinkButton>}
              >
                What is due for others is not shown.
              </Notice>
            )}
            {data?.recordsFiltered !== 0 && <Totals totals={sums?.totals ?? []} />}
          </>
        }
        primary={
          sends &&
          data?.recordsFiltered !== 0 && (
            <span className="flex gap-2">
              <Button disabledReason={none} onClick={() => setDoing({ act: 'preview', of: all })}>
                Preview letters
              </Button>
              <Button variant="primary" disabledReason={none} onClick={() => setDoing({ act: 'send', of: all })}>
                {sendLabel(going)}
              </Button>
            </span>
          )
        }
        empty={
          <EmptyState title="No reminder is due today.">
            Instalments of reinsureds that are overdue by the days in Settings, Reminders are listed here, until they
            are paid or reminded of.
          </EmptyState>
        }
      />
      {doing?.act === 'preview' && <ReminderPreview of={doing.of} onClose={close} />}
      {doing?.act === 'send' && (
        <SendRemindersDialog of={doing.of} onClose={close} onStarted={(id) => go(statementBatchHref(id))} />
      )}
    </>
  );
}

/** What all that is found comes to, by currency: one line, kept for it before it comes, so that no row moves. */
function Totals({ totals }: Pick<Sums, 'totals'>) {
  return (
    <section
      aria-label="What they come to"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is wider than a telephone scrolls by keys
      tabIndex={0}
      className={clsx('overflow-x-auto rounded', focusRing)}
    >
      <dl className="flex min-h-5 gap-x-5 whitespace-nowrap">
        {totals.map(({ currency, instalments, outstanding }) => (
          <div key={currency} className="flex items-baseline gap-1.5">
            <dt className="sr-only">In {currency}</dt>
            <dd>
              <MoneyText strong withCurrency value={outstanding} currency={currency} />{' '}
              <span className="text-xs text-mute">
                {showCount(instalments)} {instalments === 1 ? 'instalment' : 'instalments'}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
