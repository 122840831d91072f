import * as z from 'zod/mini';
import { placementFile, PLACEMENT_SCHEMA, PLACEMENT_STANDARD, PLACEMENT_VERSION } from './placement.ts';

/** The shape of a placement as JSON Schema 2020-12, as docs/interchange publishes it, with what its fields mean. */
export function placementSchema(): Record<string, unknown> {
  const { $schema, ...shape } = z.toJSONSchema(placementFile, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema,
    $id: `${PLACEMENT_SCHEMA}:${PLACEMENT_VERSION}`,
    title: 'Placement',
    description: `A placement in the terms of the London market’s ${PLACEMENT_STANDARD}. README.md says what each field means.`,
    ...shape,
  };
}
