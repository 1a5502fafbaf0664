import { existsSync } from 'node:fs'

import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

/** Debian's Chromium, kept from calling home. As root it cannot use its sandbox. */
export const browser: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  viewport: { width: 1440, height: 900 },
  locale: 'en',
  reducedMotion: 'reduce',
  launchOptions: {
    ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      // Maps are drawn with WebGL, here by the processor.
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  },
}
