import { useRouterState } from '@tanstack/react-router';
import { Bookmark, Check } from 'lucide-react';
import { useState } from 'react';
import { ALL_BRANCHES } from '../../../domain/call-branches.ts';
import { deleteView, openWithView, viewItems } from '../../../domain/views/contract.ts';
import type { Endpoint, WireReply } from '../../../domain/endpoint.ts';
import { letsIn, rightOf } from '../../../domain/permissions.ts';
import { listKey } from '../../../domain/views/list-key.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { Place, usePlace } from '../../api/place.ts';
import { BRANCHES_PARAMETER, can, useOpenSession, useReadsAll, useSession, useTogether } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Menu, type MenuEntry } from '../../ui/buttons/Menu.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { later } from '../../ui/later/later.tsx';
import { type Address, useAddress } from '../../ui/hooks/use-address.ts';
import { COLUMNS_PARAMETER, useShownColumns } from '../../ui/tables/use-columns.ts';
import { paths, withQuery } from '../../paths.ts';
import { hrefWith, PLAIN, useOpeningView } from './use-opening-view.ts';
import { isSomething, queryOf, whereOf } from './view-query.ts';

const ViewDialog = later(async () => (await import('./ViewDialog.tsx')).ViewDialog);

type View = WireReply<typeof viewItems>['data'][number];
type Doing = { view: View | null; what: 'save' | 'delete' } | null;

const MARK = { size: 14, 'aria-hidden': true } as const;

function useViews(list: string, shown: Address) {
  const [said] = useAddress();
  const all = useReadsAll();
  // A view of all branches says so; opened, it is of all those of who opens it.
  const address: Address = { ...said, ...shown, ...(all && { [BRANCHES_PARAMETER]: ALL_BRANCHES }) };
  const { data } = useEndpoint(viewItems, { query: { list } }, { staleTime: 60_000 });
  // Of the list before there may be some still.
  const views = (data?.data ?? []).filter((one) => one.list === list);
  const active = views.find((one) => String(one.id) === address['view']);
  // The columns that one chose for oneself are kept with a view, though the address does not say them.
  const columns = useShownColumns();
  const kept = columns === '' ? address : { [COLUMNS_PARAMETER]: columns, ...address };
  return { address: kept, views, active, query: queryOf(address), keeps: queryOf(kept) };
}

/** What is done with the view that the list shows, and with what it shows now. */
type Acting = { something: boolean; opens: readonly MenuEntry[]; act: (doing: Doing) => void };
function actsOn(active: View | undefined, { something, opens, act }: Acting): MenuEntry[] {
  return [
    {
      label: 'Save as a view…',
      separated: true,
      onSelect: () => act({ view: null, what: 'save' }),
      ...(something ? {} : { disabledReason: 'Search, filter, sort or choose columns first.' }),
    },
    ...opens,
    ...(active === undefined
      ? []
      : [
          {
            label: `Mail “${active.name}” on a schedule…`,
            href: withQuery(paths.mailedViews, { mail: active.id, name: active.name }),
          },
        ]),
    { label: 'Mailed views', href: paths.mailedViews },
    ...(active?.may_edit === true
      ? [{ label: `Change “${active.name}”…`, onSelect: () => act({ view: active, what: 'save' }) }]
      : []),
    ...(active?.may_delete === true
      ? [{ label: `Delete “${active.name}”…`, danger: true, onSelect: () => act({ view: active, what: 'delete' }) }]
      : []),
  ];
}

type Props = {
  call: Pick<Endpoint, 'path' | 'access'>;
  report?: boolean;
  /** What the page shows though its address does not say it: a view says it, so that its file is of the same. */
  shown?: Address;
};
const NOTHING: Address = {};

/** Views are of a branch in which one sees the list: the session's, or where it is not seen there, the first of one's own. */
function usePlaceOfViews({ access }: Props['call']): string | null {
  const place = usePlace();
  const together = useTogether();
  const user = useOpenSession()?.user;
  if (!together || user === undefined || rightOf(access) === null) return place;
  const sees = ({ id }: { id: number }) =>
    letsIn(access, (one) => user.permissionsByBranch[String(id)]?.includes(one) === true);
  return sees(user.branch) ? place : (user.branches.find(sees)?.code ?? place);
}

/** The views of a list: one's own and those that colleagues share, to open, keep, change and delete. */
export function ViewsMenu(props: Props) {
  const session = useSession();
  const place = usePlaceOfViews(props.call);
  // Of what somebody may not see there are none.
  if (!letsIn(props.call.access, (one) => can(session, one))) return null;
  return (
    <Place value={place}>
      <OpenedMenu key={listKey(props.call)} {...props} />
    </Place>
  );
}

/** How a list opens: with the view that is shown, or without it again; and the way to it without a view. */
type Opened = { call: Props['call']; views: readonly View[]; pathname: string };
function useOpening(active: View | undefined, { call, views, pathname }: Opened) {
  const [address] = useAddress();
  const { mutate } = useWrite(openWithView, {
    invalidates: [viewItems],
    onSuccess: ({ name, opens }) => toastSuccess(opens ? 'Opens with this view' : 'Opens without a view', name),
    onProblem: (problem) => toastProblem('How it opens was not changed', problem),
  });
  useOpeningView(call);
  const entries: MenuEntry[] = [];
  if (active !== undefined)
    entries.push({
      label: active.opens ? `Stop opening with “${active.name}”` : `Open with “${active.name}” from now on`,
      onSelect: () => mutate({ body: { id: active.id, opens: !active.opens } }),
    });
  const plain: MenuEntry = {
    label: 'Without a view',
    href: withQuery(pathname, { ...whereOf(address), view: PLAIN }),
    icon: <span className="size-3.5 shrink-0">{address['view'] === PLAIN && <Check {...MARK} />}</span>,
  };
  return { entries, plain: views.some(({ opens }) => opens) ? [plain] : [] };
}

/** Whose a view is, and whether the list opens with it. */
function detailOf(view: View): string | undefined {
  const whose = view.may_edit ? (view.shared ? 'Shared with the branch' : undefined) : `Shared by ${view.made_by.name}`;
  if (!view.opens) return whose;
  return whose === undefined ? 'Opens first' : `${whose}, opens first`;
}

function OpenedMenu({ call, report = false, shown = NOTHING }: Props) {
  const list = listKey(call);
  const { address, views, active, query, keeps } = useViews(list, shown);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { entries: opens, plain } = useOpening(active, { call, views, pathname });
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const shows = (view: View) => view === active && view.query === query;
  const opening = views.map((view): MenuEntry => ({
    label: view.name,
    href: hrefWith(pathname, view),
    detail: detailOf(view),
    icon: <span className="size-3.5 shrink-0">{shows(view) && <Check {...MARK} />}</span>,
  }));
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Bookmark {...MARK} />} aria-label="Views">
            <span className="max-w-40 truncate max-lg:hidden">{active && shows(active) ? active.name : 'Views'}</span>
          </Button>
        }
        head={views.length === 0 && <p className="px-2 py-1.5 text-xs text-mute">No views yet.</p>}
        entries={[
          ...opening,
          ...plain,
          ...actsOn(active, { something: report || isSomething(address), opens, act: setDoing }),
        ]}
      />
      {doing?.what === 'save' && (
        <ViewDialog {...{ list, pathname }} query={keeps} view={doing.view && (active ?? doing.view)} onClose={close} />
      )}
      {doing?.what === 'delete' && doing.view !== null && (
        <CallDialog
          call={deleteView}
          input={{ params: { id: String(doing.view.id) } }}
          danger
          onClose={close}
          title={`Delete “${doing.view.name}”?`}
          effect={doing.view.shared ? 'Nobody in the branch has it any more.' : 'The list itself stays as it is.'}
          action="Delete view"
          done="View deleted"
          failed="View not deleted"
        />
      )}
    </>
  );
}
