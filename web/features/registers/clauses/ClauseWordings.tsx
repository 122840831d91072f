import { useMemo } from 'react';
import { textDiff, type TextPart } from '../../../../domain/text-diff.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { InstantText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { TextParts } from '../../../ui/marks/TextDiff.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { clause } from '../../../../domain/registers/clauses.ts';

export type ClauseRecord = WireReply<typeof clause.one>;

type Wording = ClauseRecord['wordings'][number];

const optionsOf = (wordings: readonly Wording[]) =>
  wordings.map(({ version, madeBy }) => ({
    value: String(version),
    label: `Version ${version}`,
    ...(madeBy === null ? {} : { detail: madeBy }),
  }));

function Made({ wording }: { wording: Wording }) {
  if (wording.madeAt === null) return <>Here from the start</>;
  return (
    <>
      {wording.madeBy ?? 'System'}, <InstantText value={wording.madeAt} />
    </>
  );
}

/** The wording of a clause in any of its versions; the address names the version. */
export function ClauseWording({ record }: { record: ClauseRecord }) {
  const [address, change] = useAddress();
  const newest = record.wordings[0];
  const shown = record.wordings.find((one) => String(one.version) === address['version']) ?? newest;
  if (shown === undefined) return null;
  const isNewest = shown.version === newest?.version;
  return (
    <Card title={`${shown.code} ${shown.title}`}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        {record.wordings.length > 1 && (
          <Select
            label="Version"
            className="w-40"
            options={optionsOf(record.wordings)}
            value={String(shown.version)}
            onChange={(version) => change({ version: version === String(newest?.version) ? undefined : version })}
          />
        )}
        <p className="pb-1.5 text-xs text-mute">
          <Made wording={shown} />
        </p>
      </div>
      {!isNewest && (
        <div className="mb-4">
          <Notice>An older wording: policies written with it keep it.</Notice>
        </div>
      )}
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        {shown.wording}
      </p>
    </Card>
  );
}

const textOf = (wording: Wording) => `${wording.code} ${wording.title}\n\n${wording.wording}`;

const counted = (parts: readonly TextPart[], kind: TextPart['kind']) =>
  parts.filter((part) => part.kind === kind).length;

const passages = (count: number) => (count === 1 ? '1 passage' : `${showCount(count)} passages`);

/** Two wordings compared word by word; the address names the two. */
export function ClauseCompare({ record }: { record: ClauseRecord }) {
  const [address, change] = useAddress();
  const { wordings } = record;
  const find = (version: string | undefined) => wordings.find((one) => String(one.version) === version);
  const after = find(address['to']) ?? wordings[0];
  const before = find(address['from']) ?? wordings[1];
  const parts = useMemo(
    () => (before === undefined || after === undefined ? [] : textDiff(textOf(before), textOf(after))),
    [before, after],
  );
  if (before === undefined || after === undefined) return null;
  const [removed, added] = [counted(parts, 'removed'), counted(parts, 'added')];
  return (
    <Card title="Compare two wordings">
      <div className="mb-3 flex flex-wrap gap-3">
        <Select
          label="From"
          className="w-40"
          options={optionsOf(wordings)}
          value={String(before.version)}
          onChange={(from) => change({ from })}
        />
        <Select
          label="To"
          className="w-40"
          options={optionsOf(wordings)}
          value={String(after.version)}
          onChange={(to) => change({ to })}
        />
      </div>
      <output className="mb-4 block text-mute">
        {removed + added === 0 ? (
          'The two are the same.'
        ) : (
          <>
            <del className="bg-badsoft text-bad">{passages(removed)} removed</del>,{' '}
            <ins className="bg-goodsoft font-medium text-good underline">{passages(added)} added</ins>
          </>
        )}
      </output>
      <TextParts parts={parts} />
    </Card>
  );
}
