import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

import { browser } from './browser.ts'

/** An installed product, which a browser reaches without a name server. */
interface InstalledProduct {
  url: string
  address: string
  /** Hash of the public key of its certificate, the only one that the browser trusts without an authority. */
  publicKeyHash: string
}

const visit = async (
  { url, address, publicKeyHash }: InstalledProduct,
  work: (page: Page) => Promise<void>,
) => {
  const { launchOptions, ...context } = browser
  const chrome = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--host-resolver-rules=MAP ${new URL(url).hostname} ${address}`,
      `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
    ],
  })
  try {
    const page = await chrome.newPage({ baseURL: url, viewport: context.viewport ?? null, locale: 'en' })
    page.setDefaultTimeout(30_000)
    await work(page)
  } finally {
    await chrome.close()
  }
}

/** Sets the first password by the link of an invitation. */
export const acceptInvitation = (product: InstalledProduct, link: string, password: string): Promise<void> =>
  visit(product, async (page) => {
    await page.goto(link)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL('/auth/signin')
  })

/** Waits until the edge reaches both services, as after a reboot. */
const waitUntilReady = async (page: Page): Promise<void> => {
  const deadline = Date.now() + 120_000
  for (const path of ['/identity/jwks', '/api/health'])
    for (;;) {
      const answer = await page.goto(path).catch(() => null)
      if (answer?.ok()) break
      if (Date.now() > deadline) throw new Error(`${path} did not respond within two minutes`)
      await sleep(500)
    }
}

/** Signs in on the screen, and waits until the dashboard offers a questionnaire. */
export const signInAndFind = (
  product: InstalledProduct,
  user: { email: string; password: string },
  questionnaire: string,
): Promise<void> =>
  visit(product, async (page) => {
    await waitUntilReady(page)
    await page.goto('/auth/signin')
    await page.getByLabel('Email').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.getByRole('combobox', { name: 'Survey' }).click()
    await page.getByTitle(questionnaire).last().waitFor()
  })
