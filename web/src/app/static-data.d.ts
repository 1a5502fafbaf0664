import type { MessageKey } from '@baseline/contract/messages/translate.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageKey | undefined
  }
}
