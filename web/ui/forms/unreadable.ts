/**
 * Goes to the first field of the form in use whose text cannot be read, and shows what is wrong with it; whether there is one. Its value is empty
 * meanwhile: sent, what was typed would be lost without a word.
 */
export function stopsAtUnreadable(): boolean {
  const form = document.activeElement?.closest('[role=dialog],form') ?? document;
  const field = form.querySelector<HTMLElement>('[data-unread]');
  // The message comes once the field was left.
  field?.focus();
  field?.blur();
  field?.focus();
  return field !== null;
}
