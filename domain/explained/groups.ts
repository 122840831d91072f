/** The group of a row, and nothing of a total: all that was made is behind it. */
export const ofGroup = <G extends string>({ id }: { id?: string }, by: G) => (id === undefined ? {} : { by, key: id });
