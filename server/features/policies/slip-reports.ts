import type { Reply } from '../../../domain/endpoint.ts';
import type { londonSlipReport } from '../../../domain/policies/london.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { amendedSections, papersOf, type Papers } from './slip-documents.ts';
import { coverHeadings, slipHeadings } from './slip-headings.ts';

type Paper = Reply<typeof londonSlipReport>;

function paperOf({ record, approved }: Papers, sections: Paper['sections']): Paper {
  return {
    id: record.id,
    umr: record.umr,
    broker_reference: record.broker_reference,
    status: record.status,
    for_offer: !approved,
    reinsured: record.reinsured.name,
    currency: record.currency,
    sections,
    securities: record.securities.map((line) => ({
      security: line.security.name,
      leader: line.security.id === record.slip.subscription.leader,
      stamp: line.stamp,
      reference: line.reference,
      written: line.offer,
      signed: line.share,
      of_order: line.of_order,
      premium: line.sharepremium,
    })),
  };
}

const plain = (sections: ReturnType<typeof slipHeadings>): Paper['sections'] =>
  sections.map(({ title, headings }) => ({
    title,
    headings: headings.map(({ label, paragraphs, pairs, clauses }) => ({
      label,
      ...(paragraphs && { paragraphs: [...paragraphs] }),
      ...(pairs && { pairs: [...pairs] }),
      ...(clauses && { clauses: [...clauses] }),
    })),
  }));

/** What the slip says, as data. Specification §7. */
export async function slipReport(ctx: Ctx, id: number): Promise<Paper> {
  const papers = await papersOf(ctx, { id, market: 'LONDON' });
  const sections = slipHeadings(papers.record, papers.extras);
  return paperOf(papers, plain(await amendedSections(ctx, papers, { kind: 'london-slip', sections })));
}

/** What the cover note says, as data. Specification §7. */
export async function slipCoverNoteReport(ctx: Ctx, id: number): Promise<Paper> {
  const papers = await papersOf(ctx, { id, market: 'LONDON' });
  const sections = coverHeadings(papers.record, papers.extras);
  return paperOf(papers, plain(await amendedSections(ctx, papers, { kind: 'cover-note', sections })));
}

type Entry = { number: string; section: string; heading: string; item: string; text: string };

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'Number', kind: 'text', cell: (row) => row.number },
  { name: 'Section', kind: 'text', cell: (row) => row.section },
  { name: 'Heading', kind: 'text', cell: (row) => row.heading },
  { name: 'Item', kind: 'text', cell: (row) => row.item },
  { name: 'Text', kind: 'text', cell: (row) => row.text },
];

/** A row for each thing that stands under a heading, numbered as on the paper; then one for each of a security's. */
function entriesOf(paper: Paper): Entry[] {
  const headed = paper.sections
    .filter((section) => section.headings.length > 0)
    .flatMap((section, at) =>
      section.headings.flatMap(({ label, paragraphs = [], pairs = [], clauses = [] }, index) =>
        [
          ...paragraphs.map((text) => ({ item: '', text })),
          ...pairs.map((pair) => ({ item: pair.label, text: pair.value })),
          ...clauses.map((clause) => ({
            item: clause.reference ?? '',
            text: [clause.title, clause.text].filter(Boolean).join('\n'),
          })),
        ].map((said) => ({ number: `${at + 1}.${index + 1}`, section: section.title, heading: label, ...said })),
      ),
    );
  const lines = paper.securities.flatMap((line) =>
    [
      { item: 'Slip leader', text: line.leader ? 'Yes' : 'No' },
      { item: 'Stamp', text: line.stamp },
      { item: 'Reference', text: line.reference },
      { item: 'Written, % of whole', text: formatRate(line.written) },
      { item: 'Signed, % of whole', text: formatRate(line.signed) },
      { item: 'Signed, % of order', text: formatRate(line.of_order) },
      { item: `Premium, ${paper.currency}`, text: line.premium },
    ].map((said) => ({ number: '', section: 'Securities', heading: line.security, ...said })),
  );
  return [...headed, ...lines];
}

const exportOf = (name: string, paper: Paper): ExportTable =>
  exportTable({ name, columns: COLUMNS, rows: entriesOf(paper) });

/** The same as a table, a row for each thing that is said. §6 Conventions of the calls. */
export async function slipReportExport(ctx: Ctx, id: number): Promise<ExportTable> {
  return exportOf('london-slip', await slipReport(ctx, id));
}
export async function slipCoverNoteExport(ctx: Ctx, id: number): Promise<ExportTable> {
  return exportOf('london-cover-note', await slipCoverNoteReport(ctx, id));
}
