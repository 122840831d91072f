import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What is fetched together. Left to itself the build makes a file of nearly every module that two screens share, and a screen
 * fetches a hundred. What the sign-in needs stays apart from what most screens share.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const], priority: 3 },
  { name: 'entrance', test: /features[\\/]accounts[\\/]Sign(In|Up)Page/, priority: 2 },
  { name: 'screens', minShareCount: 12, priority: 1 },
];

// The gallery (web/gallery.html) is a page of the dev server only: the build has one entry, index.html.
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  // The calls, and not the sources of web/api, which Vite serves under the same name.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': 'http://127.0.0.1:3000' } },
});
