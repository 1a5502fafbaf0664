import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import type { Product } from './product.ts'

interface Screen {
  name: string
  path: string
  /** Who looks at it; nobody for the public pages. */
  as?: { role?: string; emailVerified?: boolean }
}

/** Every screen there is, for the accessibility law and the pictures. */
export const screens: readonly Screen[] = [
  { name: 'signin', path: '/auth/signin' },
  { name: 'signup', path: '/auth/signup' },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  { name: 'reset-password', path: '/auth/reset-password?token=a' },
  { name: 'verify-email', path: '/auth/verify-email?token=a' },
  { name: 'email-unverified', path: '/auth/email-unverified', as: { emailVerified: false } },
  { name: 'empty-permissions', path: '/auth/empty-permissions', as: {} },
  { name: 'welcome', path: '/', as: { role: 'manager' } },
  { name: 'user-details', path: '/user-details', as: { role: 'manager' } },
  { name: 'user-details-new', path: '/user-details/new', as: { role: 'manager' } },
  { name: 'iam', path: '/iam', as: { role: 'manager' } },
  { name: 'iam-roles', path: '/iam?mode=roles', as: { role: 'manager' } },
  { name: 'iam-new', path: '/iam/new', as: { role: 'manager' } },
  { name: 'audit-log', path: '/audit-logs', as: { role: 'manager' } },
  { name: 'settings', path: '/settings', as: { role: 'manager' } },
  { name: 'profile', path: '/profile', as: { role: 'manager' } },
  { name: '403', path: '/403' },
  { name: '404', path: '/no/such/page' },
  { name: '500', path: '/500?requestId=0199a3c4-7f7e-7d1c-9a51-3f6a1b2c4d5e&from=/' },
]

export const enter = async (context: BrowserContext, product: Product, { as }: Screen): Promise<void> => {
  if (as) await signIn(context, product, await aPerson(product, as))
}

/** Opens a screen and waits for what it fetches. */
export const open = async (page: Page, { path }: Screen): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
}
