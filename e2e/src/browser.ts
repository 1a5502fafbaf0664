import { existsSync } from 'node:fs'

import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

/** Debian's headless build of Chromium. It draws no windows, which saves a seventh of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** Starts Chromium without background requests. The sandbox does not work for root. */
export const browser: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  viewport: { width: 1440, height: 900 },
  locale: 'en',
  reducedMotion: 'reduce',
  launchOptions: {
    ...(existsSync(headlessShell) && { executablePath: headlessShell }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      // Renders WebGL, which the maps need, with SwiftShader. Pages use the software compositor.
      '--use-gl=angle',
      '--use-angle=swiftshader-webgl',
      '--enable-unsafe-swiftshader',
    ],
  },
}
