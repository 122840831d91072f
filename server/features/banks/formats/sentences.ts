/** The messages for a file that is no bank statement. */
export const SENTENCES = {
  encoding: 'This file is not UTF-8 text. Get it from the bank again as CAMT.053 or MT940 in UTF-8.',
  unsafe: 'This file holds a declaration (DOCTYPE) that no bank statement needs. Get it from the bank again.',
  broken: 'This XML is damaged, cut short or nested too deeply. Get the file from the bank again.',
  other: 'This XML is no CAMT.053 bank statement.',
  none: 'This file holds no statement.',
  cut: 'This MT940 file is damaged or cut short: a statement has no account, or no opening and closing balance.',
  many: 'This file has more than 20,000 lines. Get one for a shorter time from the bank.',
  slow: 'This file could not be read within 20 seconds. Get one for a shorter time from the bank.',
  memory: 'This file needs too much memory to be read. Get one for a shorter time from the bank.',
} as const;

export const MOST_LINES = 20_000;
