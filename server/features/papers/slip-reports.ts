import type { Reply } from '../../../domain/endpoint.ts';
import { type londonSlipReport, slipPaperTable } from '../../../domain/slips/contract.ts';
import type { Values } from '../../../domain/tables/table.ts';
import { ofOrder } from '../../../domain/slips/signing.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { fact } from '../../platform/exports/facts.ts';
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
async function slipSays(ctx: Ctx, id: number): Promise<Paper> {
  const facts = await slipFactsOf(ctx, id);
  const sections = slipHeadings(facts);
  return paperOf(facts, plain(await amendedSections(ctx, facts, { kind: 'london-slip', sections })));
}

/** What the cover note says, as data. Specification §7. */
async function slipCoverNoteSays(ctx: Ctx, id: number): Promise<Paper> {
  const facts = await slipFactsOf(ctx, id);
  const sections = coverHeadings(facts);
  return paperOf(facts, plain(await amendedSections(ctx, facts, { kind: 'cover-note', sections })));
}

type Entry = Values<typeof slipPaperTable>;

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

type Query = { query: { id: number } };
/** What a paper says as data, and as files, a row for each item. §6 Conventions of the calls. */
const reportOf = (named: { name: string; title: string }, read: (ctx: Ctx, id: number) => Promise<Paper>) => ({
  ...named,
  table: slipPaperTable,
  facts: async (ctx: Ctx, { query }: Query) => {
    const { broker_reference: reference, umr, reinsured } = await read(ctx, query.id);
    return [fact('Slip', reference), fact('UMR', umr), fact('Reinsured', reinsured)];
  },
  reply: (ctx: Ctx, { query }: Query) => read(ctx, query.id),
  rows: async (ctx: Ctx, { query }: Query) => entriesOf(await read(ctx, query.id)),
});
export const slipReport = reportOf({ name: 'london-slip', title: 'London slip' }, slipSays);
export const slipCoverNoteReport = reportOf(
  { name: 'london-cover-note', title: 'Cover note of a London slip' },
  slipCoverNoteSays,
);
