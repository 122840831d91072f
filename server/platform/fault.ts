/** What of an error goes into the log: what it is and where, never its text, which may hold what somebody entered. */
type Fault = { error: string; code?: string; constraint?: string; at?: string; of?: readonly Fault[] };

const MOST = 10;
const isOurs = (line: string) => /^\s+at /.test(line) && !/node_modules|node:/.test(line);

/** An error in the words of the log; of several that came together the first. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { error: typeof error };
  const at = error.stack?.split('\n').find(isOurs)?.trim();
  const textOf = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' && { [name]: value };
  };
  return {
    error: error.name,
    ...textOf('code'),
    ...textOf('constraint'),
    ...(at !== undefined && { at }),
    ...(error instanceof AggregateError && { of: error.errors.slice(0, MOST).map(faultOf) }),
  };
}
