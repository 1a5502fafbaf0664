/** Texts of the screen that the browser needs at its start. */
export const devices = {
  menu: 'Devices',
  title: 'Devices',
} as const
