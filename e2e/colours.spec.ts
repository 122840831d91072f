import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Every colour of text on every surface of the sheets, in both themes, from the values in `first.css`. What a
 * sheet mixes into a surface is written as in its class: `link/8` is the colour link at 8 % over what lies below.
 */
const TEXTS = ['fg', 'mute', 'link', 'bad', 'good', 'warn', 'info'];
const SURFACES = ['bg', 'panel', 'hover', 'goodsoft', 'warnsoft', 'badsoft', 'infosoft'];
const TINTS = ['hover/50', 'bg/90', 'bg/95', 'bad/6', 'link/5', 'link/6', 'link/8', 'link/10', 'link/12'];
/** Fills with a colour of text of their own. */
const FILLS = [
  ['brandfg', 'brand'],
  ['brandfg', 'brand/90'],
  ['white', 'badfill'],
  ['white', 'badfill/90'],
  ['bg', 'fg'],
] as const;
/** Bars, dots, switches, separators, curtains and the paper under a logo: no text is on them. */
const SHAPES = [
  'line',
  'mute',
  'white',
  'good',
  'warn',
  'bad',
  'info',
  'link',
  'link/40',
  'good/45',
  'warn/30',
  'warn/50',
  'warn/75',
].concat(['bad/55', 'bad/75', 'black/30', 'black/55', 'transparent', 'current']);
/** What is disabled may be faint, and a line of a chart is no text. */
const EXEMPT_TEXTS = ['mute/50', 'brand'];

const SMALL_TEXT = 4.5;
/** Marks of a chart, which say something by themselves. */
const MARKS = ['brand', 'past', 'mute', 'good', 'warn', 'bad', 'info'];
const MARK = 3;

const WEB = path.resolve(import.meta.dirname, '../web');
const sheet = readFileSync(path.join(WEB, 'first.css'), 'utf8');

type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb => {
  const value = parseInt(hex, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** The tokens of a theme. */
function tokensOf(selector: string): Map<string, Rgb> {
  const block = sheet.slice(sheet.indexOf(`\n${selector} {`)).split('}')[0] ?? '';
  const tokens = [...block.matchAll(/--(\w+): #([0-9a-f]{6});/g)].map(
    ([, name = '', hex = '']) => [name, rgb(hex)] as const,
  );
  return new Map([...tokens, ['white', rgb('ffffff')]]);
}

/** Of sRGB, as WCAG 2 defines it. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const classes = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['gallery/**', '**/*.test.ts'] }).map((file) =>
  readFileSync(path.join(WEB, file), 'utf8'),
);
const used = (prefix: string, names: readonly string[]) => {
  const pattern = new RegExp(`(?<![\\w-])${prefix}-(${names.join('|')})(/\\d+)?(?![\\w-])`, 'g');
  return new Set(classes.flatMap((text) => [...text.matchAll(pattern)].map(([, name, part = '']) => name + part)));
};

describe.each([
  ['light', ':root'],
  ['dark', '.dark'],
])('colours of the %s theme', (_theme, selector) => {
  const tokens = tokensOf(selector);
  const token = (name: string): Rgb => {
    const found = tokens.get(name);
    if (!found) throw new Error(`There is no colour ${name}.`);
    return found;
  };
  const over = (colour: string, below: Rgb): Rgb => {
    const [name = '', part = '100'] = colour.split('/');
    const share = Number(part) / 100;
    return token(name).map((value, index) => value * share + (below[index] ?? 0) * (1 - share)) as [
      number,
      number,
      number,
    ];
  };
  const surfaces = [
    ...SURFACES.map((name) => [name, token(name)] as const),
    ...TINTS.flatMap((tint) =>
      ['bg', 'panel', 'hover'].map((below) => [`${tint} over ${below}`, over(tint, token(below))] as const),
    ),
  ];

  test.each(TEXTS)('%s is legible on every surface', (text) => {
    const faint = surfaces.flatMap(([name, surface]) => {
      const ratio = contrast(token(text), surface);
      return ratio < SMALL_TEXT ? [`${name}: ${ratio.toFixed(2)}`] : [];
    });
    expect(faint).toEqual([]);
  });

  test.each(FILLS)('%s is legible on %s', (text, fill) => {
    for (const below of ['bg', 'panel'])
      expect(contrast(token(text), over(fill, token(below)))).toBeGreaterThanOrEqual(SMALL_TEXT);
  });

  test.each(MARKS)('a mark of a chart in %s is told from its ground', (mark) => {
    expect(contrast(token(mark), token('panel'))).toBeGreaterThanOrEqual(MARK);
  });

  test('last year is fainter than this one', () => {
    expect(contrast(token('past'), token('panel'))).toBeLessThan(contrast(token('brand'), token('panel')));
  });

  test('every colour of the sheets is looked at above', () => {
    const names = [...tokens.keys(), 'black', 'transparent', 'current'];
    const known = [...SURFACES, ...TINTS, ...FILLS.map(([, fill]) => fill), ...SHAPES];
    expect([...used('bg', names)].filter((name) => !known.includes(name))).toEqual([]);
    const texts = [...TEXTS, ...FILLS.map(([text]) => text), ...EXEMPT_TEXTS];
    expect([...used('text', names)].filter((name) => !texts.includes(name))).toEqual([]);
  });
});
