import { showDay } from '../figures.ts';
import type { Day } from './common.ts';
import type { Firm, PageModel } from '../page-model.ts';

const CODE = 'XXXX-XXXX-XXXX-XXXX';

/** A sample page: the letterhead of every document, over a short letter. It is no document. */
export const letterheadModel = (input: {
  readonly firm: Firm;
  readonly branchName: string;
  readonly day: Day;
}): PageModel => ({
  template: 'letterhead',
  title: 'Letterhead',
  number: 'SAMPLE',
  date: showDay(input.day),
  at: input.day,
  firm: input.firm,
  branchName: input.branchName,
  verification: { code: CODE, url: 'https://example.com/verify' },
  watermark: 'SAMPLE',
  parties: [{ label: 'To', name: 'A reinsured', lines: ['Its street and number', 'Its town'] }],
  facts: [
    { label: 'Number', value: 'SAMPLE' },
    { label: 'Date', value: showDay(input.day) },
    ...(input.branchName === '' ? [] : [{ label: 'Branch', value: input.branchName }]),
  ],
  sections: [
    {
      kind: 'text',
      heading: 'How it prints',
      paragraphs: [
        'This page shows the head and the foot of debit and credit notes, slips, receipts, vouchers and statements made from now on.',
        'Documents that were issued keep the letterhead that they were issued with.',
      ],
    },
  ],
});
