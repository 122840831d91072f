type Values = Readonly<Record<string, unknown>>;

/** What an edit changed, field by field, for the audit trail; personal values apart, where they can be erased. */
export function changesOf(
  before: Values,
  after: Values,
  personal: readonly string[] = [],
): { facts: Record<string, unknown>; personal?: Record<string, string> } {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const facts = Object.fromEntries(
    changed
      .filter((field) => !personal.includes(field))
      .map((field) => [field, { before: before[field] ?? null, after: after[field] }]),
  );
  const erasable = changed
    .filter((field) => personal.includes(field))
    .flatMap((field): [string, string][] => [
      [`${field}.before`, String(before[field] ?? '')],
      [`${field}.after`, String(after[field] ?? '')],
    ]);
  return erasable.length === 0 ? { facts } : { facts, personal: Object.fromEntries(erasable) };
}
