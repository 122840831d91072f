import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { whoWaits } from './waiting.ts';

const responseOf = () => new ServerResponse(new IncomingMessage(new Socket()));

test('who went away before anybody looked has gone', () => {
  const raw = responseOf();
  raw.destroy();
  expect(whoWaits({ headers: {} }, { raw }).gone.aborted).toBe(true);
});

test('who goes away later has gone then; who has their answer has not', () => {
  const raw = responseOf();
  const { gone } = whoWaits({ headers: {} }, { raw });
  expect(gone.aborted).toBe(false);
  raw.emit('close');
  expect(gone.aborted).toBe(true);
  const answered = responseOf();
  const waits = whoWaits({ headers: {} }, { raw: answered });
  answered.end();
  answered.emit('close');
  expect(waits.gone.aborted).toBe(false);
});
