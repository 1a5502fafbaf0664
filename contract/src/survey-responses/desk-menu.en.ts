/** Texts of the review desk that the browser needs at its start. */
export const deskMenu = {
  menu: 'Review Queue',
  title: 'Review queue',
  errors: {
    reviewerNotFound: 'Choose an enabled user who may review responses',
    outOfScope: '{count} of these responses are outside of what this reviewer may see',
    tooMany: 'More than {count} responses match. Filter the queue first',
  },
} as const
