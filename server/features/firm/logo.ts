import { createHash } from 'node:crypto';
import type { AppError } from '../../../domain/errors.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { LOGO_BYTES, type removeLogo, type uploadLogo } from '../../../domain/firm/settings.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import { isRenderError } from '../../platform/documents/render-error.ts';
import type { Services } from '../../services.ts';
import { letterheadModel } from '../../platform/documents/kinds/letterhead.ts';
import { drawnLogo, letterheadOf } from './letterhead.ts';
import { isPng, readPng } from './png-check.ts';
import { readSvg } from './svg-check.ts';

type Logo = { type: 'image/png' | 'image/svg+xml'; bytes: Buffer; width: number; height: number };

function refused(message: string): AppError {
  return invalid({ field: 'logo', message });
}

/** A logo fit for every document, or a refusal of one sentence. */
function readLogo(bytes: Buffer): Logo {
  if (bytes.length === 0) throw refused('Choose a file.');
  if (bytes.length > LOGO_BYTES) throw refused('The logo is larger than 512 kB. Make it smaller.');
  if (isPng(bytes)) {
    const read = readPng(bytes);
    if ('refused' in read) throw refused(read.refused);
    return { type: 'image/png', bytes, ...read };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('The logo must be an SVG or a PNG file.');
  }
  if (!/^\s*</.test(text)) throw refused('The logo must be an SVG or a PNG file.');
  const read = readSvg(text);
  if ('refused' in read) throw refused(read.refused);
  return { type: 'image/svg+xml', bytes, ...read };
}

/** Before the transaction: checks the file and prints a page with it, since what cannot be printed is no logo. */
export function checkLogo(services: Services) {
  return async (ctx: PrepareCtx, { body }: Decoded<typeof uploadLogo>): Promise<Logo> => {
    const logo = readLogo(Buffer.from(body));
    const page = await ctx.read((reading) => letterheadOf(reading, reading.branch.id));
    const model = letterheadModel({ ...page, firm: { ...page.firm, logoSvg: drawnLogo(logo) }, day: ctx.today });
    await services.renderer.render(model).catch((error: unknown) => {
      if (isRenderError(error) && ['LOGO_REFUSED', 'RENDER_FAILED', 'RENDER_TIMEOUT'].includes(error.code))
        throw refused('The logo could not be printed. Save it as plain SVG or as PNG.');
      throw error;
    });
    return logo;
  };
}

export async function keepLogo(ctx: Ctx, prepared: unknown): Promise<Reply<typeof uploadLogo>> {
  const { type, bytes, width, height } = prepared as Logo;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await ctx.db.selectFrom('firm').select('id').forUpdate().executeTakeFirstOrThrow();
  const before = await ctx.db.selectFrom('firm_logo').select('sha256').executeTakeFirst();
  const values = { type, bytes, sha256, width, height, uploaded_by: ctx.user.id, uploaded_at: ctx.now };
  await ctx.db
    .insertInto('firm_logo')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  const facts = { type, width, height, sha256: { before: before?.sha256 ?? null, after: sha256 } };
  await ctx.audit({ entity: 'firm', entityId: 1, action: 'logo_added', facts });
  return { type, width, height, sha256 };
}

export async function dropLogo(ctx: Ctx): Promise<Reply<typeof removeLogo>> {
  await ctx.db.selectFrom('firm').select('id').forUpdate().executeTakeFirstOrThrow();
  const gone = await ctx.db.deleteFrom('firm_logo').returning('sha256').executeTakeFirst();
  if (gone) await ctx.audit({ entity: 'firm', entityId: 1, action: 'logo_removed', facts: { sha256: gone.sha256 } });
  return { removed: gone !== undefined };
}

export async function logoFile(ctx: Ctx): Promise<FileReply> {
  const row = await ctx.db.selectFrom('firm_logo').select(['type', 'bytes']).executeTakeFirstOrThrow(notFound);
  const name = row.type === 'image/png' ? 'logo.png' : 'logo.svg';
  return { file: { name, type: row.type, bytes: row.bytes, delivery: null } };
}
