import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyOf } from '../../../domain/forms.ts';
import { rate, recordId, text } from '../../../domain/wire.ts';
import { byField, cellErrors, errorsOf, inOrder, messagesIn, rowForms, type Form } from './use-contract-form.ts';

const LINE = z.object({ security: recordId, share: rate('Share.') });
const SHAPE = z.object({ name: text({ min: 2, max: 40, message: 'Name.' }), lines: z.array(LINE) });

const FAULTS = [
  { field: 'name', message: 'Name.' },
  { field: 'risk.type', message: 'Type.' },
  { field: 'lines.1.share', message: 'Share.' },
];

test('messages go to the places where react-hook-form looks for them, and come back by their names', () => {
  const errors = errorsOf(FAULTS);
  expect(errors).toMatchObject({
    name: { message: 'Name.' },
    risk: { type: { message: 'Type.' } },
    lines: [undefined, { share: { message: 'Share.' } }],
  });
  expect(messagesIn(errors)).toEqual(FAULTS);
});

test('of two messages of a field the first is shown', () => {
  const errors = errorsOf([
    { field: 'name', message: 'Name.' },
    { field: 'name', message: 'Another.' },
  ]);
  expect(messagesIn(errors)).toEqual([{ field: 'name', message: 'Name.' }]);
});

test('faults come in the order of the fields, cells with their list, unknown ones last', () => {
  const faults = ['elsewhere', 'lines.0.share', 'lines', 'risk.type', 'name'].map((field) => ({ field, message: '' }));
  const order = inOrder(faults, ['name', 'risk', 'lines']).map(({ field }) => field);
  expect(order).toEqual(['name', 'risk.type', 'lines.0.share', 'lines', 'elsewhere']);
});

test('a row is a form of its own: its fields change and are wrong under their whole names', () => {
  const changed: [string, unknown][] = [];
  const values = { ...emptyOf(SHAPE), lines: [emptyOf(LINE), { ...emptyOf(LINE), share: '60' }] };
  const form: Form<typeof values> = {
    values,
    shape: SHAPE,
    errors: byField(FAULTS),
    at: '',
    change: (field, value) => changed.push([field, value]),
    set: () => undefined,
  };
  const second = rowForms(form, 'lines', values.lines)[1];
  expect(second).toMatchObject({ at: 'lines.1.', values: { share: '60' } });
  second?.set({ share: '40' });
  expect(changed).toEqual([['lines.1.share', '40']]);
  expect(cellErrors(form, 'lines')).toEqual({ '1.share': 'Share.' });
});
