/** The kinds of file that may be attached: what they are called, how their names end, how they travel back. */
export type FileKind =
  | 'pdf'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'tiff'
  | 'heic'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'msg'
  | 'eml'
  | 'txt'
  | 'csv';

type Kind = {
  /** With its article: "a PDF", as in "but it is a PDF". */
  phrase: string;
  label: string;
  endings: readonly string[];
  type: string;
  /** A browser shows it without a plug-in and runs nothing in it. */
  preview?: 'frame' | 'image';
};

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

export const FILE_KINDS: Readonly<Record<FileKind, Kind>> = {
  pdf: { phrase: 'a PDF', label: 'PDF', endings: ['pdf'], type: 'application/pdf', preview: 'frame' },
  png: { phrase: 'a PNG image', label: 'PNG image', endings: ['png'], type: 'image/png', preview: 'image' },
  jpeg: {
    phrase: 'a JPEG image',
    label: 'JPEG image',
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    type: 'image/jpeg',
    preview: 'image',
  },
  gif: { phrase: 'a GIF image', label: 'GIF image', endings: ['gif'], type: 'image/gif', preview: 'image' },
  webp: { phrase: 'a WebP image', label: 'WebP image', endings: ['webp'], type: 'image/webp', preview: 'image' },
  tiff: { phrase: 'a TIFF image', label: 'TIFF image', endings: ['tif', 'tiff'], type: 'image/tiff' },
  heic: { phrase: 'a HEIC image', label: 'HEIC image', endings: ['heic', 'heif'], type: 'image/heic' },
  docx: {
    phrase: 'a Word document',
    label: 'Word document',
    endings: ['docx'],
    type: `${OOXML}.wordprocessingml.document`,
  },
  xlsx: {
    phrase: 'an Excel workbook',
    label: 'Excel workbook',
    endings: ['xlsx'],
    type: `${OOXML}.spreadsheetml.sheet`,
  },
  pptx: {
    phrase: 'a PowerPoint file',
    label: 'PowerPoint file',
    endings: ['pptx'],
    type: `${OOXML}.presentationml.presentation`,
  },
  odt: { phrase: 'an OpenDocument text', label: 'OpenDocument text', endings: ['odt'], type: `${ODF}.text` },
  ods: { phrase: 'an OpenDocument sheet', label: 'OpenDocument sheet', endings: ['ods'], type: `${ODF}.spreadsheet` },
  odp: { phrase: 'an OpenDocument show', label: 'OpenDocument show', endings: ['odp'], type: `${ODF}.presentation` },
  doc: {
    phrase: 'an older Word document',
    label: 'Word document (97–2003)',
    endings: ['doc'],
    type: 'application/msword',
  },
  xls: {
    phrase: 'an older Excel workbook',
    label: 'Excel workbook (97–2003)',
    endings: ['xls'],
    type: 'application/vnd.ms-excel',
  },
  ppt: {
    phrase: 'an older PowerPoint file',
    label: 'PowerPoint file (97–2003)',
    endings: ['ppt'],
    type: 'application/vnd.ms-powerpoint',
  },
  msg: { phrase: 'an Outlook mail', label: 'Outlook mail', endings: ['msg'], type: 'application/vnd.ms-outlook' },
  eml: { phrase: 'a mail', label: 'Mail', endings: ['eml'], type: 'message/rfc822' },
  txt: { phrase: 'a text', label: 'Text', endings: ['txt'], type: 'text/plain; charset=utf-8' },
  csv: { phrase: 'a CSV table', label: 'CSV table', endings: ['csv'], type: 'text/csv; charset=utf-8' },
};

export const ACCEPTED = 'Attach a PDF, an image, an office file, a mail or a plain text.';

/** What a browser's file chooser offers. */
export const ACCEPT_ATTRIBUTE = Object.values(FILE_KINDS)
  .flatMap((kind) => kind.endings.map((ending) => `.${ending}`))
  .join(',');

const KINDS = Object.entries(FILE_KINDS) as [FileKind, Kind][];

/** The kind that a name's ending promises; null for one that is not accepted. */
export function kindByName(name: string): FileKind | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return KINDS.find(([, kind]) => kind.endings.includes(ending))?.[0] ?? null;
}

/** The kind as it was kept; a row is only ever written with one of these. */
export function fileKind(value: string): Kind {
  return FILE_KINDS[value as FileKind];
}
