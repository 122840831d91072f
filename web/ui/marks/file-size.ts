import { showPlain } from './format.ts';

const UNITS = ['B', 'kB', 'MB'] as const;

/** A size as people read it: "310 B", "1.2 MB". */
export function showFileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const decimals = unit > 0 && size < 10 ? 1 : 0;
  return `${showPlain(new Intl.NumberFormat('en', { maximumFractionDigits: decimals }).format(size))} ${UNITS[unit] ?? ''}`;
}
