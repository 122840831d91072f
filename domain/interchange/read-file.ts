import type * as z from 'zod/mini';
import { placementFile, PLACEMENT_SCHEMA, VERSIONS_READ, type PlacementFile } from './placement.ts';

/** The largest file that is taken, which is read in a moment: 100 lines and 200 clauses of 4,000 characters are within it. */
export const MAX_PLACEMENT_BYTES = 1024 * 1024;
const DEEPEST = 12;
const MOST_ERRORS = 100;

type PathError = { path: string; message: string };
/** A placement; or why it is none: one sentence, or what is wrong at each JSON path. */
type Read = { file: PlacementFile } | { refused: string } | { errors: PathError[] };

const BYTE_ORDER_MARKS: readonly (readonly number[])[] = [
  [0xef, 0xbb, 0xbf],
  [0xfe, 0xff],
  [0xff, 0xfe],
];

function textOf(bytes: Uint8Array): { text: string } | { refused: string } {
  if (bytes.length === 0) return { refused: 'This file is empty.' };
  if (BYTE_ORDER_MARKS.some((mark) => mark.every((byte, index) => bytes[index] === byte)))
    return { refused: 'This file begins with a byte order mark. Save it as UTF-8 without one.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { refused: 'This file is not UTF-8 text.' };
  }
}

/** An object or a list that is open at a place of the text: the members that an object has so far. */
type Level = { keys: Set<string> | null; atKey: boolean };

/** Where the string ends that begins at `start`; the text is valid JSON. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  // After an odd number of backslashes a quotation mark is one of the text.
  for (;;) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
}

function openKey(level: Level | undefined): void {
  if (level) level.atKey = level.keys !== null;
}

function keyFault(level: Level | undefined, quoted: string): string | null {
  if (level?.atKey !== true) return null;
  level.atKey = false;
  const key = JSON.parse(quoted) as string;
  if (key === '__proto__') return 'The member "__proto__" is not known here.';
  if (level.keys?.has(key) === true) return `The member "${key.slice(0, 60)}" is there twice in one object.`;
  level.keys?.add(key);
  return null;
}

/**
 * What `JSON.parse` passes over in silence, in a text that it takes: members that appear twice, one that would
 * change what an object is, and nesting deeper than any placement. One walk over the text, without recursion.
 */
function structureFault(text: string): string | null {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      if (levels.length >= DEEPEST) return `This file is nested deeper than ${DEEPEST} levels.`;
      levels.push({ keys: sign === '{' ? new Set() : null, atKey: sign === '{' });
    } else if (sign === '}' || sign === ']') levels.pop();
    else if (sign === ',') openKey(levels.at(-1));
    else if (sign === '"') {
      const end = endOfString(text, at);
      const fault = keyFault(levels.at(-1), text.slice(at, end + 1));
      if (fault !== null) return fault;
      at = end;
    }
  }
  return null;
}

/** The path of a value in the file: "participations[0].written_line". */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = String(step).slice(0, 60);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

function errorsOf(issues: readonly z.core.$ZodIssue[]): PathError[] {
  return issues.flatMap((issue): PathError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: 'This member is not known here.' }))
      : [{ path: pathText(issue.path), message: issue.message }],
  );
}

function versionFault(value: unknown): string | null {
  const { schema, version } = (value ?? {}) as { schema?: unknown; version?: unknown };
  if (schema !== PLACEMENT_SCHEMA) return `This is not a placement: its "schema" must be "${PLACEMENT_SCHEMA}".`;
  if (typeof version === 'string' && VERSIONS_READ.includes(version)) return null;
  const label = typeof version === 'string' ? `version "${version.slice(0, 20)}"` : 'no version';
  return `This placement has ${label}; read are: ${VERSIONS_READ.join(', ')}.`;
}

/** Reads a placement from the bytes of a file. Strict: every member must be there and none besides. Never throws. */
export function readPlacement(bytes: Uint8Array): Read {
  const decoded = textOf(bytes);
  if ('refused' in decoded) return decoded;
  let value: unknown;
  try {
    value = JSON.parse(decoded.text);
  } catch {
    return { refused: 'This file is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { refused: 'This is not a placement: the file must hold one object.' };
  const fault = structureFault(decoded.text) ?? versionFault(value);
  if (fault !== null) return { refused: fault };
  const read = placementFile.safeParse(value);
  return read.success ? { file: read.data } : { errors: errorsOf(read.error.issues).slice(0, MOST_ERRORS) };
}
