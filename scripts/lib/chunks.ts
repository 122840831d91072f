/** What the build puts into one file, by which screens need it. */

type Module = { importedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null; moduleIds: () => Iterable<string> };

/** Screens that stand for their sort: what they and others share is a file for each combination of them. */
const STANDING = {
  dashboard: 'features/dashboard/DashboardPage.tsx',
  list: 'pages/PoliciesPage.tsx',
  record: 'features/placements/page/PolicyPage.tsx',
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

/** The name of the file of each module; null leaves it to the build. */
export function filesOf(graph: Graph): (id: string) => string | null {
  const ids = [...graph.moduleIds()];
  const ending = (name: string) => ids.filter((id) => id.replaceAll('\\', '/').endsWith(`/web/${name}`));
  const frame = closure(graph, FRAME.flatMap(ending));
  const standing = Object.entries(STANDING).map(([name, page]) => [name, closure(graph, ending(page))] as const);
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
    const of = standing.filter(([, has]) => has.has(id)).map(([name]) => name);
    if (of.length > 0) return of.join('-');
    if (popups.has(id)) return 'popups';
    return forms.has(id) ? 'forms' : null;
  };
}
