import type { ReactNode } from 'react';
import type { PolicyReading } from './read-policy.ts';

type Props = { of: Pick<PolicyReading, 'fieldWarnings'>; field: string; none?: ReactNode };

/** What is worth a look at a field or its rows; it stops nobody. */
export function FieldWarnings({ of, field, none }: Props) {
  const own = of.fieldWarnings.filter((warning) => warning.field === field || warning.field.startsWith(`${field}.`));
  if (own.length === 0) return none;
  return <span className="text-warn">{own.map((warning) => warning.message).join(' ')}</span>;
}
