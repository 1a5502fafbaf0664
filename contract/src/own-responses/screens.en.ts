/** Texts of the screen with an enumerator's own interviews, except its title. */
export const ownResponseScreens = {
  intro: 'Received in the last {days} days',
  figures: {
    title: 'My figures',
    today: 'Today',
    week: 'Last 7 days',
    month: 'Last {days} days',
    returned: 'Returned',
    byStatus: 'By status',
  },
  days: {
    title: 'Interviews per day',
    one: '{day}: {count}',
    otherDates: {
      one: '1 interview has no date in this period',
      many: '{count} interviews have no date in this period',
    },
  },
  returned: {
    title: 'Returned to you',
    hint: 'Correct these interviews on your phone and send them again. If you cannot, ask your supervisor.',
    reason: 'Reason',
  },
  others: 'Other interviews',
  all: 'All interviews',
  noVillage: 'No village',
  noDate: 'No date',
  received: 'Received {time}',
  late: 'Arrived after the survey was closed',
  more: 'Show more',
  empty: {
    title: 'No interviews in the last {days} days',
    hint: 'Interviews appear here as soon as your phone has sent them. If you sent interviews and see none, ask your supervisor whether your phone is registered in your name.',
  },
  notLinked: {
    title: 'Your account is not linked to a person',
    hint: 'Ask your supervisor to have it linked. Then the interviews from your phone appear here.',
  },
} as const
