import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { readPdfText } from '../../testing/pdf.ts';
import { creditNoteModel } from './kinds/credit-note.ts';
import { debitNoteModel } from './kinds/debit-note.ts';
import { receiptModel } from './kinds/money-papers.ts';
import { reinsuranceSlipModel } from './kinds/slip.ts';
import { statementModel } from './kinds/statement.ts';
import type { PageModel } from './page-model.ts';
import { createRenderer } from './renderer.ts';
import * as samples from './samples.ts';

const log = { warn: () => undefined };
const renderer = createRenderer({ log });
afterAll(() => renderer.close());

const hash = (pdf: Uint8Array): string => createHash('sha256').update(pdf).digest('hex');

const failure = (model: PageModel, from = renderer) =>
  from.render(model).then(
    () => ({ code: 'none' }),
    (error: unknown) => error,
  );

const models = { receipt: receiptModel(samples.receipt), 'credit note': creditNoteModel(samples.creditNote) };

const hostile = '#panic("x") $x$ *b* _i_ @r <script>alert(1)</script> \\ ` // ] } "';

describe('renderer', () => {
  it('prints hostile, long, Arabic and Chinese text as it is', async () => {
    const name = `${'Société Générale d’Assurances '.repeat(5)}شركة الخليج 中国再保险 ${hostile}`;
    const pdf = await renderer.render(
      debitNoteModel({
        ...samples.debitNote,
        watermark: 'FOR OFFER',
        firm: { ...samples.debitNote.firm, name: 'W'.repeat(150) },
        reinsured: { name, addressLines: ['address '.repeat(37), hostile] },
        terms: [hostile, '\u202eKES 100', 'x'.repeat(3000)],
        amountDue: 999_999_999_999_999_00n,
      }),
    );
    const text = readPdfText(pdf);
    expect(text).toContain(hostile);
    expect(text).toContain('999,999,999,999,999.00');
  });

  it('names the field of a character that no font has', async () => {
    const model = debitNoteModel({ ...samples.debitNote, terms: ['Fine', 'Snow 😀 man'] });
    expect(await failure(model)).toMatchObject({
      code: 'GLYPH_MISSING',
      field: 'Terms of payment',
      text: 'Snow 😀 man',
    });
    const { particulars } = samples.debitNote;
    const named = debitNoteModel({ ...samples.debitNote, particulars: { ...particulars, insured: 'བོད་ལྗོངས' } });
    expect(await failure(named)).toMatchObject({
      code: 'GLYPH_MISSING',
      field: 'Original insured',
      text: 'བོད་ལྗོངས',
    });
  });

  it('sets a logo, and refuses one that could reach outside', async () => {
    const withLogo = (logoSvg: string): PageModel => ({
      ...models.receipt,
      firm: { ...models.receipt.firm, logoSvg },
    });
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><rect width="90" height="20" fill="url(\'#g\')"/></svg>';
    expect((await renderer.render(withLogo(logo))).length).toBeGreaterThan(1000);
    for (const bad of ['<svg><image href="file:///etc/passwd"/></svg>', '<!DOCTYPE x><svg></svg>', 'no'])
      expect(await failure(withLogo(bad))).toMatchObject({ code: 'LOGO_REFUSED' });
  });

  it('lays out 40 clauses, 30 securities and a long statement', async () => {
    const slip = {
      ...samples.reinsuranceSlip,
      clauses: samples.clausesOf(40, 3000),
      securities: samples.manyLines(30),
    };
    const long = await renderer.render(reinsuranceSlipModel(slip));
    expect(readPdfText(long)).toContain('Company Number 30');
    const statement = await renderer.render(statementModel(samples.statement(500)));
    expect(Buffer.from(statement).toString('latin1')).toContain('<pdfaid:conformance>U</pdfaid:conformance>');
    expect(readPdfText(statement)).toContain('DN/NBO/2026/000500');
  });

  it('gives up a document that takes too long and makes the next one', async () => {
    const impatient = createRenderer({ log, timeoutMs: 1500 });
    await impatient.render(models.receipt);
    const huge = reinsuranceSlipModel({ ...samples.reinsuranceSlip, clauses: samples.clausesOf(1000, 3000) });
    const [slow, next] = await Promise.all([failure(huge, impatient), impatient.render(models.receipt)]);
    expect(slow).toMatchObject({ code: 'RENDER_TIMEOUT' });
    expect(hash(next)).toBe(hash(await renderer.render(models.receipt)));
    await impatient.close();
  });

  it('makes a paper while a long report is made, which takes a thread of its own', async () => {
    const own = createRenderer({ log });
    await own.render(models.receipt);
    const done: string[] = [];
    const noted = (name: string, pdf: Promise<Uint8Array>) => pdf.then(() => done.push(name));
    const row = ['Jubilee', '1,250.00'];
    const rows = Array.from({ length: 3_000 }, () => row);
    const columns = [
      { label: 'Name', kind: 'text' as const },
      { label: 'Amount', kind: 'amount' as const },
    ];
    const long = {
      ...models.receipt,
      template: 'report' as const,
      sections: [{ kind: 'report' as const, columns, rows, totals: [] }],
    };
    await Promise.all([
      noted('first report', own.render(long)),
      noted('second report', own.render(long)),
      noted('receipt', own.render(models.receipt)),
      noted('credit note', own.render(models['credit note'])),
    ]);
    expect(done).toEqual(['receipt', 'credit note', 'first report', 'second report']);
    await own.close();
  });

  it('keeps the cause of a failure in the log and out of the message', async () => {
    const logged: object[] = [];
    const watched = createRenderer({ log: { warn: (details) => logged.push(details) } });
    const broken = { ...models.receipt, sections: [{ kind: 'money' }] } as unknown as PageModel;
    expect(await failure(broken, watched)).toMatchObject({
      code: 'RENDER_FAILED',
      message: 'The document could not be made.',
    });
    expect(logged).toHaveLength(1);
    expect(hash(await watched.render(models.receipt))).toBe(hash(await renderer.render(models.receipt)));
    await watched.close();
  });

  it('limits its queue, and after closing refuses', async () => {
    const small = createRenderer({ log, maxQueued: 2 });
    const failures = [1, 2, 3].map(() => failure(models.receipt, small));
    expect(await failures[2]).toMatchObject({ code: 'QUEUE_FULL' });
    expect(await failures[1]).toMatchObject({ code: 'none' });
    await small.close();
    expect(await failure(models.receipt, small)).toMatchObject({ code: 'RENDERER_CLOSED' });
  });
});
