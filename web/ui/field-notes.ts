import { createContext } from 'react';

/** What stands beside fields by their names, besides their own hints: in a renewal, what they were last year. */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});
