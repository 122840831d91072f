import { useRef, useState } from 'react';
import {
  MAX_STATEMENT_BYTES,
  previewBankStatement,
  readBankStatement,
  type SheetChoices,
} from '../../../domain/banks/contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { ApiProblem, call } from '../../api/client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { bankStatementHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';

export type StatementPreview = WireReply<typeof previewBankStatement>;
type Looked = { file: File; account: string; choices: SheetChoices; preview: StatementPreview };
type Refusal = { title: string; errors: readonly { field: string; message: string }[] };

const TOO_LARGE: Refusal = { title: 'This file is larger than 10 MB. Get one for a shorter time.', errors: [] };
const FAILED: Refusal = { title: 'The file could not be read. Choose it again.', errors: [] };

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiProblem)) return FAILED;
  if (error.status === 401) return null;
  const [first] = error.errors;
  if (error.errors.length === 1 && first?.field === 'file') return { title: first.message, errors: [] };
  return { title: error.message, errors: error.errors };
}

/** A balance that is not typed yet is none. */
const typed = (choices: SheetChoices) => Object.entries(choices).filter(([, value]) => value !== '');

const queryOf = (file: File, account: string, choices: SheetChoices) => ({
  account,
  name: file.name.slice(-200),
  ...(typed(choices).length > 0 && { sheet: JSON.stringify(Object.fromEntries(typed(choices))) }),
});

/** A file of the bank from its choosing to its being imported. Nothing is written before that. */
export function useStatementFile() {
  const go = useGo();
  const [looked, setLooked] = useState<Looked | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);

  const look = async (file: File, account: string, choices: SheetChoices) => {
    const own = (latest.current += 1);
    setBusy(true);
    setRefusal(null);
    try {
      const preview = await call(previewBankStatement, { query: queryOf(file, account, choices), body: file });
      // An answer to an earlier choice comes too late.
      if (own === latest.current) setLooked({ file, account, choices, preview });
    } catch (error) {
      if (own === latest.current) setRefusal(refusalOf(error));
    } finally {
      if (own === latest.current) setBusy(false);
    }
  };
  const read = useWrite(readBankStatement, {
    onSuccess: ({ id, statements }) => {
      toastSuccess(statements.length === 1 ? 'Statement imported' : `${statements.length} statements imported`);
      go(bankStatementHref(id));
    },
    onProblem: (problem) => {
      setRefusal(refusalOf(problem));
      // What stood in the way may be new here: somebody else's reading of the same file.
      if (looked !== null && problem.status === 409) void look(looked.file, looked.account, looked.choices);
    },
  });
  return {
    looked,
    refusal,
    busy,
    reading: read.isPending,
    choose: (file: File | undefined, account: string) => {
      if (file === undefined) return;
      setLooked(null);
      if (file.size > MAX_STATEMENT_BYTES) setRefusal(TOO_LARGE);
      else void look(file, account, {});
    },
    change: (changes: SheetChoices) => {
      if (looked === null) return;
      const choices = { ...looked.choices, ...changes };
      // What was chosen stays chosen while its answer is on the way.
      setLooked({ ...looked, choices });
      void look(looked.file, looked.account, choices);
    },
    leave: () => {
      latest.current += 1;
      setBusy(false);
      setLooked(null);
      setRefusal(null);
    },
    read: () => {
      if (looked !== null)
        read.mutate({ query: queryOf(looked.file, looked.account, looked.choices), body: looked.file });
    },
  };
}
export type StatementActs = ReturnType<typeof useStatementFile>;
