/** A decimal text as a length on a picture, which may round; what is read comes from the text itself, never from here. */
export const pixels = (text: string | undefined): number => Number(text ?? '0');
