import { createContext } from 'react';

/** Notes shown with fields, by their names, besides their own hints: in a renewal, last year’s values. */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});
