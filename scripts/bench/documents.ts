import { creditNoteModel } from '../../server/platform/documents/kinds/credit-note.ts';
import type { PageModel } from '../../server/platform/documents/page-model.ts';
import { createRenderer } from '../../server/platform/documents/renderer.ts';
import { creditNote } from '../../server/platform/documents/samples.ts';
import { warmingPage } from '../../server/platform/documents/warming-page.ts';
import { quantile, timed, type Figure } from './figure.ts';

const ROUNDS = 25;

/** A note beside a page with next to nothing on it, in turns; `bench-documents.ts` measures every kind. */
export async function benchDocuments(): Promise<Figure[]> {
  const renderer = createRenderer({ log: { warn: () => undefined } });
  await using ending = new AsyncDisposableStack();
  ending.defer(() => renderer.close());
  const render = (model: PageModel) => timed(() => renderer.render(model));
  const [notes, pages]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    pages.push(await render({ ...warmingPage, sections: [], number: `${round}` }));
    notes.push(await render({ ...creditNoteModel(creditNote), number: `CN/${round}` }));
  }
  return [
    {
      name: 'a credit note beside a bare page',
      figure: quantile(notes, 0.5) / quantile(pages, 0.5),
      bound: 5,
      unit: '×',
      data: `medians of ${ROUNDS}, warm`,
    },
  ];
}
