import { useParams } from '@tanstack/react-router';

/** The id in the address, as it travels; what is no id finds nothing. */
export function useRecordId(): string {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id !== undefined && /^\d{1,10}$/.test(id) ? id : '0';
}
