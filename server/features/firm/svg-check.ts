import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { readCount } from '../../../domain/values/decimal.ts';

const DRAWN = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'metadata',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
  'image',
  'style',
]);
// What drawing programs leave in their files; it is not drawn and does nothing.
const LEFT_BY_EDITORS = /^(sodipodi|inkscape|rdf|cc|dc|i|x|xmpmm|xmp|serif|sketch):/i;
const MOST_ELEMENTS = 20_000;
const DEEPEST = 90;

type Node = { [tag: string]: unknown; ':@'?: Record<string, string> };
type SvgRead = { width: number; height: number };
/** A refusal as one clear sentence. */
export type Refusal = { refused: string };

const refuse = (refused: string): Refusal => ({ refused });

function isOwnReference(value: string): boolean {
  const plain = value.trim();
  return plain === '' || plain.startsWith('#') || /^data:image\/png;base64,[A-Za-z0-9+/=\s]*$/.test(plain);
}

// Values that hold addresses: url(…) in styles and paints, @import in style sheets.
function hasForeignUrl(text: string): boolean {
  // An escape in a style sheet can spell any word.
  if (/@import|expression\s*\(|\\/i.test(text)) return true;
  return [...text.matchAll(/url\(\s*(['"]?)\s*([^'")]*)/gi)].some(([, , target = '']) => !target.startsWith('#'));
}

function attributeFault(name: string, value: string): string | null {
  const local = name.replace(/^.*:/, '').toLowerCase();
  if (local.startsWith('on')) return `The logo has a script in “${name}”. Remove it.`;
  if ((local === 'href' || local === 'src') && !isOwnReference(value))
    return 'The logo refers to something outside itself. Embed it, or remove it.';
  if (local === 'base') return 'The logo refers to something outside itself. Embed it, or remove it.';
  if (!name.startsWith('xmlns') && hasForeignUrl(value))
    return 'The logo refers to something outside itself. Embed it, or remove it.';
  return null;
}

function elementFault(tag: string): string | null {
  const local = tag.replace(/^svg:/, '');
  if (/(^|:)script$/i.test(tag)) return 'The logo contains a script. Remove it.';
  if (/(^|:)foreignObject$/i.test(tag)) return 'The logo contains a foreign object. Remove it.';
  if (/(^|:)(text|tspan|textPath)$/.test(tag)) return 'The logo contains text. Convert its text to outlines.';
  if (DRAWN.has(local) || LEFT_BY_EDITORS.test(tag)) return null;
  return `The logo contains “${tag.slice(0, 40)}”, which cannot be printed. Remove it.`;
}

/** Walks every element without recursion, so that depth is a refusal and never a fault. */
function contentFault(roots: readonly Node[]): string | null {
  const waiting = roots.map((node) => ({ node, depth: 1, within: '' }));
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth, within } = next;
    if (++seen > MOST_ELEMENTS || depth > DEEPEST) return 'The logo is too complicated. Simplify it.';
    const tag = Object.keys(node).find((key) => key !== ':@') ?? '';
    if (tag === '#text') {
      if (within === 'style' && hasForeignUrl(String(node[tag])))
        return 'The logo refers to something outside itself. Embed it, or remove it.';
      continue;
    }
    const fault =
      (tag.startsWith('?')
        ? tag === '?xml'
          ? null
          : 'The logo contains an instruction. Remove it.'
        : elementFault(tag)) ??
      Object.entries(node[':@'] ?? {})
        .map(([name, value]) => attributeFault(name, value))
        .find((one) => one !== null) ??
      null;
    if (fault !== null) return fault;
    const children = node[tag];
    if (Array.isArray(children))
      waiting.push(
        ...children.map((child: Node) => ({ node: child, depth: depth + 1, within: tag.replace(/^svg:/, '') })),
      );
  }
  return null;
}

// A length of a picture, rounded up to whole units.
function lengthOf(text: string | undefined): number {
  const [, whole, fraction] = /^\s*(\d{1,6})(\.\d+)?(?:px|pt|mm|cm|in)?\s*$/.exec(text ?? '') ?? [];
  if (whole === undefined) return 0;
  return readCount(whole) + (fraction === undefined || /^\.0+$/.test(fraction) ? 0 : 1);
}

function sizeOf(attributes: Readonly<Record<string, string>>): SvgRead | null {
  const [, , boxWidth, boxHeight] = (attributes['viewBox'] ?? '').trim().split(/[\s,]+/);
  const width = lengthOf(boxWidth ?? attributes['width']);
  const height = lengthOf(boxHeight ?? attributes['height']);
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Reads an SVG as a logo: well-formed, self-contained, without scripts, text or anything from outside. */
export function readSvg(text: string): SvgRead | Refusal {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return refuse('The logo declares a document type. Save it as plain SVG.');
  if (/<!\[CDATA\[/.test(text)) return refuse('The logo contains a raw block of data. Save it as plain SVG.');
  if (XMLValidator.validate(text) !== true) return refuse('The logo is not well-formed SVG. Save it again.');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: true,
    ignoreDeclaration: false,
  });
  let nodes: Node[];
  try {
    nodes = parser.parse(text) as Node[];
  } catch {
    return refuse('The logo is not well-formed SVG. Save it again.');
  }
  const root = nodes.find((node) => 'svg' in node);
  if (root?.[':@']?.['xmlns'] !== 'http://www.w3.org/2000/svg') return refuse('The file is no SVG picture.');
  const fault = contentFault(nodes);
  if (fault !== null) return refuse(fault);
  return sizeOf(root[':@']) ?? refuse('The logo has no size: give it a viewBox.');
}
