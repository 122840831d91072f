import { useId, type ReactNode } from 'react';

/** A section of a form whose table needs the whole width: its name is above it. */
export function WideSection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5">
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="mt-0.5 text-mute">{hint}</p>
      </div>
      {children}
    </section>
  );
}
