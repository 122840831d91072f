import * as z from 'zod/mini';

const { $ZodArray, $ZodNullable, $ZodObject, $ZodOptional, $ZodPipe, $ZodRecord, $ZodUnion, clone } = z.core;
type Shape = z.core.$ZodType;

/**
 * The same shape, closed at every depth: an object, also one in a list or among several, takes no field that it does not
 * name. One that is declared loose (`z.looseObject`) stays open.
 */
export function closed(shape: Shape): Shape {
  if (shape instanceof $ZodObject) {
    const { def } = shape._zod;
    const fields = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, closed(field)]));
    return clone(shape, { ...def, shape: fields, catchall: def.catchall ?? z.never() });
  }
  if (shape instanceof $ZodUnion) {
    const { def } = shape._zod;
    return clone(shape, { ...def, options: def.options.map(closed) });
  }
  if (shape instanceof $ZodArray) return clone(shape, { ...shape._zod.def, element: closed(shape._zod.def.element) });
  if (shape instanceof $ZodRecord)
    return clone(shape, { ...shape._zod.def, valueType: closed(shape._zod.def.valueType) });
  if (shape instanceof $ZodOptional || shape instanceof $ZodNullable)
    return clone(shape, { ...shape._zod.def, innerType: closed(shape._zod.def.innerType) });
  if (shape instanceof $ZodPipe) return clone(shape, { ...shape._zod.def, in: closed(shape._zod.def.in) });
  return shape;
}
