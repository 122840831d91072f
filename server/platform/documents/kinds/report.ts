import { showDay } from '../figures.ts';
import type { Firm, LabelledText, PageModel, ReportSection } from '../page-model.ts';
import type { Day } from './common.ts';

/** A report on the firm's letterhead: what it is, of which days, narrowed to what, and its rows. It is no document. */
export const reportModel = (input: {
  readonly firm: Firm;
  readonly branchName: string;
  readonly title: string;
  readonly period: string;
  readonly day: Day;
  readonly facts: readonly LabelledText[];
  readonly rows: Omit<ReportSection, 'kind'>;
}): PageModel => ({
  template: 'report',
  title: input.title,
  number: input.period,
  date: showDay(input.day),
  at: input.day,
  firm: input.firm,
  branchName: input.branchName,
  parties: [],
  facts: input.facts,
  sections: [{ kind: 'report', ...input.rows }],
});
