import { AppError } from '../../../domain/errors.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { previewLetterhead } from '../../../domain/firm/settings.ts';
import { isRenderError } from '../../platform/documents/render-error.ts';
import { letterheadModel } from '../../platform/documents/kinds/letterhead.ts';
import type { Firm } from '../../platform/documents/page-model.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { identityOf, readFirm } from './settings.ts';

type Identity = Decoded<typeof previewLetterhead>['body'];

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function pngAsSvg({ bytes, width, height }: { bytes: Buffer; width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${bytes.toString('base64')}"/></svg>`;
}

/** A logo as the printer draws it; a PNG is carried by an SVG of its size. */
export function drawnLogo(logo: { type: string; bytes: Buffer; width: number; height: number }): string {
  return logo.type === 'image/png' ? pngAsSvg(logo) : logo.bytes.toString('utf8');
}

/** Licence, registration and numbers, as one line for the foot of every page. */
function footOf(firm: Identity): string {
  return [
    firm.document_footer,
    firm.licence,
    firm.registration,
    firm.tax_number && `Tax number ${firm.tax_number}`,
    firm.lloyds_broker_number && `Lloyd’s broker ${firm.lloyds_broker_number}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * What every document of a branch has at its head and foot; the branch's own address takes precedence over the firm's.
 */
export async function letterheadOf(
  ctx: Ctx,
  branchId: number,
  identity?: Identity,
): Promise<{ firm: Firm; branchName: string }> {
  const firm = identity ?? identityOf(await readFirm(ctx));
  const logo = await ctx.db.selectFrom('firm_logo').select(['type', 'bytes', 'width', 'height']).executeTakeFirst();
  const branch = await ctx.db
    .selectFrom('branches')
    .select(['name', 'address', 'phone'])
    .where('id', '=', branchId)
    .executeTakeFirst();
  const own = linesOf(branch?.address ?? '');
  const street = own.length > 0 ? own : linesOf(firm.street_address);
  const phone = branch?.phone || firm.phone;
  const foot = footOf(firm);
  return {
    firm: {
      name: firm.name,
      addressLines: [
        ...(firm.trading_name ? [`Trading as ${firm.trading_name}`] : []),
        ...street,
        ...linesOf(firm.postal_address),
      ],
      ...(phone && { phone }),
      ...(firm.email && { email: firm.email }),
      ...(firm.website && { website: firm.website }),
      ...(firm.website && { website: firm.website }),
      ...(foot && { registration: foot }),
      ...(logo && { logoSvg: drawnLogo(logo) }),
    },
    branchName: branch?.name ?? '',
  };
}

/** Prints the sample page before the transaction, off the event loop. */
export function printLetterhead(services: Services) {
  return async (ctx: PrepareCtx, { body }: { body: Identity | undefined }): Promise<Uint8Array> => {
    const page = await ctx.read((reading) => letterheadOf(reading, reading.branch.id, body));
    return services.renderer.render(letterheadModel({ ...page, day: ctx.today })).catch((error: unknown) => {
      if (isRenderError(error)) throw new AppError('MALFORMED', { reason: error.message });
      throw error;
    });
  };
}

export async function letterheadFile(prepared: unknown): Promise<FileReply> {
  const bytes = prepared as Uint8Array;
  return { file: { name: 'letterhead.pdf', type: 'application/pdf', bytes, inline: true, delivery: null } };
}
