/** A request for a file names itself in this header, so that its screen can ask how far it is. */
export const TRACKED_HEADER = 'slipway-export';
