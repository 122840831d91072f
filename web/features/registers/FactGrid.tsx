import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode };

/** Facts of a record: label and value, in as many columns as fit. */
export function FactGrid({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-3">
      {facts.map((fact) => (
        <div key={fact.label} className="min-w-0">
          <dt className="text-xs text-mute">{fact.label}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {fact.value === '' || fact.value === null || fact.value === undefined ? '–' : fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
