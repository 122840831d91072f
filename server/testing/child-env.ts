const KEPT = ['PATH', 'NODE_COMPILE_CACHE'];

/** What a program of ours that a test starts has of this process's environment: nothing that says how it behaves. */
export const childEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
