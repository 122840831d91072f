import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { filesOf } from './scripts/lib/chunks.ts';
import { leaveOutReplies } from './scripts/lib/replies.ts';

/** What the sign-in and the frame behind it both have. */
const ENTRANCE =
  /features[\\/]accounts[\\/](PlainForm|use-plain-call|enter|first-calls)\.|domain[\\/]accounts[\\/]password\./;

/** At the head of a file: it runs in a task of its own, so that keys and touches are answered between files (decision 059). */
const YIELDS = 'await globalThis.scheduler?.yield?.();';

/**
 * What is fetched together. Left to itself the build makes a file of nearly every module that two screens share, and a screen
 * fetches a hundred. What the sign-in needs stays apart from the frame, and what a hand opens from what is seen at once.
 */
function chunks() {
  const graph: { fileOf?: (id: string) => string | null } = {};
  const shared: Plugin = {
    name: 'files-by-screens',
    buildEnd() {
      graph.fileOf = filesOf({ getModuleInfo: (id) => this.getModuleInfo(id), moduleIds: () => this.getModuleIds() });
    },
  };
  const groups = [
    { name: 'first', tags: ['$initial' as const], priority: 9 },
    { name: 'entrance', test: ENTRANCE, priority: 8 },
    {
      debugName: 'by screens',
      name: (id: string) => graph.fileOf?.(id) ?? null,
      priority: 7,
      includeDependenciesRecursively: false,
    },
  ];
  return { shared, groups };
}

const { shared, groups } = chunks();

// The gallery (web/gallery.html) is a page of the dev server only: the build has one entry, index.html.
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), leaveOutReplies(), shared],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // A shape that nobody reads is left out.
      treeshake: { manualPureFunctions: ['z'] },
      // The first file names all others, which every page pays for: what is no group of files needs no name beside its hash.
      output: {
        codeSplitting: { groups },
        banner: ({ isEntry, name }) => (isEntry || name === 'entrance' ? '' : YIELDS),
        chunkFileNames: ({ isDynamicEntry, name }) =>
          isDynamicEntry || /[A-Z]/.test(name) ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js',
      },
    },
  },
  // The calls, and not the sources of web/api, which Vite serves under the same name.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': 'http://127.0.0.1:3000' } },
});
