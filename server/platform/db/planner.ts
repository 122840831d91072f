/** How the database plans our queries, whichever server it is: the embedded one has these as its own, another one by each connection. */
export const PLANNER = {
  // No disk of today seeks: an index is not thought dearer than to walk past what others have.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than most of our queries.
  jit: 'off',
};
