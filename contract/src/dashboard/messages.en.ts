export const dashboard = {
  menu: 'Dashboard',
  welcome: 'Welcome, {name}',
  intro: 'The figures of the survey will appear here.',
  yourRoles: 'Your roles',
} as const
