/** Texts of the screen that the browser needs at its start. */
export const ownResponses = {
  menu: 'My interviews',
  title: 'My interviews',
} as const
