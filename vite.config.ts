import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  },
  // The calls, and not the sources of web/api, which Vite serves under the same name.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': 'http://127.0.0.1:3000' } },
});
