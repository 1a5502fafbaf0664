/** Texts of the review desk that the browser needs at its start. */
export const deskMenu = {
  menu: 'Review Queue',
  title: 'Review queue',
} as const
