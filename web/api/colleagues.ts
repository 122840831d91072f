import { colleagues } from '../../domain/accounts/users.ts';
import { call } from './client.ts';

/** Who works in the active branch, as a picker shows them. */
export async function findColleague(text: string, signal: AbortSignal) {
  const data = await call(colleagues, { query: { searchValue: text } }, { signal });
  return data.map(({ id, name }) => ({ id: String(id), label: name }));
}
