import { lazy } from 'react'

import type { Feature } from '#platform/feature.ts'

export const surveys: Feature = {
  screens: [],
  dialogs: {
    survey: lazy(async () => ({ default: (await import('./targets/targets-dialog.tsx')).TargetsDialog })),
  },
}
