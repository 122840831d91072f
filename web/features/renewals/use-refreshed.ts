import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countRenewals, listRenewals } from '../../../domain/renewals/contract.ts';

/** Reads the list behind a dialog, and its count on the dashboard, again once the work in it is over. */
export function useRefreshed(over: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!over) return;
    for (const { path } of [listRenewals, countRenewals]) void client.invalidateQueries({ queryKey: [path] });
  }, [over, client]);
}
