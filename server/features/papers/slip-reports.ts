import type { Reply } from '../../../domain/endpoint.ts';
import type { londonSlipReport } from '../../../domain/slips/contract.ts';
import { ofOrder } from '../../../domain/slips/signing.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { amendedSections, slipFactsOf, stagesOf } from './slips.ts';
import { coverHeadings, slipHeadings, type SlipFacts } from './headings.ts';

type Paper = Reply<typeof londonSlipReport>;

function paperOf(facts: SlipFacts, sections: Paper['sections']): Paper {
  const { placement, terms } = facts;
  const { slip, currency, status } = placement;
  return {
    id: placement.id,
    umr: slip.umr,
    broker_reference: placement.reference,
    status,
    for_offer: status !== 'APPROVED',
    reinsured: placement.reinsured.name,
    currency,
    sections,
    securities: terms.lines.map((line) => {
      const { stamp, reference } = stagesOf(facts, line);
      return {
        security: line.name,
        leader: line.securityId === slip.sections.subscription.leader,
        stamp,
        reference,
        written: line.offer,
        signed: line.share,
        of_order: ofOrder(line.share, terms.fac),
        premium: formatAmount(line.figures.sharePremium, currency),
      };
    }),
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
  const facts = await slipFactsOf(ctx, id);
  const sections = slipHeadings(facts);
  return paperOf(facts, plain(await amendedSections(ctx, facts, { kind: 'london-slip', sections })));
}

/** What the cover note says, as data. Specification §7. */
export async function slipCoverNoteReport(ctx: Ctx, id: number): Promise<Paper> {
  const facts = await slipFactsOf(ctx, id);
  const sections = coverHeadings(facts);
  return paperOf(facts, plain(await amendedSections(ctx, facts, { kind: 'cover-note', sections })));
}

type Entry = { number: string; section: string; heading: string; item: string; text: string };

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'Number', kind: 'text', cell: (row) => row.number },
  { name: 'Section', kind: 'text', cell: (row) => row.section },
  { name: 'Heading', kind: 'text', cell: (row) => row.heading },
  { name: 'Item', kind: 'text', cell: (row) => row.item },
  { name: 'Text', kind: 'text', cell: (row) => row.text },
];

/** A row for each item under a heading, numbered as on the paper; then one for each of a security's. */
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
        ].map((row) => ({ number: `${at + 1}.${index + 1}`, section: section.title, heading: label, ...row })),
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
    ].map((row) => ({ number: '', section: 'Securities', heading: line.security, ...row })),
  );
  return [...headed, ...lines];
}

const exportOf = (name: string, paper: Paper): ExportTable =>
  exportTable({ name, columns: COLUMNS, rows: entriesOf(paper) });

/** The same as a table, a row for each item. §6 Conventions of the calls. */
export async function slipReportExport(ctx: Ctx, id: number): Promise<ExportTable> {
  return exportOf('london-slip', await slipReport(ctx, id));
}
export async function slipCoverNoteExport(ctx: Ctx, id: number): Promise<ExportTable> {
  return exportOf('london-cover-note', await slipCoverNoteReport(ctx, id));
}
