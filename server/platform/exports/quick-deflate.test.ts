import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { QuickDeflate } from './quick-deflate.ts';

test('what it compresses is smaller and comes back as it was; another format is refused', async () => {
  const { readable, writable } = new QuickDeflate('deflate-raw');
  const rows = new TextEncoder().encode('<c r="A1"><v>1250</v></c>'.repeat(20_000));
  const writer = writable.getWriter();
  const written = writer.write(rows).then(() => writer.close());
  const chunks = await Array.fromAsync(readable);
  await written;
  const packed = Buffer.concat(chunks);
  expect(packed.length).toBeLessThan(rows.length / 10);
  expect(inflateRawSync(packed).equals(rows)).toBe(true);
  expect(() => new QuickDeflate('gzip')).toThrow(TypeError);
});
