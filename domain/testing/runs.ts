/** True in the long form of the tests, which `npm run test:all` runs. */
export const LONG_FORM = process.env['SLIPWAY_LONG'] === '1';

/** How many cases of chance a property of the rules is tried on. */
export const RUNS = LONG_FORM ? 100_000 : 2_000;

/** Where the chances of a run begin; a failing run is repeated with SEED=… */
export const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
