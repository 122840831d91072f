const CODES = [
  'GLYPH_MISSING',
  'LOGO_REFUSED',
  'MODEL_TOO_LARGE',
  'RENDER_TIMEOUT',
  'QUEUE_FULL',
  'RENDERER_CLOSED',
  'RENDER_FAILED',
] as const;

export type RenderErrorCode = (typeof CODES)[number];

interface RenderErrorDetail {
  /** The label of the field on the document, and its text, where one is to blame. */
  readonly field?: string;
  readonly text?: string;
}

type RenderError = Error & RenderErrorDetail & { readonly code: RenderErrorCode };

export const renderError = (code: RenderErrorCode, message: string, detail: RenderErrorDetail = {}): RenderError =>
  Object.assign(new Error(message), { code, ...detail });

/** By its code, not by having one: the native compiler's errors carry codes of their own. */
export const isRenderError = (error: unknown): error is RenderError =>
  error instanceof Error && 'code' in error && CODES.some((code) => code === error.code);
