/** What the build puts into one file, by which screens need it. */

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null; moduleIds: () => Iterable<string> };

/** Screens that stand for their sort: what they and others share is a file for each combination of them. */
const STANDING = {
  dashboard: 'features/dashboard/DashboardPage.tsx',
  list: 'pages/PoliciesPage.tsx',
  record: 'features/placements/page/PolicyPage.tsx',
} as const;
/** The form of a placement, which is opened as often: what it needs lies apart from what it does not, where many share it. */
const FORM = 'features/placements/form/NewPolicyPage.tsx';
/** Pages of the other records: each has a file of its own beside what they share. */
const RECORDS = {
  claim: 'features/claims/page/ClaimPage.tsx',
  receipt: 'features/receipts/ReceiptPage.tsx',
  voucher: 'features/vouchers/VoucherPage.tsx',
  invoice: 'features/invoices/InvoicePage.tsx',
  adjustment: 'features/adjustments/AdjustmentPage.tsx',
  journal: 'features/journals/JournalPage.tsx',
} as const;
/** What every screen behind the sign-in has. */
const FRAME = ['routes.tsx', 'frame/AppLayout.tsx'];
/** What a hand opens on any screen. */
const POPUPS =
  /[\\/]web[\\/](ui[\\/]later[\\/]\w+(Popup|Modal|Choices)|ui[\\/]fields[\\/]Calendar|frame[\\/](Palette|NavigationDrawer))\.tsx$/;
const FORMS =
  /[\\/]web[\\/]ui[\\/](forms[\\/](FormFields|FormPage|use-contract-form)|dialogs[\\/]use-dialog-form|grid[\\/]GridField)\.tsx?$/;

/** What so many screens need, or the form does, has a file apart from what is one sort's own. */
const MANY: Readonly<Record<string, number>> = { list: 70, dashboard: 40 };
/** Fewer screens have their common part as the build makes it. */
const SEVERAL = 8;

/** What some modules import, and what that imports, themselves with them. */
function closure(graph: Graph, from: readonly string[]): Set<string> {
  const seen = new Set(from);
  // A set is walked on to what is added meanwhile.
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}

type Need = {
  /** The screens that stand for their sort, and the other records, which need it. */
  of: readonly string[];
  records: readonly string[];
  /** Whether the form of a policy does. */
  form: boolean;
  /** How many screens do in all. */
  screens: number;
};

/** The file of what screens that stand for their sort, other records or the form of a policy have, by which of them do. */
function sharedName({ of, records, form, screens }: Need): string | null {
  if (of.length === Object.keys(STANDING).length) return 'frame';
  if (of.length === 0 && records.length > 0) return records.length === 1 && !form ? (records[0] ?? null) : 'records';
  // What nobody else has goes with the page itself.
  if (screens === 1) return null;
  const name = of.join('-');
  if (records.length === 0)
    return screens >= (MANY[name] ?? Infinity) || (form && name in MANY) ? `${name}-many` : name;
  // What a policy has in common with other records, apart from what is its own.
  if (of.includes('record')) return of.length > 1 ? name : 'record-records';
  // Of the rest there is little.
  return 'dashboard-list-records';
}

/** On which of these a module rests: who fetches a file fetches what all of it rests on. */
const GROUNDS = ['forms', 'record', 'list', 'dashboard'];

/** The name of the file of each module; null leaves it to the build. */
export function filesOf(graph: Graph): (id: string) => string | null {
  const ids = [...graph.moduleIds()];
  const ending = (name: string) => ids.filter((id) => id.replaceAll('\\', '/').endsWith(`/web/${name}`));
  const closures = (screens: Readonly<Record<string, string>>) =>
    Object.entries(screens).map(([name, page]) => [name, closure(graph, ending(page))] as const);
  const frame = closure(graph, FRAME.flatMap(ending));
  const standing = closures(STANDING);
  const records = closures(RECORDS);
  const form = closure(graph, ending(FORM));
  const pages = new Set([...Object.values(STANDING), FORM].flatMap(ending));
  const routes = ending('routes.tsx').flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const screens = new Map<string, number>();
  for (const page of routes) for (const id of closure(graph, [page])) screens.set(id, (screens.get(id) ?? 0) + 1);
  const popups = closure(
    graph,
    ids.filter((id) => POPUPS.test(id)),
  );
  const forms = closure(
    graph,
    ids.filter((id) => FORMS.test(id)),
  );
  const has = (sorts: typeof standing, id: string) =>
    sorts.filter(([, modules]) => modules.has(id)).map(([name]) => name);
  const named = (id: string): string | null => {
    if (frame.has(id)) return 'frame';
    if (pages.has(id)) return null;
    const need = {
      of: has(standing, id),
      records: has(records, id),
      form: form.has(id),
      screens: screens.get(id) ?? 0,
    };
    if (need.of.length > 0 || need.records.length > 0) return sharedName(need);
    if (popups.has(id) && need.screens === 0) return 'popups';
    if (need.form && need.screens > 1 && need.screens < SEVERAL) return 'form';
    return forms.has(id) && need.screens !== 1 ? 'forms' : null;
  };
  return (id) => {
    const name = named(id);
    if (name !== null || pages.has(id) || (screens.get(id) ?? 0) < SEVERAL) return name;
    const under = new Set([...closure(graph, [id])].map(named));
    const ground = GROUNDS.filter((one) => under.has(one)).slice(0, 1);
    return [form.has(id) ? 'form-screens' : 'screens', ...ground].join('-');
  };
}
