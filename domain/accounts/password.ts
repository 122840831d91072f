/** How long a password is, and what is said of one that is not taken. §8. The first screens read it too, so it needs nothing else. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;

/** Beside the field, also while it is refused. */
export const PASSWORD_HINT = `At least ${SHORTEST_PASSWORD} characters.`;
export const WEAK_PASSWORD = 'Choose a longer or less common password.';
