/** What the build puts into one file, by which screens need it. */

type Module = { importedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null; moduleIds: () => Iterable<string> };

/** Screens that stand for their sort: what they and others share is a file for each combination of them. */
const STANDING = {
  dashboard: 'features/dashboard/DashboardPage.tsx',
  list: 'pages/PoliciesPage.tsx',
  record: 'features/placements/page/PolicyPage.tsx',
} as const;
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

/** What some modules import, and what that imports, themselves with them. */
function closure(graph: Graph, from: readonly string[]): Set<string> {
  const seen = new Set(from);
  // A set is walked on to what is added meanwhile.
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}

/** The file of what screens that stand for their sort have, by which of them do, and by how many other records. */
function sharedName(of: readonly string[], records: number): string {
  if (of.length === Object.keys(STANDING).length) return 'frame';
  const name = of.join('-');
  if (records === 0) return name;
  // What a policy has in common with other records, apart from what is its own.
  if (of.includes('record')) return of.length > 1 ? name : 'record-records';
  // Of the rest there is little.
  return 'dashboard-list-records';
}

/** The name of the file of each module; null leaves it to the build. */
export function filesOf(graph: Graph): (id: string) => string | null {
  const ids = [...graph.moduleIds()];
  const ending = (name: string) => ids.filter((id) => id.replaceAll('\\', '/').endsWith(`/web/${name}`));
  const closures = (screens: Readonly<Record<string, string>>) =>
    Object.entries(screens).map(([name, page]) => [name, closure(graph, ending(page))] as const);
  const frame = closure(graph, FRAME.flatMap(ending));
  const standing = closures(STANDING);
  const records = closures(RECORDS);
  const pages = new Set(Object.values(STANDING).flatMap(ending));
  const popups = closure(
    graph,
    ids.filter((id) => POPUPS.test(id)),
  );
  const forms = closure(
    graph,
    ids.filter((id) => FORMS.test(id)),
  );
  return (id) => {
    if (frame.has(id)) return 'frame';
    if (pages.has(id)) return null;
    const has = (screens: typeof standing) => screens.filter(([, modules]) => modules.has(id)).map(([name]) => name);
    const [of, others] = [has(standing), has(records)];
    if (of.length > 0) return sharedName(of, others.length);
    if (others.length > 0) return others.length === 1 ? (others[0] ?? null) : 'records';
    if (popups.has(id)) return 'popups';
    return forms.has(id) ? 'forms' : null;
  };
}
