import { parentPort } from 'node:worker_threads';
import { isRenderError } from './render-error.ts';
import type { RenderErrorCode } from './render-error.ts';
import { createPageRenderer } from './render-page.ts';
import { warmingPage } from './warming-page.ts';
import type { PageModel } from './page-model.ts';

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly pdf: Uint8Array }
  | {
      readonly kind: 'failed';
      readonly code: RenderErrorCode;
      readonly message: string;
      readonly field?: string;
      readonly text?: string;
    };

const port = parentPort;
if (port) {
  const render = createPageRenderer();
  // The first render parses templates and fonts: better now than in front of a user.
  render([warmingPage]);
  port.on('message', (models: readonly PageModel[]) => {
    try {
      const pdf = render(models);
      port.postMessage({ kind: 'done', pdf } satisfies WorkerReply, [pdf.buffer as ArrayBuffer]);
    } catch (error) {
      port.postMessage(failure(error), []);
    }
  });
  port.postMessage({ kind: 'ready' } satisfies WorkerReply, []);
}

function failure(error: unknown): WorkerReply {
  const message = error instanceof Error ? error.message : String(error);
  if (!isRenderError(error)) return { kind: 'failed', code: 'RENDER_FAILED', message };
  const { code, field, text } = error;
  return { kind: 'failed', code, message, ...(field ? { field } : {}), ...(text ? { text } : {}) };
}
