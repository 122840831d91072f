/** Whether a text has each of the words that were typed, in whatever order; nothing typed is in every text. */
export function holdsWords(text: string, typed: string): boolean {
  const haystack = text.toLowerCase();
  return typed
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
