import { codeOf } from '../../testing/chart.ts';
import { examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { completeSections, exampleSlip } from '../../testing/slip-factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { canaryOf, type BranchCode } from './canaries.ts';
import { OWN_ROLES } from './fixtures.ts';
import { claimsOf, type Claiming, nothingClaimed } from './scene-claims.ts';
import { hangingOf, nothingHanging, type Hanging } from './scene-attachments.ts';

const SCA = '/api/sca/v1';
export type Ref = { id: number; version: number };
/** No record has this id; its version is what a fresh one has. */
const NOWHERE = 2_000_000_000;

/** Records of one branch, made on demand by its own people; in the branch that is nowhere every id is missing. */
export type World = Hanging &
  Claiming & {
    branch: { id: number; code: BranchCode };
    book: Book;
    /** In DRAFT, made by the named user or by the branch's underwriter. */
    draft: (by?: string) => Promise<Ref>;
    pending: (by?: string) => Promise<Ref>;
    /** An approved policy that serves the whole proof, with its notes and documents. */
    approved: () => Promise<Ref>;
    /** Approved, with nothing on it yet. */
    freshlyApproved: () => Promise<Ref>;
    /** A London slip in a state, made by the named user or by the branch's underwriter. */
    slip: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** An approved slip that serves the whole proof. */
    standingSlip: () => Promise<Ref>;
    /** An endorsement of the standing policy in a state, made by the named user or by the branch's underwriter. */
    endorsement: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** An approved endorsement that serves the whole proof. */
    standingEndorsement: () => Promise<Ref>;
    endorsementBody: () => Promise<Record<string, unknown>>;
    document: () => Promise<{ id: number; code: string }>;
    note: () => Promise<number>;
    entry: () => Promise<number>;
    /** A receipt in a state, made by the named user or by the branch's cashier. */
    receipt: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** A premium voucher in a state, made by the named user or by the branch's accountant. */
    voucher: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** Premium given up as uncollectable, in a state, made by the named user or by the branch's accountant. */
    adjustment: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** A manual journal in a state, made by the named user or by the branch's accountant. */
    journal: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    journalBody: (changes?: Record<string, unknown>) => Record<string, unknown>;
    /** An invoice to the reinsured in a state, made by the named user or by the branch's accountant. */
    invoice: (state: 'DRAFT' | 'PENDING' | 'APPROVED', by?: string) => Promise<Ref>;
    /** A draft of a brokerage drawing. */
    drawing: () => Promise<Ref>;
    /** What a voucher can pay the first security. */
    part: () => Promise<number>;
    /** A user of the branch who serves the whole proof, and one of their own for each act. */
    member: () => Promise<Ref>;
    newMember: (status?: 'ACTIVE' | 'DISABLED') => Promise<Ref>;
    /** A right lent by the named user or by the branch's manager, to a member. */
    lending: (by?: string) => Promise<Ref>;
    policyBody: (changes?: Record<string, unknown>) => Record<string, unknown>;
    receiptBody: (changes?: Record<string, unknown>) => Record<string, unknown>;
    invoiceBody: (changes?: Record<string, unknown>) => Record<string, unknown>;
  };

type Address = `${string} ${string}`;

async function must(rig: Rig, [who, address]: readonly [string, Address], body?: unknown): Promise<Ref> {
  const reply = await rig.call(who, address, { body });
  if (reply.status !== 200) throw new Error(`${who} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as Ref;
}

async function idOf(rig: Rig, who: string): Promise<number> {
  const { rows } = await rig.ownerPool.query<{ id: number }>('select id from users where email = $1', [
    `${who}@slipway.test`,
  ]);
  return rows[0]?.id ?? 0;
}

const RECEIPT = {
  dateOfIssue: '2026-03-02',
  receiptType: 'PREMIUM',
  method: 'CHEQUE',
  receiptAmount: '100.00',
  currency: 'KES',
};

function bodiesOf(book: Book, word: string) {
  return {
    policyBody: (changes: Record<string, unknown> = {}) =>
      examplePolicy(book, {
        interest: `Plant ${word}`,
        excess: `1% ${word}`,
        territory: `Kenya ${word}`,
        cedant_policy_number: word,
        adjustment_basis: `Turnover ${word}`,
        adjustment_rate: '0.5',
        minimum_premium: '1000.00',
        ...changes,
      }),
    receiptBody: (changes: Record<string, unknown> = {}) => ({
      ...RECEIPT,
      reinsured: book.reinsured,
      bank_reference: word,
      narrationRef: `Paid ${word}`,
      ...changes,
    }),
    journalBody: (changes: Record<string, unknown> = {}) => ({
      day: '2026-03-02',
      narration: `Accrual ${word}`,
      lines: [
        { account: codeOf('EXPENSES'), currency: 'KES', debit: '1.00' },
        { account: codeOf('EQUITY'), currency: 'KES', credit: '1.00' },
      ],
      ...changes,
    }),
    invoiceBody: (changes: Record<string, unknown> = {}) => ({
      kind: 'FEE',
      party: book.reinsured,
      currency: 'KES',
      terms: 'LUMP_30',
      reference: `PO ${word}`,
      narration: `As agreed ${word}`,
      lines: [{ description: `Fee ${word}`, account: codeOf('FEE_INCOME'), quantity: '1', price: '100.00' }],
      ...changes,
    }),
  };
}

type Makers = Pick<World, 'policyBody' | 'receiptBody' | 'invoiceBody' | 'journalBody' | 'book' | 'branch'> & {
  rig: Rig;
  person: (role: string) => string;
};

/** What a decision says that it has seen. */
const seen = ({ version }: Ref) => ({ version });

function policiesOf({ rig, policyBody, person }: Makers) {
  const draft = (by = person('underwriter')) => must(rig, [by, `POST ${SCA}/underwriting/save`], policyBody());
  const pending = async (by = person('underwriter')) => {
    const { id } = await draft(by);
    return must(rig, [by, `PUT ${SCA}/underwriting/submit/${id}`]);
  };
  const freshlyApproved = async () => {
    const { id, version } = await pending();
    const manager = person('manager');
    const address = `PUT ${SCA}/underwriting/approve/${id}/APPROVED/${await idOf(rig, manager)}` as const;
    return must(rig, [manager, address], { version });
  };
  let kept: Promise<Ref> | undefined;
  return { draft, pending, freshlyApproved, approved: () => (kept ??= freshlyApproved()) };
}

function endorsementsOf({ rig, branch, person }: Makers, policies: ReturnType<typeof policiesOf>) {
  const endorsementBody = async () => ({
    policy: (await policies.approved()).id,
    endorsementtype: 'AP',
    effective_date: '2026-10-06',
    description: 'Plant added',
    premium: '1000.00',
  });
  const endorsement: World['endorsement'] = async (state, by = person('underwriter')) => {
    const body = { ...(await endorsementBody()), description: `Plant added ${canaryOf(branch.code)}` };
    const saved = await must(rig, [by, `POST ${SCA}/underwriting/endorsement`], body);
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/endorsement/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/endorsement/approve/${saved.id}/APPROVED`], seen(pending));
  };
  let kept: Promise<Ref> | undefined;
  return { endorsement, endorsementBody, standingEndorsement: () => (kept ??= endorsement('APPROVED')) };
}

/** The word is in the texts of a slip's headings, which are no columns that could be planted with it. */
function slipsOf({ rig, book, branch, person }: Makers) {
  const word = canaryOf(branch.code);
  const sections = {
    ...completeSections(book.a),
    information: `Loss record ${word}`,
    sections: [{ name: `Material damage ${word}` }, { name: `Revenue ${word}` }],
  };
  const slip: World['slip'] = async (state, by = person('underwriter')) => {
    const saved = await must(rig, [by, `POST ${SCA}/londonslip/save`], exampleSlip(book, { slip: sections }));
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/londonslip/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    const manager = person('manager');
    return must(rig, [manager, `PUT ${SCA}/londonslip/approve/${saved.id}/APPROVED/${await idOf(rig, manager)}`], {
      reason: `As agreed ${word}`,
      version: pending.version,
    });
  };
  let kept: Promise<Ref> | undefined;
  return { slip, standingSlip: () => (kept ??= slip('APPROVED')) };
}

async function one<T extends object>(rig: Rig, text: string, values: unknown[]): Promise<T> {
  const { rows } = await rig.ownerPool.query<T>(text, values);
  if (!rows[0]) throw new Error(`Nothing for ${text}`);
  return rows[0];
}

function moneyOf(makers: Makers, policies: ReturnType<typeof policiesOf>) {
  const { rig, person, book } = makers;
  const receiptIn: World['receipt'] = async (state, by = person('cashier')) => {
    const saved = await must(rig, [by, `POST ${SCA}/receivable/save`], makers.receiptBody());
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/receivable/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/receivable/approve/${saved.id}/APPROVED`], seen(pending));
  };
  const note = async () =>
    (
      await one<{ id: number }>(rig, `select id from notes where policy_id = $1 and debit_note_id is null`, [
        (await policies.approved()).id,
      ])
    ).id;
  const funded = async () => {
    const noteId = await note();
    const body = makers.receiptBody({
      receiptAmount: '100000.00',
      allocations: [{ note: noteId, amount: '100000.00' }],
    });
    const saved = await must(rig, [person('cashier'), `POST ${SCA}/receivable/save`], body);
    const pending = await must(rig, [person('cashier'), `PUT ${SCA}/receivable/submit/${saved.id}`]);
    await must(rig, [person('manager'), `PUT ${SCA}/receivable/approve/${saved.id}/APPROVED`], seen(pending));
    return (
      await one<{ id: number }>(rig, `select id from note_parts where debit_note_id = $1 and party_id = $2`, [
        noteId,
        book.a,
      ])
    ).id;
  };
  let part: Promise<number> | undefined;
  const partOnce = () => (part ??= funded());
  const voucherIn: World['voucher'] = async (state, by = person('accountant')) => {
    const body = {
      currency: 'KES',
      bank_date: '2026-03-02',
      narration: `Premium ${canaryOf(makers.branch.code)}`,
      security: book.a,
      items: [{ item: await partOnce(), amount: '1.00' }],
    };
    const saved = await must(rig, [by, `POST ${SCA}/paymentvoucher/save2`], body);
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/paymentvoucher/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/paymentvoucher/approve/${saved.id}/APPROVED`], seen(pending));
  };
  const drawing = async () => {
    await partOnce();
    return must(rig, [person('accountant'), `POST ${SCA}/paymentvoucher/save`], {
      currency: 'KES',
      bank_date: '2026-03-02',
      kind: 'DRAWING',
      amount: '1.00',
    });
  };
  const adjustmentIn: World['adjustment'] = async (state, by = person('accountant')) => {
    const reason = `Insolvent ${canaryOf(makers.branch.code)}`;
    const body = { note: await note(), kind: 'UNCOLLECTABLE', amount: '1.00', day: '2026-03-02', reason };
    const saved = await must(rig, [by, `POST ${SCA}/adjustment/save`], body);
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/adjustment/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/adjustment/approve/${saved.id}/APPROVED`], seen(pending));
  };
  const invoiceIn: World['invoice'] = async (state, by = person('accountant')) => {
    const saved = await must(rig, [by, `POST ${SCA}/invoice/save`], makers.invoiceBody());
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/invoice/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/invoice/approve/${saved.id}/APPROVED`], seen(pending));
  };
  const journalIn: World['journal'] = async (state, by = person('accountant')) => {
    const saved = await must(rig, [by, `POST ${SCA}/journal/save`], makers.journalBody());
    if (state === 'DRAFT') return saved;
    const pending = await must(rig, [by, `PUT ${SCA}/journal/submit/${saved.id}`]);
    if (state === 'PENDING') return pending;
    return must(rig, [person('manager'), `PUT ${SCA}/journal/approve/${saved.id}/APPROVED`], seen(pending));
  };
  return {
    receipt: receiptIn,
    voucher: voucherIn,
    adjustment: adjustmentIn,
    invoice: invoiceIn,
    journal: journalIn,
    drawing,
    note,
    part: partOnce,
  };
}

function membersOf(rig: Rig, branch: { id: number; code: BranchCode }) {
  const newMember: World['newMember'] = async (status = 'ACTIVE') => {
    const made = await one<Ref>(
      rig,
      `with made as (insert into users (email, email_key, name, status) values (gen_random_uuid()::text, gen_random_uuid()::text, 'Member', $1) returning id, version),
         held as (insert into user_roles (user_id, branch_id, role) select id, $2, role from made, unnest($3::text[]) as role)
       select id, version from made`,
      [status, branch.id, Object.keys(OWN_ROLES)],
    );
    await rig.ownerPool.query('update users set email = $2, email_key = $2 where id = $1', [
      made.id,
      `member-${branch.code.toLowerCase()}-${made.id}@slipway.test`,
    ]);
    return made;
  };
  let kept: Promise<Ref> | undefined;
  return { newMember, member: () => (kept ??= newMember()) };
}

export async function openWorld(rig: Rig, code: BranchCode, book: Book): Promise<World> {
  const { id } = await one<{ id: number }>(rig, 'select id from branches where code = $1', [code]);
  const person = (role: string) => `${role}.${code.toLowerCase()}`;
  const makers: Makers = { rig, book, branch: { id, code }, person, ...bodiesOf(book, canaryOf(code)) };
  const policies = policiesOf(makers);
  const money = moneyOf(makers, policies);
  const members = membersOf(rig, makers.branch);
  const madeDocument = async () => {
    const policy = await policies.approved();
    const made = await must(rig, [person('underwriter'), `PUT ${SCA}/underwriting/debitnote?id=${policy.id}`]);
    return one<{ id: number; code: string }>(rig, 'select id, code from documents where id = $1', [made.id]);
  };
  let kept: Promise<{ id: number; code: string }> | undefined;
  return {
    branch: makers.branch,
    book,
    policyBody: makers.policyBody,
    receiptBody: makers.receiptBody,
    invoiceBody: makers.invoiceBody,
    journalBody: makers.journalBody,
    ...policies,
    ...slipsOf(makers),
    ...endorsementsOf(makers, policies),
    ...money,
    ...members,
    lending: async (by = person('manager')) =>
      must(rig, [by, `POST ${SCA}/lending/save`], {
        borrower: (await members.newMember()).id,
        permission: 'policies.decide',
        from: '2190-01-01',
        to: '2190-01-09',
        reason: `On leave ${canaryOf(code)}`,
      }),
    ...claimsOf({ ...makers, approved: policies.approved, idOf: (who) => idOf(rig, who) }),
    ...hangingOf({ rig, approved: policies.approved, person }),
    document: () => (kept ??= madeDocument()),
    entry: async () =>
      (
        await one<{ id: number }>(
          rig,
          `select id from journal_entries where source_kind = 'policy' and source_id = $1`,
          [(await policies.approved()).id],
        )
      ).id,
  };
}

/** The same questions where nothing exists: what a foreign id must be indistinguishable from. */
export function nowhere(like: World, versions: World): World {
  const missing = (of: (by?: string) => Promise<Ref>) => async (by?: string) => ({
    id: NOWHERE,
    version: (await of(by)).version,
  });
  return {
    ...like,
    draft: async () => ({ id: NOWHERE, version: 1 }),
    pending: async () => ({ id: NOWHERE, version: 2 }),
    approved: missing(() => versions.approved()),
    freshlyApproved: async () => ({ id: NOWHERE, version: 3 }),
    slip: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    standingSlip: missing(() => versions.standingSlip()),
    endorsement: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    standingEndorsement: missing(() => versions.standingEndorsement()),
    endorsementBody: async () => ({ ...(await like.endorsementBody()), policy: NOWHERE }),
    document: async () => ({ id: NOWHERE, code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }),
    note: async () => NOWHERE,
    entry: async () => NOWHERE,
    member: async () => ({ id: NOWHERE, version: 1 }),
    newMember: async () => ({ id: NOWHERE, version: 1 }),
    lending: async () => ({ id: NOWHERE, version: 1 }),
    ...nothingHanging(NOWHERE),
    ...nothingClaimed(NOWHERE, like),
    part: async () => NOWHERE,
    drawing: async () => ({ id: NOWHERE, version: 1 }),
    receipt: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    voucher: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    adjustment: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    journal: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
    invoice: async (state) => ({ id: NOWHERE, version: { DRAFT: 1, PENDING: 2, APPROVED: 3 }[state] }),
  };
}

export async function openBook(rig: Rig): Promise<Book> {
  const book = await makeBook(rig, ' proofs');
  await rig.ownerPool.query(`update parties set email = 'cedant@slipway.test' where id = $1`, [book.reinsured]);
  return book;
}
