import type { PageModel } from './page-model.ts';

/** A page that touches every font and kind of section a note uses, rendered once when a worker starts. */
export const warmingPage: PageModel = {
  template: 'debit-note',
  title: 'Warming',
  number: '0',
  date: '1 January 2026',
  at: '2026-01-01',
  firm: { name: 'Firm', addressLines: ['Address'] },
  branchName: 'Branch',
  verification: { code: '0', url: 'https://example.invalid/0' },
  parties: [{ label: 'To', name: 'Party شركة 公司', lines: ['Address شركة 公司'] }],
  facts: [{ label: 'Number', value: '0' }],
  sections: [
    { kind: 'fields', heading: 'Fields', rows: [{ label: 'Label', value: 'Value' }] },
    {
      kind: 'money',
      currency: 'KES',
      lines: [{ label: 'Line', amount: '0.00' }],
      total: { label: 'Total', amount: '0.00' },
      words: 'Zero',
    },
    { kind: 'table', columns: [{ label: 'Column', grow: true }], rows: [['Cell']] },
  ],
};
