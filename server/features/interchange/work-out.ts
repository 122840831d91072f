import { createHash } from 'node:crypto';
import type { previewPlacement } from '../../../domain/interchange/contract.ts';
import { filledFields } from '../../../domain/interchange/fields.ts';
import type { Matched } from '../../../domain/interchange/mapping.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { readPlacement } from '../../../domain/interchange/read-file.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { parseRate, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { existingOf } from './existing.ts';
import { checkForm, fileErrors, formOf, signedLines, type Form, type PlaceError } from './form.ts';
import {
  matchClass,
  matchClauses,
  matchParties,
  nearOf,
  offersTerms,
  type Choices,
  type ClauseMatch,
  type PartyMatch,
} from './matching.ts';
import { warningsOf } from './warnings.ts';

type Preview = Reply<typeof previewPlacement>;
export type PlacementUpload = { file: PlacementFile; sha256: string };

// The id of a party that is still to be chosen, a different one for each: no register has such a number.
const NOBODY = 2_000_000_000;

/** A file as it was sent. Throws FILE_REFUSED with one sentence, or VALIDATION naming what is wrong at each JSON path. */
export function readUpload(bytes: Uint8Array): PlacementUpload {
  const read = readPlacement(bytes);
  if ('refused' in read)
    throw new AppError('FILE_REFUSED', { reason: read.refused }, [{ field: 'file', message: read.refused }]);
  if ('errors' in read) throw invalid(...read.errors.map(({ path, message }) => ({ field: path, message })));
  return { file: read.file, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export type Worked = {
  parties: PartyMatch[];
  coverType: { id: number; name: string } | null;
  terms: { code: string; match: string | null };
  clauses: ClauseMatch[];
  form: Form | null;
  errors: PlaceError[];
};

/** The parties and terms that a file names here, and the form that it fills with them. */
export async function workOut(ctx: Ctx, file: PlacementFile, choices: Choices): Promise<Worked> {
  const parties = await matchParties(ctx, file, choices);
  const coverType = await matchClass(ctx, file, choices);
  const code = choices.get('payment.terms') ?? file.payment.terms;
  const clauses = await matchClauses(ctx, file);
  const ids = parties.map((one, index) => one.match?.id ?? NOBODY + index);
  const [reinsured = NOBODY, insured = NOBODY, ...securities] = ids;
  const matched: Matched = {
    reinsured,
    insured,
    securities,
    coverType: coverType?.id ?? NOBODY,
    clauses: clauses.flatMap(({ id, wording_version }) =>
      id === null || wording_version === null ? [] : [{ id, wording_version }],
    ),
    terms: choices.get('payment.terms') ?? null,
  };
  const own = fileErrors(file);
  const read = own.length > 0 ? { errors: own } : formOf(file, matched);
  return {
    parties,
    coverType,
    terms: { code: file.payment.terms, match: (await offersTerms(ctx, code)) ? code : null },
    clauses,
    ...('form' in read ? { form: read.form, errors: [] } : { form: null, errors: read.errors }),
  };
}

/** The places at which somebody is still to be chosen: what the rules say of them is not an error of the file. */
export function openPlaces({ parties, coverType, terms }: Worked): string[] {
  return [
    ...parties.filter((one) => one.match === null).map((one) => one.place),
    ...(coverType === null ? ['class_of_business'] : []),
    ...(terms.match === null ? ['payment.terms'] : []),
  ];
}

function partyView(one: PartyMatch, line: Preview['parties'][number]['line']) {
  const { registration_number, market_number, country } = one.party;
  const detail = [
    ...(registration_number === '' ? [] : [`Registration ${registration_number}`]),
    ...(market_number === '' ? [] : [`Market number ${market_number}`]),
    ...(country === null ? [] : [country]),
  ].join(' · ');
  const { place, register, party, match, by } = one;
  return { place, register, name: party.name, detail, match, by, near: [], line };
}

const rateOf = (text: string): Rate => {
  const read = parseRate(text);
  return typeof read === 'bigint' ? read : 0n;
};

function linesOf(file: PlacementFile, form: Form | null): Preview['parties'][number]['line'][] {
  const signed = form === null ? [] : signedLines(form);
  return file.participations.map((line, index) => ({
    written: line.written_line === null ? null : rateOf(line.written_line),
    sent: rateOf(line.signed_line),
    signed: signed[index] ?? null,
  }));
}

async function partiesView(ctx: Ctx, file: PlacementFile, worked: Worked): Promise<Preview['parties']> {
  const lines = linesOf(file, worked.form);
  const views: Preview['parties'] = [];
  for (const [index, one] of worked.parties.entries()) {
    const view = partyView(one, index < 2 ? null : (lines[index - 2] ?? null));
    views.push({ ...view, near: one.match === null ? await nearOf(ctx, one) : [] });
  }
  return views;
}

/** What a file would become, and everything to know beforehand. Writes nothing. */
export async function previewOf(ctx: Ctx, { file, sha256 }: PlacementUpload, choices: Choices): Promise<Preview> {
  const worked = await workOut(ctx, file, choices);
  const open = openPlaces(worked);
  const checked = worked.form === null ? { errors: worked.errors } : await checkForm(ctx, worked.form);
  const isOpen = ({ place }: PlaceError) => open.some((one) => place === one || place === `${one}.insurer`);
  const errors = 'errors' in checked ? checked.errors.filter((error) => !isOpen(error)) : [];
  const money = (amount: bigint) => formatAmount(amount, file.currency);
  const figures = 'figures' in checked ? checked.figures : null;
  const shown = figures && {
    fac_premium: money(figures.facPremium),
    ceding_commission: money(figures.commission),
    brokerage: money(figures.brokerage),
    tax: money(figures.taxOfSecurity + figures.taxOfReinsured),
    debit_note: money(figures.debitNote),
  };
  const parties = await partiesView(ctx, file, worked);
  return {
    sha256,
    market: file.market,
    sender: file.sender.name,
    number: file.record.number,
    umr: file.unique_market_reference,
    as_at: file.as_at,
    currency: file.currency,
    fields: filledFields(file),
    parties,
    class_of_business: {
      name: [file.class_of_business.class, file.class_of_business.subclass ?? ''].filter(Boolean).join(' · '),
      match: worked.coverType,
    },
    payment_terms: worked.terms,
    clauses: worked.clauses.map(({ id: _id, ...clause }) => clause),
    errors,
    warnings: warningsOf(file, { debitNote: figures && figures.debitNote, parties }),
    existing: await existingOf(ctx, file),
    figures: shown,
    ready: open.length === 0 && errors.length === 0,
  };
}
