import { parentPort, workerData } from 'node:worker_threads';
import type { ReadStatement } from '../../../../domain/banks/statement.ts';
import { isRefusal, refusal } from '../../../platform/imports/refusal.ts';
import { readCamt053 } from './camt053.ts';
import { readMt940 } from './mt940.ts';
import { SENTENCES } from './sentences.ts';

export type StatementJob = { bytes: Uint8Array; format: 'CAMT053' | 'MT940' };
export type StatementMessage =
  | { kind: 'read'; statements: ReadStatement[] }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; message: string };

const READERS = { CAMT053: readCamt053, MT940: readMt940 } as const;

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(SENTENCES.encoding);
  }
  if (text.includes('\u0000')) throw refusal(SENTENCES.encoding);
  return text;
}

function answer({ bytes, format }: StatementJob): StatementMessage {
  try {
    return { kind: 'read', statements: READERS[format](textOf(bytes)) };
  } catch (error) {
    if (isRefusal(error)) return { kind: 'refused', sentence: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const port = parentPort;
if (port) {
  port.postMessage(answer(workerData as StatementJob), []);
  port.close();
}
