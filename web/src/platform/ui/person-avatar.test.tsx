import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { PersonAvatar } from './person-avatar.tsx'

afterEach(cleanup)

const person = { fullName: 'Ana Lima', firstName: 'Ana', email: 'ana@example.org' }
const avatars = [{ id: '1', name: 'a.png', publicUrl: 'http://localhost/1' }]
const picture = () => document.querySelector('img')

test('spec §2 shows the picture, else the initials', () => {
  const { rerender } = render(<PersonAvatar person={{ ...person, avatars: [] }} size={28} />)
  expect(screen.getByText('AL')).toBeDefined()
  expect(picture()).toBeNull()
  rerender(<PersonAvatar person={{ ...person, avatars }} size={28} />)
  expect(picture()?.getAttribute('src')).toBe('http://localhost/1')
  expect(screen.queryByText('AL')).toBeNull()
})

test('shows the initials and reports an expired URL, and shows a new one again', () => {
  const onBroken = vi.fn<() => void>()
  const { rerender } = render(<PersonAvatar person={{ ...person, avatars }} size={28} onBroken={onBroken} />)
  fireEvent.error(picture()!)
  expect(screen.getByText('AL')).toBeDefined()
  expect(picture()).toBeNull()
  expect(onBroken).toHaveBeenCalledOnce()
  const renewed = [{ ...avatars[0]!, publicUrl: 'http://localhost/2' }]
  rerender(<PersonAvatar person={{ ...person, avatars: renewed }} size={28} onBroken={onBroken} />)
  expect(picture()?.getAttribute('src')).toBe('http://localhost/2')
})
