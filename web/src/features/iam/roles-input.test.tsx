import { UserData } from '@baseline/contract/iam/contract.ts'
import { roles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { RolesInput } from './roles-input.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

test('returns the roles in the order of the server after a role is ticked and unticked', async () => {
  const heldRoles: Role[] = UserData.shape.roles.parse(roles.filter((role) => role !== 'monitor'))
  const values: Role[][] = []
  const Sample = () => {
    const [value, setValue] = useState(heldRoles)
    values.push(value)
    return <RolesInput value={value} onChange={setValue} />
  }
  render(<Sample />)
  const user = userEvent.setup()
  const monitor = () => screen.getByRole('checkbox', { name: /^Monitor/ })
  await user.click(monitor())
  expect(values.at(-1)).toContain('monitor')
  await user.click(monitor())
  expect(values.at(-1)).toEqual(heldRoles)
})
