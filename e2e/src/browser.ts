import { existsSync } from 'node:fs'

import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

/** Debian's package. It has no windows and toolbars to draw, which saves a seventh of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** Chromium without background requests. As root it cannot use its sandbox. */
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
      // Draws maps, which need WebGL, with the processor; pages are composited without a graphics library.
      '--use-gl=angle',
      '--use-angle=swiftshader-webgl',
      '--enable-unsafe-swiftshader',
    ],
  },
}
