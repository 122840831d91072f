import { buildWeb } from './lib/build.ts';

console.log((await buildWeb()) ? 'Built dist/web.' : 'dist/web is up to date.');
