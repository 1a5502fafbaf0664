import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import { busyParts } from './locators.ts'
import { createSampleInterviews, linkSignedInUser } from './own-interviews.ts'
import { createPhoneResponse, createSampleIntake } from './phones.ts'
import type { Product } from './product.ts'
import { buildQuestionnaire } from './questionnaires.ts'
import { createSampleDevices, createSampleStaff, createSampleUsers } from './records.ts'
import { fetchDemoSurveyId } from './responses.ts'
import { createTriedDraft } from './rules.ts'
import {
  createDuplicateResponses,
  createFlaggedResponse,
  createQueriedResponse,
  createSampleResponses,
} from './sample-responses.ts'
import { createUser, signIn } from './users.ts'
import { buildInvalidStaffFile, buildWorkbook, chooseFile } from './workbooks.ts'

interface Screen {
  name: string
  /** Contains `{id}` if the screen shows a record. */
  path: string
  /** The user who opens the screen. Public pages need none. */
  user?: { role?: string; emailVerified?: boolean }
  /** Creates the records of the screen. Returns the id of the record in `path`. */
  createRecords?: (context: BrowserContext, product: Product) => Promise<string>
  /** Prepares the open page for the check or the screenshot. */
  prepare?: (page: Page) => Promise<void>
  /** The status of the failed load that the screen reports. */
  failure?: number
}

const asManager = { user: { role: 'manager' } }
const selectFirstTwo = async (page: Page): Promise<void> => {
  for (const nth of [1, 2]) await page.getByRole('main').getByRole('checkbox').nth(nth).check()
}

const openExportDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(Export|Exportar)$/ }).click()
  await page.getByRole('menuitem', { name: /^(All answers…|Todas as respostas…)$/ }).click()
  await expect(page.getByRole('radio', { name: 'SPSS (.sav)' })).toBeVisible()
  // The dialog zooms in, and is almost invisible at first.
  await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
}

/** Waits until the worker has counted the new responses. */
const waitForFigures = (page: Page): Promise<void> =>
  expect(page.getByRole('slider')).toBeVisible({ timeout: 30_000 })

/** Chooses a file in which some rows have errors. */
const chooseInvalidFile = async (page: Page, rows: number): Promise<void> => {
  await chooseFile(page, await buildInvalidStaffFile(rows))
  await expect(page.getByRole('table')).toBeVisible()
}
const chooseWrongFile = async (page: Page): Promise<void> => {
  await chooseFile(
    page,
    await buildWorkbook('villages.xlsx', ['firstName', 'village'], [['Ana', 'Xinavane']]),
  )
  await expect(page.getByRole('alert')).toBeVisible()
}

/** Reads the list of responses, and waits until the read log has an entry, which is stored every second. */
const openReadLogWithEntries = async (page: Page): Promise<void> => {
  await page.goto('/survey-responses')
  await expect(busyParts(page)).toHaveCount(0)
  await expect(async () => {
    await page.goto('/read-log')
    await expect(busyParts(page)).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/\b0 (entries|registros)/, { timeout: 1_000 })
  }).toPass()
}

/** Chooses a workbook with these questions. Nothing is stored. */
const uploadQuestionnaire = async (page: Page, survey: string[][]): Promise<void> => {
  const file = await buildQuestionnaire({ formId: 'water', title: 'Water', survey })
  await page.getByLabel(/^(Choose|Escolher) /).setInputFiles(file)
}

/** Opens the dialog for many people, with the people that match this text, whether they have a device or not. */
const openManyDevices = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: /^(Devices for many people|Vários dispositivos)$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^(Only people without|Só pessoas sem)/ }).uncheck()
  await dialog.getByRole('searchbox').fill(text)
  // The first row has the headings.
  await expect(dialog.getByRole('row').filter({ hasNotText: text })).toHaveCount(1)
  await expect(dialog.getByRole('row').filter({ hasText: text }).first()).toBeVisible()
  await expect(dialog).toHaveCSS('opacity', '1')
}

/** Searches for data of a household or a person. */
const findData = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: /^(Find|Buscar)$/ }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** All screens, for the accessibility tests and the screenshots. */
export const screens: readonly Screen[] = [
  { name: 'signin', path: '/auth/signin' },
  { name: 'signup', path: '/auth/signup' },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  { name: 'reset-password', path: '/auth/reset-password?token=a' },
  { name: 'verify-email', path: '/auth/verify-email?token=a', failure: 400 },
  { name: 'email-unverified', path: '/auth/email-unverified', user: { emailVerified: false } },
  { name: 'empty-permissions', path: '/auth/empty-permissions', user: {} },
  {
    name: 'dashboard',
    path: '/',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: waitForFigures,
  },
  {
    name: 'dashboard-table',
    path: '/?people=supervisors&surveyDateRange=["2026-11-01","2026-11-30"]',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: async (page) => {
      await waitForFigures(page)
      await page.getByRole('button', { name: /^(Table|Tabela)$/ }).click()
      await page.getByText(/^(By type and category of village|Por tipo e categoria de comunidade)$/).click()
    },
  },
  {
    name: 'dashboard-targets',
    path: '/',
    ...asManager,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Targets|Metas)$/ }).click()
      await expect(page.getByLabel(/^Total$/)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    },
  },
  { name: 'dashboard-own', path: '/', user: { role: 'enumerator' } },
  {
    name: 'own-responses',
    path: '/my-interviews',
    user: { role: 'enumerator' },
    createRecords: createSampleInterviews,
  },
  {
    name: 'own-responses-nothing',
    path: '/my-interviews',
    user: { role: 'enumerator' },
    createRecords: linkSignedInUser,
  },
  { name: 'own-responses-not-linked', path: '/my-interviews', user: { role: 'enumerator' } },
  { name: 'dashboard-nothing', path: '/?surveyDateRange=["1999-01-01","1999-01-02"]', ...asManager },
  { name: 'surveys', path: '/surveys', ...asManager },
  { name: 'surveys-nothing', path: '/surveys?label=nothing', ...asManager },
  { name: 'surveys-new', path: '/surveys/new', ...asManager },
  {
    name: 'surveys-refused',
    path: '/surveys/new',
    ...asManager,
    prepare: async (page) => {
      await uploadQuestionnaire(page, [
        ['select_one sources', 'water', 'Source of water', 'Fonte de água'],
        ['text', 'well_depth', 'Depth of the well', 'Profundidade do poço', "${well} = 'yes'"],
      ])
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'surveys-checked',
    path: '/surveys/new',
    ...asManager,
    prepare: async (page) => {
      await uploadQuestionnaire(page, [
        ['text', 'head', 'Name of the head', 'Nome do chefe'],
        ['date', 'visited', 'Date of the visit', 'Data da visita'],
      ])
      await page.getByRole('button', { name: /^(Preview|Prévia)$/ }).click()
      await expect(page.getByLabel(/^(Name of the head|Nome do chefe)$/)).toBeVisible()
    },
  },
  { name: 'surveys-view', path: '/surveys/{id}', ...asManager, createRecords: fetchDemoSurveyId },
  { name: 'surveys-preview', path: '/surveys/{id}/preview', ...asManager, createRecords: fetchDemoSurveyId },
  {
    name: 'surveys-settings',
    path: '/surveys/{id}/settings',
    ...asManager,
    createRecords: fetchDemoSurveyId,
  },
  { name: 'survey-responses', path: '/survey-responses', ...asManager, createRecords: createSampleResponses },
  {
    name: 'survey-responses-chosen',
    path: '/survey-responses?status=["submitted","verified"]',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: selectFirstTwo,
  },
  {
    name: 'survey-responses-sheet',
    path: '/survey-responses',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: openExportDialog,
  },
  {
    name: 'survey-responses-exported',
    path: '/survey-responses',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: async (page) => {
      await openExportDialog(page)
      await page.getByRole('button', { name: /^(Start the export|Iniciar a exportação)$/ }).click()
      const finished = page.getByRole('button', { name: /^(Export Complete|Exportação concluída)/ })
      await expect(finished.last()).toBeVisible({ timeout: 60_000 })
    },
  },
  {
    name: 'survey-responses-map',
    path: '/survey-responses?view=map',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: (page) => expect(page.getByText(/ (in view|à vista)$/)).toBeVisible({ timeout: 45_000 }),
  },
  { name: 'survey-responses-nothing', path: '/survey-responses?householdName=nobody', ...asManager },
  { name: 'survey-responses-new', path: '/survey-responses/new', ...asManager },
  { name: 'survey-responses-import', path: '/survey-responses/import', ...asManager },
  {
    name: 'survey-responses-view',
    path: '/survey-responses/{id}/view',
    ...asManager,
    createRecords: createSampleResponses,
  },
  {
    name: 'survey-responses-history',
    path: '/survey-responses/{id}/view',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: (page) => page.getByRole('tab', { name: /^(History|Histórico)/ }).click(),
  },
  {
    name: 'survey-responses-flags',
    path: '/survey-responses/{id}/view',
    ...asManager,
    createRecords: createFlaggedResponse,
    prepare: async (page) => {
      await page.getByText(/^(1 earlier flag|1 alerta anterior)$/).click()
      await page.keyboard.press('n')
      await expect(page.getByRole('radio').first()).toBeFocused()
    },
  },
  {
    name: 'survey-responses-flagged',
    path: '/survey-responses?flagState=open',
    ...asManager,
    createRecords: createFlaggedResponse,
  },
  {
    name: 'survey-responses-view-queries',
    path: '/survey-responses/{id}/view',
    ...asManager,
    createRecords: createQueriedResponse,
    prepare: async (page) => {
      await page.getByText(/^(1 earlier query|1 dúvida anterior)$/).click()
      await page.keyboard.press('m')
      await page.getByRole('button', { name: /^(Propose another answer|Propor outra resposta)$/ }).click()
      await expect(page.getByLabel(/^(Proposed answer|Resposta proposta)$/)).toBeVisible()
    },
  },
  {
    name: 'survey-responses-compare',
    path: '/survey-responses/{id}',
    ...asManager,
    createRecords: createDuplicateResponses,
    prepare: async (page) => {
      await page.getByText(/^\d+ (equal answers|respostas iguais)$/).click()
    },
  },
  { name: 'queries', path: '/queries', ...asManager, createRecords: createQueriedResponse },
  { name: 'queries-nothing', path: '/queries?search=nothing', ...asManager },
  {
    name: 'survey-responses-edit',
    path: '/survey-responses/{id}/edit',
    ...asManager,
    createRecords: createSampleResponses,
  },
  {
    name: 'survey-responses-phone',
    path: '/survey-responses/{id}/view',
    ...asManager,
    createRecords: createPhoneResponse,
  },
  {
    name: 'review-queue',
    path: '/review',
    ...asManager,
    createRecords: createFlaggedResponse,
    // The risk of a response, as a sum.
    prepare: (page) => expect(page.getByText(/ × \d+.* = \d+/).first()).toBeVisible(),
  },
  { name: 'review-figures', path: '/review/figures', ...asManager },
  { name: 'review-queue-nothing', path: '/review?investigatorName=nothing', ...asManager },
  { name: 'intake', path: '/intake', ...asManager, createRecords: createSampleIntake },
  { name: 'intake-nothing', path: '/intake?search=nothing', ...asManager },
  { name: 'intake-view', path: '/intake/{id}', ...asManager, createRecords: createSampleIntake },
  { name: 'checks', path: '/checks', ...asManager, createRecords: createFlaggedResponse },
  { name: 'checks-read', path: '/checks/T5', user: { role: 'supervisor' } },
  {
    name: 'checks-trial',
    path: '/checks/V2?survey={id}',
    ...asManager,
    createRecords: createTriedDraft,
    prepare: (page) => expect(page.getByRole('button', { name: /^(Activate|Ativar)$/ })).toBeVisible(),
  },
  { name: 'enumerators', path: '/checks/enumerators', ...asManager, createRecords: createSampleResponses },
  { name: 'user-details', path: '/user-details', ...asManager, createRecords: createSampleStaff },
  { name: 'user-details-nothing', path: '/user-details?firstName=nobody', ...asManager },
  {
    name: 'user-details-chosen',
    path: '/user-details?gender=male',
    ...asManager,
    createRecords: createSampleStaff,
    prepare: selectFirstTwo,
  },
  { name: 'user-details-new', path: '/user-details/new', ...asManager },
  { name: 'user-details-import', path: '/user-details/import', ...asManager },
  {
    name: 'user-details-import-refused',
    path: '/user-details/import',
    ...asManager,
    prepare: chooseWrongFile,
  },
  {
    name: 'user-details-import-check',
    path: '/user-details/import',
    ...asManager,
    prepare: (page) => chooseInvalidFile(page, 800),
  },
  {
    name: 'user-details-import-done',
    path: '/user-details/import',
    ...asManager,
    prepare: async (page) => {
      await chooseInvalidFile(page, 24)
      await page.getByRole('button', { name: /^(Import|Importar) [\d.,]+ / }).click()
      await expect(page.getByRole('link', { name: /^(Show the list|Mostrar a lista)$/ })).toBeVisible({
        timeout: 60_000,
      })
    },
  },
  { name: 'user-details-view', path: '/user-details/{id}', ...asManager, createRecords: createSampleStaff },
  {
    name: 'user-details-edit',
    path: '/user-details/{id}/edit',
    ...asManager,
    createRecords: createSampleStaff,
  },
  { name: 'devices', path: '/devices', ...asManager, createRecords: createSampleDevices },
  { name: 'devices-nothing', path: '/devices?search=nothing', ...asManager },
  {
    name: 'devices-chosen',
    path: '/devices?state=active',
    ...asManager,
    createRecords: createSampleDevices,
    prepare: selectFirstTwo,
  },
  {
    name: 'devices-new',
    path: '/devices',
    ...asManager,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(New device|Novo dispositivo)$/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^(Create device|Criar dispositivo)$/ }).click()
      await expect(page.getByText(/^(Label is required|Nome é obrigatório)$/)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    },
  },
  {
    name: 'devices-many',
    path: '/devices',
    ...asManager,
    createRecords: createSampleStaff,
    prepare: async (page) => {
      await openManyDevices(page, 'Benedita')
      await page.getByRole('dialog').getByRole('checkbox').nth(2).check()
    },
  },
  {
    name: 'devices-codes',
    path: '/devices',
    ...asManager,
    createRecords: createSampleStaff,
    prepare: async (page) => {
      await openManyDevices(page, 'Benedita')
      for (const nth of [2, 3]) await page.getByRole('dialog').getByRole('checkbox').nth(nth).check()
      await page.getByRole('button', { name: /^(Create|Criar) 2 / }).click()
      await expect(page.getByRole('img', { name: /^(QR code|Código QR): / })).toHaveCount(2)
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    },
  },
  { name: 'iam', path: '/iam', ...asManager, createRecords: createSampleUsers },
  { name: 'iam-roles', path: '/iam?mode=roles', ...asManager },
  { name: 'iam-new', path: '/iam/new', ...asManager },
  { name: 'iam-import', path: '/iam/import', ...asManager },
  { name: 'iam-view', path: '/iam/{id}', ...asManager, createRecords: createSampleUsers },
  { name: 'iam-edit', path: '/iam/{id}/edit', ...asManager, createRecords: createSampleUsers },
  {
    name: 'audit-log',
    path: '/audit-logs',
    ...asManager,
    createRecords: createSampleStaff,
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Expand row|Expandir linha|Details|Detalhes)$/ })
        .first()
        .click(),
  },
  { name: 'security-log', path: '/security-log', ...asManager },
  {
    name: 'read-log',
    path: '/read-log',
    ...asManager,
    createRecords: createSampleResponses,
    prepare: openReadLogWithEntries,
  },
  { name: 'settings', path: '/settings', ...asManager },
  {
    name: 'data-protection',
    path: '/data-protection',
    ...asManager,
    createRecords: async (context, product) => {
      await createSampleStaff(context, product)
      return createSampleResponses(context, product)
    },
    prepare: async (page) => {
      await findData(page, 'Machava')
      await page
        .getByRole('checkbox', { name: /Machava/ })
        .first()
        .check()
    },
  },
  {
    name: 'data-protection-nothing',
    path: '/data-protection',
    ...asManager,
    prepare: (page) => findData(page, 'a name without data'),
  },
  {
    name: 'data-protection-erase',
    path: '/data-protection',
    ...asManager,
    createRecords: createSampleStaff,
    prepare: async (page) => {
      await findData(page, 'Conceição dos Santos')
      await page
        .getByRole('button', { name: /^(Erase|Apagar)… / })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('definition').first()).toBeVisible()
      await page.getByRole('button', { name: /^(Erase|Apagar)$/ }).click()
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    },
  },
  { name: 'data-protection-erasures', path: '/data-protection?part=erasures', ...asManager },
  { name: 'data-protection-retention', path: '/data-protection?part=retention', ...asManager },
  {
    name: 'data-protection-period',
    path: '/data-protection?part=retention',
    ...asManager,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Change period|Alterar prazo): / })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    },
  },
  { name: 'profile', path: '/profile', ...asManager },
  { name: 'profile-security', path: '/profile/security', ...asManager },
  { name: '403', path: '/403' },
  { name: '404', path: '/no/such/page' },
  { name: '500', path: '/500?requestId=0199a3c4-7f7e-7d1c-9a51-3f6a1b2c4d5e&from=/' },
]

/**
 * Signs in the user of a screen and creates its records. Returns a function that opens the screen and waits
 * until it has loaded.
 */
export const prepareScreen = async (context: BrowserContext, product: Product, screen: Screen) => {
  if (screen.user) await signIn(context, product, await createUser(product, screen.user))
  const id = (await screen.createRecords?.(context, product)) ?? ''
  return async (page: Page): Promise<void> => {
    await page.goto(screen.path.replace('{id}', id))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A busy machine takes its time to draw a map without a graphics card.
    await expect(busyParts(page)).toHaveCount(0, { timeout: 45_000 })
    // Selector: the placeholders of antd have no role.
    await expect(page.locator('.ant-skeleton')).toHaveCount(0, { timeout: 45_000 })
    await screen.prepare?.(page)
  }
}
