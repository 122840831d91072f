const marked = Symbol('refusal');

/** To be thrown where a file turns out to be unreadable, and caught where it was handed in. */
export function refusal(sentence: string): Error {
  return Object.assign(new Error(sentence), { [marked]: true });
}

export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && marked in error;
}

export const SENTENCES = {
  empty: 'This file is empty.',
  tooLarge: 'This file is larger than 20 MB. Make it smaller or split it.',
  kind: 'Choose a CSV or XLSX file.',
  macro: 'This workbook contains macros. Save it as .xlsx without them.',
  oldExcel: 'This is an old Excel file (.xls). Save it as .xlsx and import that.',
  locked: 'This workbook is protected by a password. Save it without one and import that.',
  binary: 'This is a binary Excel workbook (.xlsb). Save it as .xlsx and import that.',
  openDocument: 'This is an OpenDocument file. Save it as .xlsx and import that.',
  notWorkbook: 'This file is an archive but not an Excel workbook. Save the sheet as .xlsx and import that.',
  broken: 'This workbook is damaged or was cut short. Save it again and import that.',
  bomb: 'This workbook unpacks to more than 256 MB. Copy the rows alone into a new one and import that.',
  unsafe: 'This archive holds file names that no workbook has. Save the sheet as .xlsx and import that.',
  declaration: 'This workbook holds XML declarations (DOCTYPE) that no workbook needs. Save it again in Excel.',
  notText: 'This file is not text. Save the sheet as CSV or XLSX and import that.',
  text: 'The cells of this file hold more text than can be imported at once. Split it and import the parts.',
  wide: 'This file has more than 200 columns. Keep those that you want to import.',
  many: 'This file has more than 50,000 rows. Split it and import the parts.',
  noRows: 'There are no rows below the headings.',
  noHeadings: 'There are no headings: the first row must name the columns.',
  slow: 'This file could not be read within 30 seconds. Copy the rows alone into a new one and import that.',
  memory: 'This file needs too much memory to be read. Copy the rows alone into a new one and import that.',
} as const;
