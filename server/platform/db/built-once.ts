import type { Compilable } from 'kysely';
import type { Database } from './pool.ts';

/** Stands for the value of a name while a statement is built. */
class Place {
  readonly name: string | symbol;

  constructor(name: string | symbol) {
    this.name = name;
  }
}

type Built<Row> = (db: Database) => Compilable<Row>;

/**
 * A statement that only its values tell apart, for reads that come thousands of times a minute: it is built and written out once, and sent with each caller's
 * values. So `build` may not decide by them, and a list is one value (`= any(…)`, not `in`).
 */
export function builtOnce<Values extends object, Row>(
  build: (values: Values) => Built<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_target, name) => new Place(name) });
  let kept: ReturnType<Compilable<Row>['compile']> | null = null;
  return async (db, values) => {
    kept ??= build(places as Values)(db).compile();
    const valueOf = (parameter: unknown) =>
      parameter instanceof Place ? Reflect.get(values, parameter.name) : parameter;
    const { rows } = await db.executeQuery<Row>({ ...kept, parameters: kept.parameters.map(valueOf) });
    return rows;
  };
}
