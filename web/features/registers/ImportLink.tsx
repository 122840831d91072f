import { Upload } from 'lucide-react';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';

/** The link to the import of a register, on its list. */
export function ImportLink({ target }: { target: string }) {
  return (
    <LinkButton href={paths.importFile.replace('$target', target)} icon={<Upload size={14} aria-hidden="true" />}>
      <span className="max-lg:sr-only">Import</span>
    </LinkButton>
  );
}
