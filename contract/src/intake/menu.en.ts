/** Texts of the inbox that the browser needs at its start. */
export const intakeMenu = {
  menu: 'Inbox',
  title: 'Inbox',
} as const
