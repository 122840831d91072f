import { useRef, useState } from 'react';
import { choicesText, draftPlacement, previewPlacement } from '../../../domain/interchange/contract.ts';
import { MAX_PLACEMENT_BYTES } from '../../../domain/interchange/read-file.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { placementHref } from '../../paths.ts';

export type Preview = WireReply<typeof previewPlacement>;
type Choices = ReadonlyMap<string, string>;
export type Looked = { file: File; choices: Choices; preview: Preview };
export type Refusal = { title: string; errors: readonly { field: string; message: string }[] };

const TOO_LARGE: Refusal = { title: 'This file is larger than 1 MB, the most a placement can have.', errors: [] };
const FAILED: Refusal = { title: 'The file could not be read. Choose it again.', errors: [] };

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiProblem)) return FAILED;
  if (error.status === 401) return null;
  const [first] = error.errors;
  // A file that is no placement at all is refused in one sentence.
  if (error.errors.length <= 1 && first?.field === 'file') return { title: first.message, errors: [] };
  return {
    title: error.errors.length > 0 ? 'This file is not a valid placement.' : error.message,
    errors: error.errors,
  };
}

/** A placement file from its choosing to the draft that is made of it. Nothing is written before that. */
export function usePlacementFile() {
  const go = useGo();
  const [looked, setLooked] = useState<Looked | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);

  const look = async (file: File, choices: Choices) => {
    const own = (latest.current += 1);
    setBusy(true);
    setRefusal(null);
    try {
      const query = { choices: choicesText(choices) };
      const preview = await call(previewPlacement, { query, body: file });
      // An answer to an earlier choice comes too late.
      if (own === latest.current) setLooked({ file, choices, preview });
    } catch (error) {
      if (own === latest.current) setRefusal(refusalOf(error));
    } finally {
      if (own === latest.current) setBusy(false);
    }
  };
  const make = useWrite(draftPlacement, {
    onSuccess: (reply) => {
      toastSuccess('Draft made', reply.number ?? '');
      go(`${placementHref(reply)}/edit`);
    },
    onProblem: (problem) => {
      setRefusal(refusalOf(problem));
      // What stood in the way may be new here: somebody else's draft of the same placement.
      if (looked !== null && problem.status === 409) void look(looked.file, looked.choices);
    },
  });
  return {
    looked,
    refusal,
    busy,
    making: make.isPending,
    choose: (file: File | undefined) => {
      if (file === undefined) return;
      setLooked(null);
      if (file.size > MAX_PLACEMENT_BYTES) setRefusal(TOO_LARGE);
      else void look(file, new Map());
    },
    pick: (place: string, value: string | null) => {
      if (looked === null) return;
      const choices = new Map(looked.choices);
      if (value === null) choices.delete(place);
      else choices.set(place, value);
      void look(looked.file, choices);
    },
    leave: () => {
      latest.current += 1;
      setBusy(false);
      setLooked(null);
      setRefusal(null);
    },
    make: () => {
      if (looked === null) return;
      const query = {
        choices: choicesText(looked.choices),
        name: looked.file.name.slice(-200),
        ...(looked.preview.existing.length > 0 ? { again: 'true' as const } : {}),
      };
      make.mutate({ query, body: looked.file });
    },
  };
}
export type PlacementActs = ReturnType<typeof usePlacementFile>;
