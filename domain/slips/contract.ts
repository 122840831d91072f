/** London slips: the calls under /londonslip. A slip is a policy of the market LONDON with the sections of its contract. */
import * as z from 'zod/mini';
import { decisionPreview, postingQuery } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import {
  amountOut,
  byId,
  dayOrNone,
  format,
  idText,
  instant,
  listReply,
  optionalDay,
  optionalText,
  rate,
  rateOut,
  recordId,
  saved,
  versionField,
} from '../wire.ts';
import { figuresLine, policyFields, policyRecord } from '../placements/contract.ts';
import {
  findAllPolicies,
  findPoliciesByBranch,
  findPoliciesByReinsured,
  policyListQuery,
} from '../placements/lists.ts';
import { documentReply } from '../placements/documents.ts';
import { slipDecisions } from './decisions.ts';
import { LINE_STAGES } from './line-stages.ts';
import { NOT_NOTIFIED } from './notification.ts';
import { SLIP } from '../records/kinds.ts';
import { SLIP_HEADINGS, slipFields, type SlipHeading } from './slip.ts';
import { slipTable } from '../placements/tables.ts';
import { text } from '../tables/columns.ts';
import { table } from '../tables/table.ts';

const base = SLIP.path;
const LINE = 'Line must be between 0 and 100.';
const short = optionalText(60);
const stampText = optionalText(30);

/** How a line came about; days that cannot be read are none. */
const stages = {
  stamp: stampText,
  reference: stampText,
  signed_on: optionalDay,
  signing_reference: short,
};
/** That its signed line was notified to a security: the day, and the person or address. */
const notified = {
  notified_on: optionalDay,
  notified_to: optionalText(120),
};
/** What is recorded of a signed line: its stamp, and that it was notified. */
export const signedLine = z.object({ security: recordId, ...stages, ...notified });
/** A line from quote to signature; `written` in % of the slip's basis, absent while the security has only quoted. */
export const enteredLine = z.object({
  security: recordId,
  written: z.optional(z.nullable(rate(LINE))),
  to_stand: z.optional(z.boolean()),
  quoted_on: optionalDay,
  quote_reference: short,
  written_on: optionalDay,
  ...stages,
  commission: z.optional(z.nullable(rate(LINE))),
  brokerage: z.optional(z.nullable(rate(LINE))),
});

/** The sections as entered: the server makes the UMR, the stamps belong to the lines. */
export const slipSections = z.object({
  ...slipFields.shape,
  risk: z.omit(slipFields.shape.risk, { umr: true }),
  security: z.omit(slipFields.shape.security, { stamps: true }),
});
export type SlipSections = z.output<typeof slipSections>;
/** What is kept of them as it is: the sections of a contract of several are kept with their figures. */
export const slipParts = z.omit(slipSections, { sections: true });
export type SlipParts = z.output<typeof slipParts>;

// Interest, excess, situation and conditions are entered once, in the risk details; signed lines follow from the written ones.
const {
  securities: _lines,
  interest: _interest,
  excess: _excess,
  territory: _territory,
  conditions: _conditions,
  ...placement
} = policyFields;
const enteredFields = {
  ...placement,
  securities: z.array(enteredLine).check(z.maxLength(100, 'At most 100 securities.')),
  slip: slipSections,
};
export const slipBody = z.object(enteredFields);

const finding = z.object({
  heading: z.enum(Object.keys(SLIP_HEADINGS) as [SlipHeading, ...SlipHeading[]]),
  field: z.string(),
  severity: z.enum(['refuse', 'advise']),
  message: z.string(),
  /** It stops Submit. */
  fatal: z.optional(z.boolean()),
});

/** How the written lines compare with the order, in % of the whole. */
const placing = z.object({
  outcome: z.enum(['SIGNED', 'UNDER_WRITTEN', 'REFUSED']),
  order: rateOut,
  written: rateOut,
  standing: rateOut,
  over: rateOut,
  short: rateOut,
  sentence: z.string(),
});
const notification = z.object({
  state: z.enum(['NOTIFIED', 'NOT_DUE', 'WARNING', 'OVERDUE']),
  due_on: z.string(),
  notified_on: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
});

const slipLine = z.object({
  ...figuresLine.shape,
  written: z.nullable(rateOut),
  /** Of the London market, and so settled through its bureau. */
  bureau: z.boolean(),
  to_stand: z.boolean(),
  stage: z.enum(LINE_STAGES),
  stamp: z.string(),
  quoted_on: z.nullable(z.string()),
  quote_reference: z.string(),
  written_on: z.nullable(z.string()),
  reference: z.string(),
  signed_on: z.nullable(z.string()),
  signing_reference: z.string(),
  notified_on: z.nullable(z.string()),
  notified_to: z.string(),
  notified_by: z.nullable(z.string()),
  notified_at: z.nullable(instant),
  of_order: rateOut,
});

export const slipRecord = z.object({
  ...policyRecord.shape,
  umr: z.string(),
  securities: z.array(slipLine),
  slip: slipSections,
  placing,
  notification,
  findings: z.array(finding),
});

export const listSlips = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'policies.view',
  effect: 'read',
  summary: 'London slips, paged.',
  query: z.object({
    ...policyListQuery.shape,
    leader: z.optional(idText),
    stage: z.optional(z.enum(LINE_STAGES, 'Choose a stage.')),
    to_notify: z.optional(z.enum(NOT_NOTIFIED, 'Choose which slips are to be notified.')),
  }),
  reply: listReply(slipTable.row),
});
export const findAllSlips = endpoint({
  ...findAllPolicies,
  path: `${base}/findAll`,
  summary: 'London slips by reference, newest first, at most 500.',
});
export const findSlipsByBranch = endpoint({
  ...findPoliciesByBranch,
  path: `${base}/findAllByBranch`,
  summary: 'The same of one branch.',
});
export const findSlipsByReinsured = endpoint({
  ...findPoliciesByReinsured,
  path: `${base}/findAllByReinsured`,
  summary: 'London slips of one reinsured.',
});
export const {
  get: getSlip,
  save: saveSlip,
  edit: editSlip,
} = draftCalls(SLIP, {
  body: slipBody,
  record: slipRecord,
  saved,
  words: {
    one: 'One London slip: its sections, lines, figures, notes, and what a checker would say of it.',
    save: 'Saves a new London slip as a draft, signs its lines and gives it its reference and UMR.',
    edit: 'Changes a draft or rejected slip and signs its lines again.',
  },
});
export const checkSlip = endpoint({
  method: 'GET',
  path: `${base}/check/{id}`,
  access: 'policies.view',
  effect: 'read',
  summary: 'What a carrier’s checker would refuse or advise on, in the order of the slip.',
  params: byId,
  reply: z.object({ complete: z.boolean(), findings: z.array(finding) }),
});
export const previewSlip = endpoint({
  ...slipDecisions.preview,
  query: postingQuery,
  reply: z.object({ ...decisionPreview.shape, findings: z.array(finding) }),
});
export const recordSigning = endpoint({
  method: 'PUT',
  path: `${base}/signing/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary:
    'Keeps what the securities stamped on an approved slip, and to whom and when its signed lines were notified; a day of the whole slip is that of each line without its own.',
  params: byId,
  body: z.object({
    version: versionField,
    notified_on: optionalDay,
    lines: z.optional(z.array(signedLine).check(z.maxLength(100, 'At most 100 securities.'))),
  }),
  reply: saved,
});

const makes = {
  method: 'PUT',
  // As the papers of a policy.
  access: 'policy_documents.view',
  effect: 'write',
  media: DOCUMENT_MEDIA,
  reply: documentReply,
} as const;
const sentText = z.optional(z.string().check(z.maxLength(2000, 'At most 2,000 characters.')));
const sent = <const K extends readonly string[]>(names: K) =>
  Object.fromEntries(names.map((name) => [name, sentText])) as Record<K[number], typeof sentText>;
const documentQuery = { id: idText, userId: z.optional(z.string()), endorsementtype: z.optional(z.string()) };
/** One document where one security is named, else each security's. */
const oneOrAll = z.union([documentReply, z.array(documentReply)]);

export const makeSlipDebitNote = endpoint({
  ...makes,
  path: `${base}/debitnote`,
  summary: 'Makes the debit note of a slip, or the note of an endorsement to the reinsured, once.',
  query: z.object({ ...documentQuery, endorsementtype: z.optional(z.string()) }),
});
/** What a caller may say of a credit note: each must be what was booked. §6 Document calls. */
export const CREDIT_NOTE_FIELDS = [
  'dateoffered',
  'currency',
  'broker_reference',
  'credit_note_reference',
  'reinsured',
  'cover_type',
  'cedant_policy_number',
  'cedant_commission',
  'insuredname',
  'insurance_start_date',
  'insurance_end_date',
  'excess',
  'territory',
  'sum_insured',
  'premium',
  'offer',
  'share',
  'brokerage',
  'fac',
  'sharepremium',
  'deductions',
  'commission',
  'netpayable',
] as const;
const CREDIT_NOTE_DAYS = { dateoffered: dayOrNone, insurance_start_date: dayOrNone, insurance_end_date: dayOrNone };
export const makeSlipCreditNote = endpoint({
  ...makes,
  path: `${base}/creditnote`,
  summary: 'Makes the credit note of the named security, or of each; figures that are sent must be the booked ones.',
  query: z.object({ ...documentQuery, security: sentText, ...sent(CREDIT_NOTE_FIELDS), ...CREDIT_NOTE_DAYS }),
  reply: oneOrAll,
});
const ofSlip = { query: byId };
export const makeMrcSlip = endpoint({
  ...makes,
  ...ofSlip,
  path: `${base}/mrcslip`,
  summary: 'Makes the slip in the order of the Market Reform Contract; before approval marked "for offer".',
});
export const makeSlipReinsuranceSlip = endpoint({
  ...makes,
  ...ofSlip,
  path: `${base}/reinsuranceslip`,
  summary: 'Makes the reinsurance slip; before approval marked "for offer".',
});
export const makeSlipCoverNote = endpoint({
  ...makes,
  ...ofSlip,
  path: `${base}/covernote`,
  summary: 'Makes the cover note with every security on its own.',
});
export const makeLondonRSlip = endpoint({
  ...makes,
  path: `${base}/londonrslipreport`,
  summary: 'Makes the reinsurance slip of the named security, or of each; before approval marked "for offer".',
  query: z.object({ id: idText, security: sentText, premiumshare: sentText, premiumamount: sentText }),
  reply: oneOrAll,
});

const headings = z.array(
  z.object({
    title: z.string(),
    headings: z.array(
      z.object({
        label: z.string(),
        paragraphs: z.optional(z.array(z.string())),
        pairs: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
        clauses: z.optional(
          z.array(z.object({ title: z.string(), reference: z.optional(z.string()), text: z.optional(z.string()) })),
        ),
      }),
    ),
  }),
);
const paper = z.object({
  id: recordId,
  umr: z.string(),
  broker_reference: z.string(),
  status: z.string(),
  for_offer: z.boolean(),
  reinsured: z.string(),
  currency: z.string(),
  sections: headings,
  securities: z.array(
    z.object({
      security: z.string(),
      leader: z.boolean(),
      stamp: z.string(),
      reference: z.string(),
      written: rateOut,
      signed: rateOut,
      of_order: rateOut,
      premium: amountOut,
    }),
  ),
});
/** A row for each item under a heading of a slip's paper, and for each of a security's. */
export const slipPaperTable = table({
  number: text('Number'),
  section: text('Section'),
  heading: text('Heading'),
  item: text('Item'),
  text: text('Text'),
});
const reads = {
  method: 'GET',
  access: 'policies.view',
  effect: 'read',
  query: z.object({ id: idText, format }),
  reply: paper,
} as const;
export const londonSlipReport = endpoint({
  ...reads,
  path: `${base}/londonslipreport`,
  summary: 'What the London slip says, by its numbered headings.',
});
export const londonSlipCoverNoteReport = endpoint({
  ...reads,
  path: `${base}/londonslipcovernotereport`,
  summary: 'What the cover note of a London slip says, with its securities.',
});
