import { useMemo } from 'react';
import { textDiff, type TextPart } from '../../../domain/text-diff.ts';

function Part({ part }: { part: TextPart }) {
  if (part.kind === 'same') return <span>{part.text}</span>;
  // Struck and underlined, not by colour alone; read out by what they are.
  return part.kind === 'removed' ? (
    <del className="mr-0.5 rounded-xs bg-badsoft text-bad decoration-1">
      <span className="sr-only">removed: </span>
      {part.text}
      <span className="sr-only"> end of removed. </span>
    </del>
  ) : (
    <ins className="rounded-xs bg-goodsoft font-medium text-good underline decoration-2 underline-offset-2">
      <span className="sr-only">added: </span>
      {part.text}
      <span className="sr-only"> end of added. </span>
    </ins>
  );
}

/** Parts of a comparison in reading order: what is gone struck, what came underlined. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
  return (
    <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and come in order
        <Part key={index} part={part} />
      ))}
    </p>
  );
}

/** Two texts compared word by word. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => textDiff(before, after), [before, after]);
  return <TextParts parts={parts} />;
}
