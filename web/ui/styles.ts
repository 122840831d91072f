/** Class lists that several components share, so that a field, a popup or a focus ring looks the same everywhere. */

export const focusRing = 'outline-none focus-visible:ring-2 focus-visible:ring-ring';

export const control =
  'h-8 w-full min-w-0 rounded-md border border-edge bg-panel px-2.5 text-sm text-fg shadow-[0_1px_1px_rgb(0_0_0/.03)] ' +
  'placeholder:text-mute placeholder:italic outline-none focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/40 ' +
  'data-popup-open:border-ring aria-invalid:border-bad disabled:bg-hover disabled:text-mute pointer-coarse:h-9';

export const popup =
  'pop-motion z-50 rounded-lg border border-line bg-panel text-sm text-fg shadow-lg shadow-black/10 outline-none';

export const menuItem =
  'flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-highlighted:bg-hover';

/** A row of tabs. On a telephone more than fit stand in three columns, wherever their words end. */
export const tabRow = (count: number) =>
  `no-print relative flex flex-wrap gap-x-4 border-b border-line ${count > 4 ? 'max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-2' : ''}`;

/** Colours that say something: they are printed, and stay where the system chooses all others. */
export const meantColours = '[print-color-adjust:exact] forced-color-adjust-none';

export const headCell = 'text-xs font-medium text-mute whitespace-nowrap';

/** A text that is cut by its place. Clipped it keeps its line, by which a label beside it is set; what would scroll has none. */
export const cutText = 'overflow-clip text-ellipsis [white-space:nowrap]';
