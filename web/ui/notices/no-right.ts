/** Said where somebody lacks the right to what a screen shows. */
export const NO_RIGHT = 'You do not have the right to see this.';
