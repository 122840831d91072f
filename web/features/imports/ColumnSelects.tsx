import type { ImportTarget, Matching } from '../../../domain/imports/targets.ts';
import { Select, type Option } from '../../ui/fields/Select.tsx';
import { columnLetter, columnName, shownFields, type Import } from './import-words.ts';

type Props = {
  target: ImportTarget;
  columns: Import['columns'];
  matching: Matching;
  onMatching: (matching: Readonly<Record<string, number>>) => void;
};

/** A choice for each field: the column of the file that it is read from. */
export function ColumnSelects({ target, columns, matching, onMatching }: Props) {
  const options: Option[] = columns.map(({ samples }, index) => ({
    value: String(index),
    label: `${columnLetter(index)} · ${columnName(columns, index)}`,
    ...(samples.length > 0 && { detail: samples.join(' · ') }),
  }));
  const choose = (field: string, value: string) => {
    const column = options.findIndex((option) => option.value === value);
    // A column is read once: chosen here, it is taken from where it was.
    const rest = Object.entries(matching).filter(([key, at]) => key !== field && at !== column);
    onMatching(Object.fromEntries(column < 0 ? rest : [...rest, [field, column]]));
  };
  return shownFields(target, matching).map((field) => {
    const column = matching[field.key];
    const samples = column === undefined ? [] : (columns[column]?.samples ?? []);
    const note = samples.length > 0 ? samples.join(' · ') : field.hint;
    return (
      <Select
        key={field.key}
        label={field.label}
        required={field.required === true}
        clearable
        placeholder="Not in the file"
        value={column === undefined ? '' : String(column)}
        options={options}
        onChange={(value) => choose(field.key, value)}
        {...(note === undefined ? {} : { hint: <span className="block truncate">{note}</span> })}
      />
    );
  });
}
