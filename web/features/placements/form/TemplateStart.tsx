import { useState } from 'react';
import { getTemplate, listTemplates } from '../../../../domain/placements/templates.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { Picker } from '../../../ui/fields/Picker.tsx';
import type { Found } from '../../../ui/fields/use-search.ts';
import type { Template } from './template-values.ts';

type Props = {
  market: 'LOCAL' | 'LONDON';
  /** The class that is chosen in the form: templates of others are not offered. */
  coverType: string;
  onStart: (template: Template) => void;
};

const SHOWN = '50';

/** Starts a new placement from a template of its class; what is left out of it is shown. */
export function TemplateStart({ market, coverType, onStart }: Props) {
  const session = useSession();
  const [picked, setPicked] = useState<Found | null>(null);
  const [started, setStarted] = useState<Template | null>(null);
  const search = async (text: string, signal: AbortSignal): Promise<Found[]> => {
    const { data } = await call(
      listTemplates,
      {
        query: {
          market,
          status: 'ACTIVE',
          length: SHOWN,
          branch: session?.user.branch.code,
          ...(text === '' ? {} : { searchValue: text }),
          ...(coverType === '' ? {} : { cover_type: coverType }),
        },
      },
      { signal },
    );
    return data.map((row) => ({
      id: String(row.id),
      label: row.name,
      detail: [row.class, ...(row.branch === null ? ['Firm'] : [])].join(' · '),
    }));
  };
  const start = async (choice: Found | null) => {
    setPicked(choice);
    if (choice === null) return;
    try {
      const template = await call(getTemplate, { params: { id: choice.id } });
      setStarted(template);
      onStart(template);
    } catch (error) {
      setPicked(null);
      toastProblem('The template was not used', error);
    }
  };
  return (
    <>
      <div className="max-w-md">
        <Picker
          label="Start from a template"
          name="template"
          hint="Its terms replace those below; parties, days and sums stay."
          noun="template"
          placeholder="Search templates…"
          value={picked}
          onChange={(choice) => void start(choice)}
          search={search}
        />
      </div>
      {started !== null && started.left_out.length > 0 && (
        <Notice tone="warn" title={`Left out of “${started.name}”`}>
          {started.left_out.join(', ')}: inactive by now.
        </Notice>
      )}
    </>
  );
}
