import { useQuery } from '@tanstack/react-query';
import { previewRemittances } from '../../../domain/statements/remittance-contract.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { DocumentPreview } from '../../ui/dialogs/DocumentPreview.tsx';

type Props = { vouchers: readonly number[]; onClose: () => void };

const MOST = 200;

/** Advice as it would leave now; nothing of it is kept. */
export function RemittancePreview({ vouchers: all, onClose }: Props) {
  const vouchers = all.slice(0, MOST);
  const file = useQuery({
    queryKey: ['remittances', vouchers],
    queryFn: () => fetchFile(previewRemittances, { body: { vouchers } }, { name: 'remittance-advice.pdf' }),
    gcTime: 0,
    retry: false,
  });
  return (
    <DocumentPreview
      open
      {...{ onClose }}
      title="Advice as it would leave"
      file={file.data?.blob}
      error={file.error}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (file.data !== undefined) saveFile(file.data);
      }}
    />
  );
}
