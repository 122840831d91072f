/**
 * The key under which a name is unique in its register: case, accents, spaces and characters that nobody sees do not
 * tell two names apart. §8.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
    .toLowerCase();
}

/** The key of an email address: one mailbox is one user, however its owner writes it. */
export function emailKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
