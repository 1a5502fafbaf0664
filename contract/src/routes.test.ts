import { expect, test } from 'vitest'

import { routes } from './routes.ts'

const verbs = [
  'Add',
  'Cancel',
  'Change',
  'Check',
  'Count',
  'Create',
  'Delete',
  'Enable',
  'Erase',
  'Find',
  'Invite',
  'List',
  'Mail',
  'Replace',
  'Resend',
  'Return',
  'Review',
  'Revoke',
  'Start',
  'Suggest',
  'Undo',
]

test.for(routes)('the summary of $method $path starts with a verb', ({ summary }) => {
  expect(verbs).toContain(summary.split(' ')[0])
  expect(summary.length).toBeLessThanOrEqual(120)
})
