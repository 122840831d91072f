import { glob } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What the exported constants of `domain/` are called: its endpoints, and the shapes that several of them share. */
export type CallNames = {
  endpoints: ReadonlyMap<Endpoint, string>;
  shapes: ReadonlyMap<z.ZodMiniType, string>;
};

/** Says of calls which rows are behind their figures; their names are those of the contracts. */
const EXPLAINED = 'domain/explained/**';

const titleCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'effect' in value && 'access' in value && 'path' in value;
}

/** The endpoints of an exported constant: itself, or those that it holds by name, as the registers do. */
function callsIn(name: string, value: unknown): [string, Endpoint][] {
  if (isEndpoint(value)) return [[name, value]];
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value).flatMap(([key, inner]) => callsIn(`${name}${titleCase(key)}`, inner));
}

/**
 * Reads the names from the modules themselves, so that a call has one name and nothing lists them again. Two constants of
 * one name get their folder in front; one that another module exports on keeps the name under which it comes first.
 */
export async function readCallNames(): Promise<CallNames> {
  const files = await Array.fromAsync(glob('domain/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', EXPLAINED] }));
  const endpoints = new Map<Endpoint, string>();
  const shapes = new Map<z.ZodMiniType, string>();
  const taken = new Set<string>();
  for (const file of files.toSorted()) {
    const folder = path.basename(path.dirname(file)).replaceAll('-', '');
    const free = (name: string) => (taken.has(name) ? `${folder}${titleCase(name)}` : name);
    const module = (await import(path.join(ROOT, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      const calls = value instanceof z.ZodMiniType ? [] : callsIn(name, value);
      for (const [call, endpoint] of calls) if (!endpoints.has(endpoint)) endpoints.set(endpoint, free(call));
      if (value instanceof z.ZodMiniType && !shapes.has(value)) shapes.set(value, titleCase(free(name)));
      for (const [call] of calls) taken.add(call);
      taken.add(name);
    }
  }
  return { endpoints, shapes };
}
