/** A record that a row may name, from its id and its name in neighbouring columns. */
export function refOf(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null || name === null ? null : { id, name };
}
