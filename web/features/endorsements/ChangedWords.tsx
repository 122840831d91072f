import { Card } from '../../ui/layout/Card.tsx';
import { TextDiff } from '../../ui/marks/TextDiff.tsx';
import type { EndorsementRecord } from './endorsement-values.ts';

/** The words that read otherwise from its day on, each against what it was. */
export function ChangedWords({ words }: { words: EndorsementRecord['words'] }) {
  if (words.length === 0) return null;
  return (
    <Card title="Terms changed">
      <dl className="grid gap-3">
        {words.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt className="text-mute">{label}</dt>
            <dd>
              <TextDiff {...{ before, after }} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
