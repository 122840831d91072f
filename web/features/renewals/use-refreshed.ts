import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listRenewals } from '../../../domain/renewals/contract.ts';

/** Reads the list behind a dialog again once the work in it is over. */
export function useRefreshed(over: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: [listRenewals.path] });
  }, [over, client]);
}
