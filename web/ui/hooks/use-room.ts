import { mediaHook } from './media.ts';

/** Whether a screen has room for the further columns of a list. */
export const useRoom = mediaHook('(min-width: 90rem)');
