import type { Chance } from '../proof.ts';
import type { Json } from './values.ts';

const LONG = 'A'.repeat(30_000);
const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const MANY_KEYS = `{${Array.from({ length: 2_000 }, (_, n) => `"${n}":${n}`).join(',')}}`;

/** What is sent where something else belongs; of the same type it comes further than a shape. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0.00',
  '1e9',
  '99999999999999999999999999',
  '2147483648',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '\u0000',
  'a\u0000b',
  'Pl\u0000nt',
  '\ud800',
  '\u202eevil',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '=cmd|calc',
  '../../etc/passwd',
  '{a}',
  '%',
  '__proto__',
  LONG,
];
const NUMBERS: readonly number[] = [-1, 0, 1.5, 32_768, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_992];
const OTHERS: readonly Json[] = [null, true, [], {}, [[[[1]]]], { constructor: { prototype: 1 } }];
const ANYTHING: readonly Json[] = [...TEXTS, ...NUMBERS, ...OTHERS];

function insteadOf(value: Json, chance: Chance): Json {
  if (typeof value === 'string' && chance.below(4) > 0) return chance.pick(TEXTS);
  if (typeof value === 'number' && chance.below(4) > 0) return chance.pick(NUMBERS);
  return chance.pick(ANYTHING);
}

const NAMES = [
  'branch_id',
  'made_by',
  'status',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '',
  'version',
  'x'.repeat(300),
];

/** The same value with one place in it that is wrong: replaced, taken out, or a name that nobody knows. */
export function spoiled(value: Json, chance: Chance): Json {
  if (typeof value !== 'object' || value === null || chance.below(20) === 0) return insteadOf(value, chance);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.below(4) === 0) return [...value, ...value, chance.pick(ANYTHING)];
    const place = chance.below(value.length);
    return value.map((one, index) => (index === place ? spoiled(one, chance) : one));
  }
  const names = Object.keys(value);
  const what = chance.below(10);
  if (names.length === 0 || what === 0) return { ...value, [chance.pick(NAMES)]: chance.pick(ANYTHING) };
  const name = chance.pick(names);
  const { [name]: old = null, ...others } = value;
  return what === 1 ? others : { ...others, [name]: spoiled(old, chance) };
}

/** Bytes that are no JSON, or JSON that nobody should send. */
export function noJson(chance: Chance, text: string): Buffer {
  const made: readonly (string | Buffer)[] = [
    text.slice(0, Math.floor(text.length / 2)),
    `${text}${text}`,
    Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
    Buffer.alloc(1_000),
    text.replace('{', '{"id":1,"id":2,'),
    '\ufeff{}',
    DEEP,
    MANY_KEYS,
    '"',
    'NaN',
    '1e999',
  ];
  const one = chance.pick(made);
  return typeof one === 'string' ? Buffer.from(one) : one;
}

/** What an address may end with that no browser of ours sends. */
export const TAILS = [
  '?start=-1',
  '?length=501',
  '?length=1&length=2',
  '?sort=nothing',
  '?sort=-id,-id',
  '?searchValue=%00',
  '?searchValue=%',
  '?searchValue=%ff',
  '?branch=NOWHERE',
  '?branch=99999999999999999999',
  '?format=exe',
  '?__proto__=1',
  '?a[b]=c',
  '?start=999999999',
  `?searchValue=${'%F0%9F%92%A9'.repeat(60)}`,
  '/',
  '//',
  '/..%2f..%2f',
] as const;

export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/octet-stream' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'idempotency-key': 'short' },
  { 'idempotency-key': 'the-same-key-again' },
  { accept: 'application/pdf' },
  { accept: '\u007f' },
  { 'slipway-background': '1' },
  { origin: 'https://elsewhere.test' },
  { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': 'unknown, ::, 1.2.3' },
];
