/** Texts of the rules of checks that the browser needs at its start. */
export const checkRulesMenu = {
  menu: 'Checks',
  title: 'Checks',
} as const
