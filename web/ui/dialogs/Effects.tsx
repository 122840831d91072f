import type { ReactNode } from 'react';

/** What an act will do, a sentence each. */
export function Effects({ effects }: { effects: readonly ReactNode[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-medium text-mute">What will happen</h3>
      <ul className="grid list-disc gap-1 pl-4.5 marker:text-mute">
        {effects.map((effect, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- sentences of one moment, never reordered
          <li key={index}>{effect}</li>
        ))}
      </ul>
    </section>
  );
}
