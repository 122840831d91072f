import { SECTION_WORDS, SLIPS_TARGET } from '../../../../domain/imports/slip-bordereau.ts';
import { slipBody } from '../../../../domain/slips/contract.ts';
import { readCount } from '../../../../domain/values/decimal.ts';
import { draftOfSlip } from '../../slips/actions.ts';
import { readBordereauRow } from './bordereau-row.ts';
import { beginsSlip, readSlipRows } from './bordereau-sections.ts';
import { answered, bordereauImporter, inFile, warningsOf } from './bordereau-target.ts';

/** The column of a term of the risk details or of a section, by the name that the form gives it. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  name: 'section',
  ...Object.fromEntries(Object.entries(SECTION_WORDS).map(([column, term]) => [term, column])),
};

/** London slips of a bordereau: a row each, or one for each section. */
export const SLIP_IMPORTER = bordereauImporter({
  target: SLIPS_TARGET,
  begins: beginsSlip,
  read: (rows, register) => {
    const { values, sections, faults } = readSlipRows(rows, register);
    const row = readBordereauRow(values, register);
    const { interest, excess, territory, securities, ...placement } = row.sent;
    const sent = {
      ...placement,
      securities: securities.map(({ share, ...line }) => ({ ...line, written: share })),
      slip: {
        risk: { interest, excess, situation: territory },
        security: { written_basis: 'WHOLE' },
        subscription: {},
        fiscal: {},
        remuneration: {},
        sections,
      },
    };
    return { row, sent, faults };
  },
  check: (ctx, sent, look) =>
    answered(slipBody, sent, async (input) => {
      const draft = await draftOfSlip(ctx, input, look);
      return { draft, warnings: warningsOf(draft) };
    }),
  inFile: (fault, row) => {
    const [part, name = '', index = '', term = ''] = fault.field.split('.');
    if (part !== 'slip') return inFile(fault, row);
    if (name !== 'sections' || term === '') return { field: COLUMN_OF[index] ?? fault.field, message: fault.message };
    return { field: COLUMN_OF[term] ?? term, message: fault.message, row: readCount(index) };
  },
});
