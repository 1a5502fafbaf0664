import { expect, test } from 'vitest'

import { routes } from './routes.ts'

const verbs = [
  'Activate',
  'Add',
  'Answer',
  'Apply',
  'Assign',
  'Cancel',
  'Change',
  'Check',
  'Claim',
  'Close',
  'Confirm',
  'Count',
  'Create',
  'Delete',
  'Discard',
  'Enable',
  'Erase',
  'Find',
  'Invite',
  'Keep',
  'List',
  'Mail',
  'Open',
  'Release',
  'Replace',
  'Resend',
  'Return',
  'Review',
  'Revoke',
  'Save',
  'Start',
  'Store',
  'Suggest',
  'Undo',
  'Withdraw',
]

test.for(routes)('the summary of $method $path starts with a verb', ({ summary }) => {
  expect(verbs).toContain(summary.split(' ')[0])
  expect(summary.length).toBeLessThanOrEqual(120)
})
