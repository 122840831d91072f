import { ACCEPTED, FILE_KINDS, kindByName, type FileKind } from '../../../domain/attachments/kinds.ts';
import { oldOfficeNames } from './old-office.ts';
import { pdfContent } from './pdf-content.ts';
import { zipContent } from './zip-office.ts';

/** What the bytes are, or why they are not taken. */
type Judged = { kind: FileKind } | { refusal: string };
/** The kind that the bytes show: several kinds of text look alike, and the name decides between them. */
type Seen = { kinds: readonly FileKind[] } | { refusal: string };

const MACROS = 'This file holds macros. Save it without them and attach it again.';
const PROGRAM = 'Programs, scripts and web pages are not accepted.';
const LOCKED = 'This file is locked with a password. Attach it without one.';

const PDF_REFUSALS = {
  active: 'This PDF holds scripts or starts something by itself. Print it to a new PDF and attach that.',
  files: 'This PDF holds other files. Attach each of them by itself, and the PDF without them.',
  closed: 'This PDF is protected, so that nobody can look into it. Save it without protection and attach it again.',
} as const;

const HEIF = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const starts = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
const latin = (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to).toString('latin1');

// Of Word and Excel until 2003: the folder of the project, and its parts.
const MACRO_STREAMS = ['_VBA_PROJECT', '_VBA_PROJECT_CUR', 'VBA', 'Macros'];

function bySignature(bytes: Buffer): FileKind | null {
  if (latin(bytes, 0, 5) === '%PDF-') return 'pdf';
  if (starts(bytes, '89504e470d0a1a0a')) return 'png';
  if (starts(bytes, 'ffd8ff')) return 'jpeg';
  if (/^GIF8[79]a/.test(latin(bytes, 0, 6))) return 'gif';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp';
  if (starts(bytes, '49492a00') || starts(bytes, '4d4d002a')) return 'tiff';
  if (latin(bytes, 4, 8) === 'ftyp' && HEIF.has(latin(bytes, 8, 12))) return 'heic';
  return null;
}

// MZ, ELF, Mach-O in both orders and fat, Java, a Windows shortcut.
const PROGRAMS = ['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4c00000001140200'];

// [MS-PPT] VbaInfoContainer and VbaInfoAtom: the heads of the record that says whether there are macros.
const SHOW_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');

/** A PowerPoint file until 2003 keeps its macros within its own stream and not in a folder of theirs. */
function showHasMacros(bytes: Buffer): boolean {
  let at = bytes.indexOf(SHOW_MACROS);
  while (at !== -1) {
    // After the heads: where the project is, and whether it has any.
    const flag = at + SHOW_MACROS.length + 4;
    if (flag + 4 > bytes.length || bytes.readUInt32LE(flag) !== 0) return true;
    at = bytes.indexOf(SHOW_MACROS, flag);
  }
  return false;
}

function oldOffice(bytes: Buffer): Seen {
  const names = oldOfficeNames(bytes);
  if (!names) return { refusal: ACCEPTED };
  if (names.has('EncryptedPackage')) return { refusal: LOCKED };
  if (MACRO_STREAMS.some((name) => names.has(name))) return { refusal: MACROS };
  if (names.has('WordDocument')) return { kinds: ['doc'] };
  if (names.has('Workbook') || names.has('Book')) return { kinds: ['xls'] };
  if (names.has('PowerPoint Document')) return showHasMacros(bytes) ? { refusal: MACROS } : { kinds: ['ppt'] };
  if (names.has('__properties_version1.0')) return { kinds: ['msg'] };
  return { refusal: ACCEPTED };
}

async function zipped(bytes: Buffer): Promise<Seen> {
  const content = await zipContent(bytes);
  if (content === 'macros') return { refusal: MACROS };
  if (content === 'encrypted') return { refusal: LOCKED };
  if (content === null) return { refusal: 'This file is damaged and cannot be opened.' };
  return content === 'zip' ? { refusal: 'Attach the files themselves, not an archive.' } : { kinds: [content] };
}

const PAGE = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body|script|svg|iframe|\?xml|\?php|%|xsl:|hta:)/i;
const SCRIPT = /^(?:#!|@echo\b|rem\s|<\?php|\s*(?:powershell|wscript|cscript)\b)/i;
const FIELD = /^[A-Za-z][A-Za-z0-9-]*:[ \t]?\S/;
const MAIL_FIELDS = /^(?:from|to|cc|date|subject|received|message-id|mime-version|return-path|delivered-to|x-[\w-]+):/i;

/** Header fields as a mail begins: two of its own, among them who sent it. */
function looksLikeMail(text: string): boolean {
  const head = text.slice(0, 65_536).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const lines = head.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  const fields = lines.filter((line) => MAIL_FIELDS.test(line));
  return (
    lines.every((line) => FIELD.test(line) || /^[\w-]+:\s*$/.test(line)) && fields.length >= 2 && /^from:/im.test(head)
  );
}

function texts(bytes: Buffer): Seen {
  if (bytes.includes(0)) return { refusal: ACCEPTED };
  const loose = bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  if (PAGE.test(loose.slice(0, 4096)) || SCRIPT.test(loose.slice(0, 200))) return { refusal: PROGRAM };
  if (looksLikeMail(loose)) return { kinds: ['eml', 'txt'] };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { refusal: `${ACCEPTED} A text must be saved as UTF-8.` };
  }
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0001-\u0008\u000b\u000e-\u001f]/.test(text) ? { refusal: ACCEPTED } : { kinds: ['txt', 'csv'] };
}

async function pdf(bytes: Buffer): Promise<Seen> {
  const content = await pdfContent(bytes);
  return content === 'plain' ? { kinds: ['pdf'] } : { refusal: PDF_REFUSALS[content] };
}

async function seen(bytes: Buffer): Promise<Seen> {
  const kind = bySignature(bytes);
  if (kind === 'pdf') return pdf(bytes);
  if (kind) return { kinds: [kind] };
  // A text may begin with the same letters, but it holds no zero.
  if (PROGRAMS.some((program) => starts(bytes, program)) && bytes.includes(0)) return { refusal: PROGRAM };
  if (starts(bytes, 'd0cf11e0a1b11ae1')) return oldOffice(bytes);
  if (starts(bytes, '504b0304') || starts(bytes, '504b0506')) return zipped(bytes);
  return texts(bytes);
}

const UNSAFE =
  /\.(?:exe|dll|com|scr|msi|bat|cmd|ps1|psm1|vbs|vbe|js|mjs|jse|wsf|hta|lnk|jar|sh|py|php|html?|xhtml|svg|mhtml?|docm|dotm|xlsm|xltm|xlam|pptm|ppam)$/i;

/**
 * What a file is, by its content and by its name, which must agree. A refusal is one sentence for the person who chose
 * the file.
 */
export async function judgeFile(bytes: Buffer, name: string): Promise<Judged> {
  if (bytes.length === 0) return { refusal: 'The file is empty.' };
  const content = await seen(bytes);
  if ('refusal' in content) return content;
  const promised = kindByName(name);
  if (promised !== null && content.kinds.includes(promised)) return { kind: promised };
  if (UNSAFE.test(name)) return { refusal: PROGRAM };
  const [first] = content.kinds;
  if (!first) return { refusal: ACCEPTED };
  const endings = content.kinds.map((kind) => `.${FILE_KINDS[kind].endings[0] ?? ''}`).join(' or ');
  return { refusal: `The name does not fit the content, which is ${FILE_KINDS[first].phrase}. Name it ${endings}.` };
}
