import { getSettings } from '@baseline/contract/settings/contract.ts'
import { createRoot } from 'react-dom/client'

import { App } from '#app/app.tsx'
import { errorHandler } from '#app/handle-error.ts'
import { createAppRouter, watchNavigation } from '#app/router.tsx'
import { showStartFailure } from '#app/start-failure.ts'
import { features } from '#features/index.ts'
import { call } from '#platform/api.ts'
import { installFeatures } from '#platform/entities.ts'
import { installErrorHandler } from '#platform/error-funnel.ts'
import { isNoResponse, messageOf } from '#platform/errors.ts'
import { chosenLanguage, loadLanguage } from '#platform/i18n.ts'
import { setMapTiles } from '#platform/map-tiles.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { applyScheme } from '#platform/scheme.ts'
import { session } from '#platform/session.ts'
import { applyTheme } from '#platform/theme.ts'
import { setTimeZone } from '#platform/time.ts'

/**
 * Removes service workers of an older version at this address, which would serve outdated files forever. spec
 * §1
 */
const unregisterServiceWorkers = async (): Promise<void> => {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
}

/** After this time the server counts as unreachable. */
const settingsLimitMs = 10_000

/** Returns false if the server did not respond; after any other failure the default theme remains. spec §1 */
const applySettings = async (): Promise<boolean> => {
  let hasAnswered = true
  const settings = await call(getSettings, { signal: AbortSignal.timeout(settingsLimitMs) }).catch(
    (error: unknown) => {
      hasAnswered = !isNoResponse(error)
    },
  )
  if (settings) setTimeZone(settings.timeZone)
  setMapTiles(settings?.mapTiles ?? null)
  await applyTheme(settings?.theme)
  return hasAnswered
}

const start = async (): Promise<void> => {
  applyScheme()
  void unregisterServiceWorkers().catch(() => undefined)
  // Runs in parallel; it reports a failure by its result and does not reject.
  const sessionStart = session.start()
  const [hasAnswered] = await Promise.all([applySettings(), loadLanguage(chosenLanguage())])
  if (!hasAnswered) return showStartFailure('unreachable')
  const failure = await sessionStart
  if (failure !== undefined) session.setAuthError(messageOf(failure))
  const queries = createQueryClient()
  const router = createAppRouter()
  installErrorHandler(errorHandler(router, queries))
  installFeatures(features)
  watchNavigation(router)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root element')
  // Loads the first screen and the layout before rendering. spec §2
  await router.load()
  createRoot(root).render(<App router={router} queries={queries} />)
}

/** If the start takes longer, shows an error; the page may still appear later. */
const startLimitMs = 30_000
const showLoadFailure = () => showStartFailure('notLoaded')
const startTimer = setTimeout(showLoadFailure, startLimitMs)
void start()
  .catch(showLoadFailure)
  .finally(() => clearTimeout(startTimer))
