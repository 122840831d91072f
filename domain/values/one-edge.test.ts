import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The form that a person chose is `web/ui/marks/format.ts`: what passes it by would be written in another. */
test('no screen writes figures or days in another way', () => {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|marks\/format\.ts$/.test(file),
  );
  const apart = sources.filter((file) => {
    const source = readFileSync(path.join('web', file), 'utf8');
    return /import \{[^}]*\b(?:showDay|showAmount|showMoney|readTypedAmount)\b[^}]*\} from '[^']*domain\/values/.test(
      source,
    );
  });
  expect(sources.length).toBeGreaterThan(300);
  expect(apart).toEqual([]);
});
