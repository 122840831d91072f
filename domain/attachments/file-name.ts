const MOST = 150;
/** Control signs, and those that turn the direction of writing: "gnp.exe" is not to look like "exe.png". */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const RESERVED = /[<>:"|?*]/g;

/**
 * A file's name as kept and sent back: the last part of a path, without hidden signs and those that a file system
 * refuses, at most 150 signs with its ending. Empty when nothing is left.
 */
export function cleanFileName(name: string): string {
  const last = name.replaceAll('\u0000', '').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(HIDDEN, '')
    .replace(RESERVED, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const signs = Array.from(plain);
  if (signs.length <= MOST) return plain;
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? '';
  return `${signs
    .slice(0, MOST - Array.from(ending).length)
    .join('')
    .trimEnd()}${ending}`;
}
