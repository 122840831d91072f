import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placementSchema } from './json-schema.ts';

const FOLDER = new URL('../../docs/interchange/', import.meta.url);
type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] };

/** Every path of the shape: "participations[].figures.taxes[].code". */
function pathsOf(shape: Shape, at = ''): string[] {
  return [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
      const path = at === '' ? name : `${at}.${name}`;
      return [path, ...pathsOf(inner, path)];
    }),
    ...(shape.items ? pathsOf(shape.items, `${at}[]`) : []),
    ...(shape.anyOf ?? []).flatMap((one) => pathsOf(one, at)),
  ];
}

test('the published schema is the shape that is read and written', () => {
  const published = readFileSync(new URL('placement.schema.json', FOLDER), 'utf8');
  // To write it anew: node -e "…" as docs/interchange/README.md says.
  expect(JSON.parse(published)).toEqual(placementSchema());
});

test('the description names every field of the schema, and none that is not there', () => {
  const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
  const described = [...readme.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, path = '']) => path);
  const paths = pathsOf(placementSchema() as Shape);
  // Parties are described once.
  const ofParty = /^(?:reinsured|insured|participations\[\]\.insurer)\.(.+)$/;
  const expected = [
    ...new Set(
      paths.map((path) => {
        const [, member] = ofParty.exec(path) ?? [];
        return member === undefined ? path : `(party).${member}`;
      }),
    ),
  ];
  expect(described.toSorted()).toEqual(expected.toSorted());
});
